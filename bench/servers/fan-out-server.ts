import type { LoadClient } from '../load/load-client.ts';

/** A server that gives what is published to every viewer. */
export interface FanOutServer {
  /** The process whose CPU and memory count. */
  readonly pid: number;
  /** Opens so many viewers, each with a session of its own from the given one on; they hear what is published next. */
  connect(viewers: number, first?: number): Promise<LoadClient>;
  /** Gives one text to all viewers; resolves when the server has taken it. */
  publish(text: string): Promise<void>;
  /** Runs the garbage collector where there is one. */
  collect(): Promise<void>;
  stop(): Promise<void>;
}

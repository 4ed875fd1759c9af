import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';

const Seen = z.object({ ms: z.number(), failed: z.number(), asked: z.number() });

/** How the portal answered /healthz since it was last asked for: the longest wait in ms, and how often it failed. */
export type PulseSeen = z.infer<typeof Seen>;

/** A process that asks the portal for its health every 20 ms. */
export class Pulse {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(url: string): Promise<Pulse> {
    const file = join(import.meta.dirname, 'pulse-process.ts');
    const child = fork(file, [url], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [] });
    if (child.stdout) await once(child.stdout, 'data');
    return new Pulse(child);
  }

  async take(): Promise<PulseSeen> {
    const answer = once(this.#child, 'message');
    this.#child.send('take');
    const [seen] = await answer;
    return Seen.parse(seen);
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.disconnect();
    await gone;
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** How the portal answered /healthz since it was last asked for: the longest wait in ms, and how often it failed. */
export interface PulseSeen {
  readonly ms: number;
  readonly failed: number;
  readonly asked: number;
}

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

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async take(): Promise<PulseSeen> {
    const answer: Promise<PulseSeen[]> = once(this.#child, 'message');
    this.#child.send('take');
    const [seen] = await answer;
    if (seen === undefined) throw new Error('the pulse said nothing');
    return seen;
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.disconnect();
    await gone;
  }
}

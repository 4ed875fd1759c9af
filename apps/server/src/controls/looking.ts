import { limits } from '@sheetwire/contract/limits';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import type { Controls } from './controls.ts';

/** Looks every few seconds for what a lost message hid, and for publishers that fell silent. */
export class Looking {
  readonly #turn: OneAtATime;
  readonly #onFault: (fault: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(controls: Pick<Controls, 'look'>, onFault: (fault: unknown) => void) {
    this.#turn = new OneAtATime(() => controls.look());
    this.#onFault = onFault;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), limits.controls.look);
    this.#timer.unref();
  }

  look(): void {
    this.#turn.run().catch(this.#onFault);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#turn.settle();
  }
}

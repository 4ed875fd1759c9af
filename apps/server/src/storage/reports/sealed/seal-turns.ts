import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';

const { sealsAtOnce, sealBytesAtOnce } = limits.store;

/** Lets everybody else in between rows whose seals are checked: after so many of them, and after so many of their bytes. */
export class SealTurns {
  #rows = 0;
  #bytes = 0;

  /** Before a row of so many bytes is checked. */
  async before(bytes: number): Promise<void> {
    if (this.#rows >= sealsAtOnce || (this.#rows > 0 && this.#bytes + bytes > sealBytesAtOnce)) {
      await nextTurn();
      [this.#rows, this.#bytes] = [0, 0];
    }
    this.#rows++;
    this.#bytes += bytes;
  }
}

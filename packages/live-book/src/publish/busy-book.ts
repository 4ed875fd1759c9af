import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';

/** Tells that a workbook cannot be read once that has lasted: whoever types for a moment is not told about it. */
export class BusyBook {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #tell: (why: string) => void;
  #cancel: (() => void) | undefined;
  #hasLasted = false;

  constructor(clock: Pick<Clock, 'after'>, tell: (why: string) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** It could not be read now. */
  failed(why: string): void {
    // What was told in between, such as that the portal is away, may be over.
    if (this.#hasLasted) this.#tell(why);
    this.#cancel ??= this.#clock.after(limits.liveBook.latest, () => {
      this.#hasLasted = true;
      this.#tell(why);
    });
  }

  /** It was read, or nothing is read any more. */
  ended(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#hasLasted = false;
  }
}

import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import type { LineSense } from '#features/connection/line-sense.ts';
import { noteFault } from '#lib/faults.ts';

/** The selected report moves to the front of the recent list (spec 4, Selection). */
export function withFirst(recents: readonly string[], topic: string): string[] {
  return [topic, ...recents.filter((recent) => recent !== topic)].slice(0, limits.maxRecents);
}

interface SavingDeps {
  save(recents: string[]): Promise<unknown>;
  /** The list now: another tab may have changed it. Undefined once its user is not who uses the page. */
  present(): readonly string[] | undefined;
  readonly line: Pick<LineSense, 'state' | 'subscribe'>;
  /** The server refused it (spec 8). */
  onRefused(error: unknown): void;
}

/**
 * Saves the list, once at a time and then as it is by then: two on their way might arrive the other way round. One that a
 * lost line swallowed is saved once the line is back: the chip tells of the line.
 */
export class SavedRecents {
  readonly #deps: SavingDeps;
  #isDue = false;
  #isSaving = false;
  #isLost = false;
  /** The line came back since the save under way was sent. */
  #isBack = false;

  constructor(deps: SavingDeps) {
    this.#deps = deps;
  }

  /** It changed. */
  save(): void {
    this.#isDue = true;
    if (!this.#isSaving) void this.#saveAll();
  }

  async #saveAll(): Promise<void> {
    this.#isSaving = true;
    while (this.#isDue) {
      this.#isLost = this.#isBack = false;
      await this.#saveNow()?.catch((error: unknown) => this.#failed(error));
    }
    this.#isSaving = false;
  }

  #saveNow(): Promise<unknown> | undefined {
    this.#isDue = false;
    const recents = this.#deps.present();
    return recents && this.#deps.save([...recents]);
  }

  #failed(error: unknown): void {
    if (!(error instanceof NetworkFailure)) this.#deps.onRefused(error);
    else if (this.#isBack) this.#isDue = true;
    else this.#isLost = true;
  }

  /** The page goes: what waits for its turn goes now. */
  leave(): void {
    if (this.#isDue) void this.#saveNow()?.catch(noteFault);
  }

  /** Follows the line; the answer stops it. */
  start(): () => void {
    const { line } = this.#deps;
    return line.subscribe(() => {
      if (line.state !== 'up') return;
      this.#isBack = true;
      if (this.#isLost) this.save();
    });
  }
}

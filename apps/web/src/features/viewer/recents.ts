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
  /** The list now: another tab may have changed it. */
  present(): readonly string[];
  readonly line: Pick<LineSense, 'state' | 'subscribe'>;
  /** The server refused it (spec 8). */
  onRefused(error: unknown): void;
}

/**
 * Saves the list, one at a time and the newest next: two on their way might arrive the other way round. One that a lost
 * line swallowed is saved once the line is back: the chip tells of the line.
 */
export class SavedRecents {
  readonly #deps: SavingDeps;
  #next: string[] | undefined;
  #isSaving = false;
  #isLost = false;
  /** The line came back since the save under way was sent. */
  #isBack = false;

  constructor(deps: SavingDeps) {
    this.#deps = deps;
  }

  save(recents: string[]): void {
    this.#next = recents;
    if (!this.#isSaving) void this.#saveAll();
  }

  async #saveAll(): Promise<void> {
    this.#isSaving = true;
    for (let recents = this.#next; recents; recents = this.#next) {
      this.#next = undefined;
      this.#isLost = this.#isBack = false;
      await this.#deps.save(recents).catch((error: unknown) => this.#failed(error));
    }
    this.#isSaving = false;
  }

  #failed(error: unknown): void {
    if (!(error instanceof NetworkFailure)) this.#deps.onRefused(error);
    else if (this.#isBack) this.#next ??= [...this.#deps.present()];
    else this.#isLost = true;
  }

  /** The page goes: what waits for its turn goes now. */
  leave(): void {
    const recents = this.#next;
    this.#next = undefined;
    if (recents) void this.#deps.save(recents).catch(noteFault);
  }

  /** Follows the line; the answer stops it. */
  start(): () => void {
    const { line } = this.#deps;
    return line.subscribe(() => {
      if (line.state !== 'up') return;
      this.#isBack = true;
      if (this.#isLost) this.save([...this.#deps.present()]);
    });
  }
}

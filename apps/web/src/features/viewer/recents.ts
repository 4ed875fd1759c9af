import { NetworkFailure } from '@sheetwire/client/failures';
import { limits } from '@sheetwire/contract/limits';
import type { LineSense } from '#features/connection/line-sense.ts';

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

/** Saves the list. One that a lost line swallowed is saved once the line is back: the chip tells of the line. */
export class SavedRecents {
  readonly #deps: SavingDeps;
  #latest: string[] = [];
  #isLost = false;

  constructor(deps: SavingDeps) {
    this.#deps = deps;
  }

  save(recents: string[]): void {
    this.#latest = recents;
    this.#isLost = false;
    this.#deps.save(recents).catch((error: unknown) => {
      if (!(error instanceof NetworkFailure)) this.#deps.onRefused(error);
      else if (recents === this.#latest) this.#isLost = true;
    });
  }

  /** Follows the line; the answer stops it. */
  start(): () => void {
    const { line } = this.#deps;
    return line.subscribe(() => {
      if (line.state === 'up' && this.#isLost) this.save([...this.#deps.present()]);
    });
  }
}

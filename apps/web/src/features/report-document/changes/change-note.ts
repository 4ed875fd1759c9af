import { limits } from '@sheetwire/contract/limits';
import type { Cell } from '#features/report-document/cell-index.ts';
import { directionOfLast, type KnownCell } from '#features/report-document/known-cells.ts';
import { textOf } from '#features/report-document/texts/text-of.ts';
import type { Clock } from '#lib/clock.ts';

/** Cells that a note names; more would be read for minutes. */
const MOST_NAMED = 8;

/**
 * The changes of the last seconds in words, at the report's beginning, for those who do not see the tint. It is not a
 * live region: a report that changes every second would never be silent.
 */
export class ChangeNote {
  readonly element: HTMLElement;
  readonly #clock: Clock;
  readonly #changed = new Set<KnownCell>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.element = document.createElement('p');
    this.element.className = 'told';
  }

  /** Whether it can name one more cell. */
  get hasRoom(): boolean {
    return this.#changed.size < MOST_NAMED;
  }

  /** The cells that it will name. */
  get cells(): Cell[] {
    return Array.from(this.#changed, ({ cell }) => cell);
  }

  add(changes: readonly KnownCell[]): void {
    for (const known of changes) {
      if (!this.hasRoom) break;
      known.isNoted = true;
      this.#changed.add(known);
    }
    if (this.#changed.size > 0) this.#cancel ??= this.#clock.after(limits.changeNote, () => this.#write());
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#forget();
    this.element.textContent = '';
  }

  #forget(): void {
    for (const known of this.#changed) known.isNoted = false;
    this.#changed.clear();
  }

  #write(): void {
    this.#cancel = undefined;
    const words = [...this.#changed].map(wordsOf).filter(Boolean);
    this.#forget();
    if (words.length > 0) this.element.textContent = `Last changed: ${words.join(', ')}`;
  }
}

function wordsOf(known: KnownCell): string {
  const { cell } = known;
  const direction = directionOfLast(known);
  const name = cell.getAttribute('data-cell');
  return name && cell.isConnected ? `${name} ${direction ? `${direction} to` : 'is'} ${textOf(cell)}` : '';
}

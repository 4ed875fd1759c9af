import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#lib/clock.ts';
import { textOf } from './copy-cells.ts';
import type { Direction } from './number-change.ts';

/** Cells that a note names; more would be read for minutes. */
const MOST_NAMED = 8;

/**
 * The changes of the last seconds in words, at the report's beginning, for those who do not see the tint. It is not a
 * live region: a report that changes every second would never be silent.
 */
export class ChangeNote {
  readonly element: HTMLElement;
  readonly #clock: Clock;
  readonly #changed = new Map<Element, Direction>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.element = document.createElement('p');
    this.element.className = 'told';
  }

  add(changes: ReadonlyMap<Element, Direction>): void {
    for (const [cell, direction] of changes) {
      if (this.#changed.size < MOST_NAMED || this.#changed.has(cell)) this.#changed.set(cell, direction);
    }
    if (this.#changed.size > 0) this.#cancel ??= this.#clock.after(limits.changeNote, () => this.#write());
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#changed.clear();
    this.element.textContent = '';
  }

  #write(): void {
    this.#cancel = undefined;
    const words = [...this.#changed].map(([cell, direction]) => wordsOf(cell, direction)).filter(Boolean);
    this.#changed.clear();
    if (words.length > 0) this.element.textContent = `Changed last: ${words.join(', ')}`;
  }
}

function wordsOf(cell: Element, direction: Direction): string {
  const name = cell.getAttribute('data-cell');
  return name && cell.isConnected ? `${name} ${direction ? `${direction} to` : 'is'} ${textOf(cell)}` : '';
}

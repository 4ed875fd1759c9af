import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#lib/clock.ts';
import type { Direction } from './number-change.ts';

/** The tint fades in this many steps: attribute steps cost a fraction of an animation (docs/decisions). */
const STEPS = 4;
/** More cells than this at once is a new page rather than a change: nothing is learned from their tint. */
const MOST_CELLS = 1500;

interface Batch {
  readonly cells: Set<Element>;
  step: number;
}

/** The soft tint of changed cells, in blocks that are on screen only: nothing flashes when it scrolls in later. */
export class Flash {
  readonly #clock: Clock;
  readonly #onScreen = new Set<Element>();
  readonly #observer: IntersectionObserver;
  #batches: Batch[] = [];
  #cancel: (() => void) | undefined;

  constructor(host: Element, clock: Clock) {
    this.#clock = clock;
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), { root: host });
  }

  /** Watches the blocks of a page in place of those before. */
  observe(blocks: readonly Element[]): void {
    this.#observer.disconnect();
    for (const block of this.#onScreen) if (!blocks.includes(block)) this.#onScreen.delete(block);
    for (const block of blocks) this.#observer.observe(block);
  }

  /** Tints the cells of one delta. */
  start(changes: ReadonlyMap<Element, Direction>): void {
    if (changes.size > MOST_CELLS) return;
    const cells = new Set<Element>();
    for (const [cell, direction] of changes) {
      const block = cell.closest('[data-n]');
      if (!block || !this.#onScreen.has(block)) continue;
      for (const batch of this.#batches) batch.cells.delete(cell);
      mark(cell, STEPS, direction);
      cells.add(cell);
    }
    if (cells.size === 0) return;
    this.#batches.push({ cells, step: STEPS });
    this.#cancel ??= this.#clock.after(limits.changeFlash / STEPS, () => this.#fade());
  }

  /** Ends every tint at once. */
  stop(): void {
    for (const batch of this.#batches) for (const cell of batch.cells) unmark(cell);
    this.#batches = [];
    this.#cancel?.();
    this.#cancel = undefined;
  }

  close(): void {
    this.stop();
    this.#observer.disconnect();
    this.#onScreen.clear();
  }

  #fade(): void {
    for (const batch of this.#batches) {
      batch.step--;
      for (const cell of batch.cells) {
        if (batch.step > 0) cell.setAttribute('data-t', String(batch.step));
        else unmark(cell);
      }
    }
    this.#batches = this.#batches.filter(({ step, cells }) => step > 0 && cells.size > 0);
    this.#cancel =
      this.#batches.length > 0 ? this.#clock.after(limits.changeFlash / STEPS, () => this.#fade()) : undefined;
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#onScreen.add(target);
      else this.#onScreen.delete(target);
    }
  }
}

function mark(cell: Element, step: number, direction: Direction): void {
  cell.setAttribute('data-t', String(step));
  if (direction) cell.setAttribute('data-d', direction);
  else cell.removeAttribute('data-d');
}

function unmark(cell: Element): void {
  cell.removeAttribute('data-t');
  cell.removeAttribute('data-d');
}

import { limits } from '@sheetwire/contract/limits';
import { directionOfLast, type KnownCell } from '#features/report-document/known-cells.ts';
import type { Clock } from '#lib/clock.ts';
import type { Direction } from './number-change.ts';

/** The tint fades in this many steps: attribute steps cost a fraction of an animation (docs/decisions). */
const STEPS = 4;

/** The soft tint of changed cells, in blocks that are on screen only: nothing flashes when it scrolls in later. */
export class Flash {
  readonly #clock: Clock;
  readonly #onScreen = new Set<Element>();
  #observed: ReadonlySet<Element> = new Set();
  readonly #observer: IntersectionObserver;
  /** The step that each tinted cell is at. */
  readonly #steps = new Map<Element, number>();
  #cancel: (() => void) | undefined;

  constructor(host: Element, clock: Clock) {
    this.#clock = clock;
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), { root: host });
  }

  /** Watches the blocks of a page in place of those before; those that stay are not looked at anew. */
  observe(blocks: readonly Element[]): void {
    const next = new Set(blocks);
    for (const block of this.#observed) {
      if (next.has(block)) continue;
      this.#observer.unobserve(block);
      this.#onScreen.delete(block);
    }
    for (const block of next) if (!this.#observed.has(block)) this.#observer.observe(block);
    this.#observed = next;
  }

  /** Whether the cell's block is on screen. */
  sees({ block }: KnownCell): boolean {
    return block !== null && this.#onScreen.has(block);
  }

  /** Tints the cells of one delta. */
  start(changes: readonly KnownCell[]): void {
    for (const known of changes) {
      if (!this.sees(known)) continue;
      const { cell } = known;
      if (this.#steps.get(cell) !== STEPS) cell.setAttribute('data-t', String(STEPS));
      point(cell, directionOfLast(known));
      this.#steps.set(cell, STEPS);
    }
    if (this.#steps.size > 0) this.#cancel ??= this.#clock.after(limits.changeFlash / STEPS, () => this.#fade());
  }

  /** Ends every tint at once. */
  stop(): void {
    for (const cell of this.#steps.keys()) unmark(cell);
    this.#steps.clear();
    this.#cancel?.();
    this.#cancel = undefined;
  }

  close(): void {
    this.stop();
    this.#observer.disconnect();
    this.#observed = new Set();
    this.#onScreen.clear();
  }

  #fade(): void {
    for (const [cell, before] of this.#steps) {
      const step = before - 1;
      if (step > 0) {
        cell.setAttribute('data-t', String(step));
        this.#steps.set(cell, step);
      } else {
        unmark(cell);
        this.#steps.delete(cell);
      }
    }
    this.#cancel = this.#steps.size > 0 ? this.#clock.after(limits.changeFlash / STEPS, () => this.#fade()) : undefined;
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      // What was noticed of a block before it went may be told after.
      if (isIntersecting && this.#observed.has(target)) this.#onScreen.add(target);
      else this.#onScreen.delete(target);
    }
  }
}

function point(cell: Element, direction: Direction): void {
  if (direction === undefined) cell.removeAttribute('data-d');
  else if (cell.getAttribute('data-d') !== direction) cell.setAttribute('data-d', direction);
}

function unmark(cell: Element): void {
  cell.removeAttribute('data-t');
  cell.removeAttribute('data-d');
}

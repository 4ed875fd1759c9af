import { limits } from '@sheetwire/contract/limits';
import type { CellOp, Op, RowsOp } from '@sheetwire/contract/live';
import { cellOp, opPage, rowsOp } from '@sheetwire/contract/ops';
import { cellCountOf, rowCountOf } from '@sheetwire/page/model/cut-texts';
import { cutPage } from '@sheetwire/page/model/page-cut';
import type { DrawnPage, WaitingCells } from '#features/report-document/shown-document.ts';
import { LatestCells } from '#features/report-document/texts/latest-cells.ts';
import { cellsInView, firstCellFrom } from './cells-in-view.ts';

/** What is written so is no change that happened now. */
const LATE = Number.POSITIVE_INFINITY;
const ALL = { from: 0, to: Number.POSITIVE_INFINITY } as const;
/** How long cells that waited are written before the browser has its turn, in ms, and how many between two looks at the time. */
const TURN = 16;
const AT_ONCE = 200;
/** What a reader does with the report: it is whole before. */
const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'contextmenu'] as const;

/** Rows that came, and are not written yet: as often as not the next step takes them away again. */
interface ComingRows {
  readonly op: RowsOp;
  readonly rows: number;
  /** The number of their first cell, and how many they have. */
  readonly first: number;
  readonly cells: number;
}

export interface WaitOptions {
  /** Asked before each delta. */
  readonly mayWait: () => boolean;
  /** The next delta is on its way: what waits would be written once more. */
  readonly isMoving?: () => boolean;
  /** So many ops are written as they come. */
  readonly atOnce?: number;
}

/**
 * While a hand moves through the past, only what is in view is written at once. The rest waits, each cell once, until the
 * hand rests, or until somebody may read it: by scrolling, searching, copying, printing, or with a screen reader for which
 * the whole table is drawn (time 3).
 */
export class CellsOutOfView implements WaitingCells {
  readonly #page: DrawnPage;
  readonly #options: WaitOptions;
  readonly #cells = new LatestCells();
  readonly #closed = new AbortController();
  #cancel: (() => void) | undefined;
  #coming: ComingRows | undefined;
  /** Grows when the page is drawn anew. */
  #drawing = 0;

  constructor(page: DrawnPage, options: WaitOptions) {
    this.#page = page;
    this.#options = options;
    const { signal } = this.#closed;
    const whole = () => this.drawAll();
    for (const kind of TOUCHES) page.host.addEventListener(kind, whole, { signal, capture: true });
    for (const kind of ['copy', 'selectstart']) document.addEventListener(kind, whole, { signal, capture: true });
    addEventListener('beforeprint', whole, { signal, capture: true });
    const onKey = (event: KeyboardEvent) => {
      if (isShortcut(event)) this.drawAll();
    };
    addEventListener('keydown', onKey, { signal, capture: true });
    const onMove = () => {
      if (this.#cells.size > 0) this.#drawInView();
    };
    page.host.addEventListener('scroll', onMove, { signal, passive: true });
    addEventListener('resize', onMove, { signal });
  }

  /** Cells that wait already are carried along by every delta that comes. */
  write(ops: readonly Op[]): boolean {
    const own = ops.filter((op) => opPage(op) === this.#page.number());
    const { mayWait, atOnce = limits.past.drawnAtOnce } = this.#options;
    if (this.#page.host.hasAttribute('data-whole') || !mayWait()) this.drawAll();
    else if (this.#cells.size > 0 || own.length > atOnce) return this.#keep(own);
    return this.#written(own, own.length);
  }

  drawAll(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#cells.size === 0) return;
    this.#page.write(this.#cells.take(this.#page.number(), ALL), LATE);
    this.#page.caughtUp();
  }

  forget(): void {
    this.#drawing++;
    this.#cells.clear();
    this.#coming = undefined;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  close(): void {
    this.drawAll();
    this.#closed.abort();
  }

  /** Nothing of it is told, by tint or in words: so much at once is another moment rather than a change. */
  #keep(ops: readonly Op[]): boolean {
    const drawing = this.#drawing;
    const now: Op[] = [];
    for (const op of ops) {
      if (!this.#take(op, now)) return false;
      // It was drawn anew of the texts, which have all of this delta.
      if (this.#drawing !== drawing) return true;
    }
    if (!this.#flushed(now)) return false;
    if (this.#drawing !== drawing) return true;
    this.#awaitRest();
    return this.#drawInView();
  }

  /** False when it does not fit. */
  #take(op: Op, now: Op[]): boolean {
    if (cellOp.is(op)) return this.#takeCell(op, now);
    const drawing = this.#drawing;
    if (rowsOp.is(op) && this.#goAgain(op)) return true;
    if (!this.#flushed(now)) return false;
    if (this.#drawing !== drawing) return true;
    return rowsOp.is(op) ? this.#takeRows(op) : this.#page.write([op], LATE);
  }

  /** Adds to `now` what cannot wait; false when there is no such cell. */
  #takeCell(op: CellOp, now: Op[]): boolean {
    const number = cellOp.cell(op);
    const count = (this.#page.index()?.cellCount ?? 0) + (this.#coming?.cells ?? 0);
    if (number >= count) return false;
    if (!cellOp.html(op).includes('<')) {
      this.#cells.set(op);
      return true;
    }
    // A control or a drawing is more than its text: others look at it as soon as the delta is there.
    const isWritten = this.#coming === undefined || this.#flushed(now);
    const style = cellOp.style(op) ?? this.#cells.styleOf(number);
    this.#cells.drop(number);
    now.push(cellOp.of(opPage(op), number, cellOp.html(op), style));
    return isWritten;
  }

  /** Whether a step takes away the rows that came with one before: then neither is written. */
  #goAgain(op: RowsOp): boolean {
    const coming = this.#coming;
    if (!coming || rowsOp.at(op) !== rowsOp.at(coming.op) || rowsOp.remove(op) !== coming.rows) return false;
    if (rowsOp.html(op) !== '') return false;
    this.#coming = undefined;
    this.#cells.move({ at: coming.first, gone: coming.cells, come: 0 });
    return true;
  }

  /** Where rows come and go, the cells that wait move with their rows. */
  #takeRows(op: RowsOp): boolean {
    const index = this.#page.index();
    const { at, remove, html } = rowsOp.splice(op);
    if (!index || at > index.rowCount) return this.#page.write([op], LATE);
    const first = firstCellFrom(index, at);
    if (remove === 0) {
      const cut = cutPage(html);
      const cells = cellCountOf(cut);
      this.#coming = { op, rows: rowCountOf(cut), first, cells };
      this.#cells.move({ at: first, gone: 0, come: cells });
      return true;
    }
    const gone = firstCellFrom(index, at + remove) - first;
    const before = index.cellCount;
    if (!this.#page.write([op], LATE)) return false;
    this.#cells.move({ at: first, gone, come: index.cellCount - before + gone });
    return true;
  }

  /** Writes what cannot wait any longer, in its order; false when it does not fit. */
  #flushed(now: Op[]): boolean {
    const coming = this.#coming;
    this.#coming = undefined;
    return this.#written(now.splice(0)) && this.#written(coming ? [coming.op] : []);
  }

  #written(ops: readonly Op[], of = LATE): boolean {
    return ops.length === 0 || this.#page.write(ops, of);
  }

  #drawInView(): boolean {
    const page = this.#page;
    const index = page.index();
    if (!index) return true;
    const named = page.named().map((cell) => index.numberOf(cell));
    const spans = [...cellsInView(page.host, index), ...named.map((from) => ({ from, to: from + 1 }))];
    return this.#written(spans.flatMap((span) => this.#cells.take(page.number(), span)));
  }

  #awaitRest(): void {
    this.#cancel?.();
    this.#cancel = this.#page.clock.after(limits.past.rest, () => this.#drawSome());
  }

  /** As many as fit into a turn; the browser answers in between. */
  #drawSome(): void {
    if (this.#options.isMoving?.()) {
      this.#awaitRest();
      return;
    }
    const until = performance.now() + TURN;
    for (let from = 0; this.#cells.size > 0 && performance.now() < until; ) {
      const ops = this.#cells.take(this.#page.number(), { from, to: ALL.to }, AT_ONCE);
      const last = ops.at(-1);
      from = last ? cellOp.cell(last) + 1 : 0;
      this.#written(ops);
    }
    this.#cancel = this.#cells.size > 0 ? this.#page.clock.after(0, () => this.#drawSome()) : undefined;
    if (!this.#cancel) this.#page.caughtUp();
  }
}

/** What a browser searches, marks or prints a page by. */
function isShortcut({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || /^(?:F\d+|[/'])$/.test(key);
}

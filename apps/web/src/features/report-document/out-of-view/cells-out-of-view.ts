import { limits } from '@sheetwire/contract/limits';
import type { CellOp, Op, RowsOp } from '@sheetwire/contract/live';
import { cellOp, opPage, rowsOp } from '@sheetwire/contract/ops';
import type { CellShift } from '@sheetwire/page/model/moved-names';
import type { CellIndex } from '#features/report-document/cell-index.ts';
import type { DrawnPage, WaitingCells } from '#features/report-document/shown-document.ts';
import { LatestCells } from '#features/report-document/texts/latest-cells.ts';
import { beforeTouch } from './before-touch.ts';
import { firstCellFrom, type Seen, seenIn, spansOf } from './cells-in-view.ts';
import { type ComingRows, comingRows, takesAway } from './coming-rows.ts';
import { LateTurns } from './late-turns.ts';
import { LoneTexts } from './lone-texts.ts';
import type { WaitOptions } from './wait-options.ts';
import { WatchedSizes } from './watched-sizes.ts';

/** What is written so is no change that happened now. */
const LATE = Number.POSITIVE_INFINITY;
const ALL = { from: 0, to: Number.POSITIVE_INFINITY } as const;
/** How long cells that waited are written before the browser has its turn, in ms, and how many between two looks at the time. */
const TURN = 16;
const AT_ONCE = 200;

/**
 * While a hand moves through the past, only what is in view is written at once. The rest waits, each cell once, until the
 * hand rests, for the longest wait at most, or until somebody may read it: by scrolling, searching, copying, printing, or
 * with a screen reader for which the whole table is drawn (time 3).
 */
export class CellsOutOfView implements WaitingCells {
  readonly #page: DrawnPage;
  readonly #options: WaitOptions;
  readonly #cells = new LatestCells();
  readonly #loneTexts = new LoneTexts();
  readonly #turns: LateTurns;
  readonly #closed = new AbortController();
  readonly #sizes: WatchedSizes;
  /** Cells that cannot wait, by their number, before they are written. */
  readonly #now = new Map<number, CellOp>();
  #coming: ComingRows | undefined;
  /** Grows when the page is drawn anew. */
  #drawing = 0;
  /** Where the pass of late turns is. */
  #from = 0;
  /** Cells waited since the page was last told to have caught up. */
  #isBehind = false;
  /** While the page is written its cells may have other numbers than those that wait: a touch is heeded afterwards. */
  #isWriting = false;
  #isTouched = false;

  constructor(page: DrawnPage, options: WaitOptions) {
    this.#page = page;
    this.#options = options;
    this.#turns = new LateTurns({
      clock: page.clock,
      isMoving: () => options.isMoving?.() === true,
      longest: () => options.longest?.() ?? limits.past.longestWait,
      rewind: () => {
        this.#from = 0;
      },
      turn: () => this.#drawSome(),
    });
    const { signal } = this.#closed;
    beforeTouch(page.host, () => this.drawAll(), signal);
    page.host.addEventListener('scroll', () => this.#moved(), { signal, passive: true });
    addEventListener('resize', () => this.#moved(), { signal });
    this.#sizes = new WatchedSizes(page.host, () => this.#moved());
  }

  /** Cells that wait already are carried along by every delta that comes. */
  write(ops: readonly Op[]): boolean {
    const own = ops.filter((op) => opPage(op) === this.#page.number());
    const { mayWait, atOnce = limits.past.drawnAtOnce } = this.#options;
    const drawing = this.#drawing;
    const isKept = !this.#page.host.hasAttribute('data-whole') && mayWait();
    if (!isKept) this.drawAll();
    // Nothing is other than before, or it was drawn anew of the texts, which have all of this delta.
    if (own.length === 0 || this.#drawing !== drawing) return true;
    const mustWait = isKept && (this.#cells.size > 0 || own.length > atOnce);
    // What is written as it comes may make a cell more than a text, and number cells anew.
    if (!mustWait) this.#loneTexts.clear();
    return this.#during(() => (mustWait ? this.#keep(own) : this.#page.write(own, own.length)));
  }

  drawAll(): void {
    if (this.#isWriting) {
      this.#isTouched = true;
      return;
    }
    this.#isTouched = false;
    this.#turns.stop();
    if (this.#cells.size > 0) this.#during(() => this.#drawLate(this.#cells.take(this.#page.number(), ALL)));
    this.#caughtUp();
  }

  forget(): void {
    this.#drawing++;
    this.#cells.clear();
    this.#loneTexts.clear();
    this.#now.clear();
    this.#coming = undefined;
    this.#isBehind = false;
    this.#turns.stop();
  }

  close(): void {
    this.drawAll();
    this.#closed.abort();
    this.#sizes.close();
  }

  /** Writes the page; who touches it meanwhile, as the focus does that is set again, finds it whole afterwards. */
  #during<T>(write: () => T): T {
    if (this.#isWriting) return write();
    this.#isWriting = true;
    try {
      return write();
    } finally {
      this.#isWriting = false;
      if (this.#isTouched) this.drawAll();
    }
  }

  #caughtUp(): void {
    if (!this.#isBehind) return;
    this.#isBehind = false;
    this.#turns.stop();
    this.#page.caughtUp();
  }

  /** Other cells may be in view. */
  #moved(): void {
    if (this.#cells.size > 0) this.#during(() => this.#drawInView());
  }

  /** Nothing of it is told, by tint or in words: so much at once is another moment rather than a change. */
  #keep(ops: readonly Op[]): boolean {
    const drawing = this.#drawing;
    const isDrawnAnew = () => this.#drawing !== drawing;
    const index = this.#page.index();
    // Asked while nothing is written: mostly it is seen afterwards too, and one look finds that no more is.
    const seen = index && seenIn(this.#page.host, index);
    for (const op of ops) {
      const isFit = this.#take(op);
      // Of the texts, which have all of this delta.
      if (isDrawnAnew()) return true;
      if (!isFit) return this.#misfit();
    }
    const isFit = this.#flushed();
    if (isDrawnAnew()) return true;
    if (!isFit) return this.#misfit();
    this.#isBehind = true;
    this.#turns.wait();
    this.#watch();
    this.#drawInView(seen);
    return true;
  }

  /** Other rows are shown than those whose cells wait: their numbers are worth nothing. */
  #misfit(): false {
    this.forget();
    return false;
  }

  /** False when it does not fit. */
  #take(op: Op): boolean {
    if (cellOp.is(op)) return this.#takeCell(op);
    const drawing = this.#drawing;
    if (rowsOp.is(op) && this.#goAgain(op)) return true;
    if (!this.#flushed()) return false;
    if (this.#drawing !== drawing) return true;
    return rowsOp.is(op) ? this.#takeRows(op) : this.#page.write([op], LATE);
  }

  /** False when there is no such cell. */
  #takeCell(op: CellOp): boolean {
    const number = cellOp.cell(op);
    const index = this.#page.index();
    if (!index || number >= index.cellCount + (this.#coming?.cells ?? 0)) return false;
    if (!cellOp.html(op).includes('<') && !this.#now.has(number) && this.#isLoneText(index, number)) {
      this.#cells.set(op);
      return true;
    }
    const drawing = this.#drawing;
    if (this.#coming && !this.#flushed()) return false;
    if (this.#drawing !== drawing) return true;
    const before = this.#now.get(number);
    const style = cellOp.style(op) ?? (before && cellOp.style(before)) ?? this.#cells.styleOf(number);
    this.#cells.drop(number);
    this.#loneTexts.drop(number);
    this.#now.set(number, cellOp.of(opPage(op), number, cellOp.html(op), style));
    return true;
  }

  /**
   * Whether a cell is a text in one row. A control or a drawing is more: others look at it as soon as the delta is there,
   * and it may reach over cells that are in view, as cells of several rows do. One that waits is none of these.
   */
  #isLoneText(index: CellIndex, number: number): boolean {
    if (this.#cells.has(number)) return true;
    const { first, cells, areTexts } = this.#coming ?? { first: index.cellCount, cells: 0, areTexts: true };
    if (number >= first && number < first + cells) return areTexts;
    if (this.#loneTexts.has(number)) return true;
    return this.#loneTexts.look(number, index.cell(number < first ? number : number - cells));
  }

  /** Rows that go again are not written at all. */
  #goAgain(op: RowsOp): boolean {
    const coming = this.#coming;
    if (!coming || !takesAway(op, coming)) return false;
    this.#coming = undefined;
    this.#move({ at: coming.first, gone: coming.cells, come: 0 });
    return true;
  }

  /** Where rows come and go, the cells that wait move with their rows. */
  #takeRows(op: RowsOp): boolean {
    const index = this.#page.index();
    const { at, remove } = rowsOp.splice(op);
    if (!index || at > index.rowCount) return this.#page.write([op], LATE);
    const first = firstCellFrom(index, at);
    if (remove === 0) {
      this.#coming = comingRows(op, first);
      this.#move({ at: first, gone: 0, come: this.#coming.cells });
      return true;
    }
    const gone = firstCellFrom(index, at + remove) - first;
    const before = index.cellCount;
    if (!this.#page.write([op], LATE)) return false;
    this.#move({ at: first, gone, come: index.cellCount - before + gone });
    return true;
  }

  #move(shift: CellShift): void {
    const { at, gone, come } = shift;
    this.#cells.move(shift);
    this.#loneTexts.move(shift);
    if (at < this.#from) this.#from = Math.max(at, this.#from + come - gone);
  }

  /** Writes what cannot wait any longer, in its order; false when it does not fit. */
  #flushed(): boolean {
    const coming = this.#coming;
    const now = [...this.#now.values()];
    this.#coming = undefined;
    this.#now.clear();
    return this.#written(now) && this.#written(coming ? [coming.op] : []);
  }

  #written(ops: readonly Op[]): boolean {
    return ops.length === 0 || this.#page.write(ops, LATE);
  }

  /** Writes cells that waited; where they do not fit, the page is drawn anew of its texts, which are right. */
  #drawLate(ops: readonly CellOp[]): void {
    if (this.#written(ops)) return;
    this.forget();
    this.#page.write([[this.#page.number(), 'p', '']], LATE);
  }

  /** Rows that are higher or lower with their new texts bring others into view. */
  #drawInView(seen?: readonly Seen[]): void {
    const page = this.#page;
    let before = seen;
    for (let index = page.index(); index && this.#cells.size > 0; index = page.index()) {
      const known: CellIndex = index;
      const named = page.named().map((cell) => known.numberOf(cell));
      const spans = [
        ...spansOf(before ?? seenIn(page.host, known), known),
        ...named.map((from) => ({ from, to: from + 1 })),
      ];
      const ops = spans.flatMap((span) => this.#cells.take(page.number(), span));
      if (ops.length === 0 && before === undefined) return;
      before = undefined;
      if (ops.length > 0) this.#drawLate(ops);
    }
  }

  /** The layout moves without a scroll too, as where a group of rows is folded. */
  #watch(): void {
    this.#sizes.follow(this.#page.index()?.blocks[0]?.closest('.page') ?? undefined);
  }

  /** As many as fit into a turn; true when the last is behind. */
  #drawSome(): boolean {
    const until = performance.now() + TURN;
    let isOver = false;
    this.#during(() => {
      do {
        const ops = this.#cells.take(this.#page.number(), { from: this.#from, to: ALL.to }, AT_ONCE);
        const last = ops.at(-1);
        isOver = last === undefined;
        if (last) this.#from = cellOp.cell(last) + 1;
        this.#drawLate(ops);
      } while (!isOver && performance.now() < until);
    });
    if (this.#cells.size > 0) return isOver;
    this.#caughtUp();
    return true;
  }
}

import { isDeepStrictEqual } from 'node:util';
import { intersection } from '../address.ts';
import { NotFollowed } from '../live/not-followed.ts';
import type { Cell, CellRange, CellValue } from '../model.ts';
import { type Asking, askedBy, askingKey, askingOf, heldByFormulas } from './asking.ts';
import { HeldCells, placeOf, spotOf } from './held/held-cells.ts';
import { HeldMap } from './held/held-map.ts';
import { turned } from './held/turning-points.ts';
import { type Court, isScale, type JudgingRule, sayingOf, type Verdict } from './judge.ts';
import type { Rule } from './rule.ts';
import { cellBox, isWithin, readBy } from './rule-boxes.ts';
import { RuleWork } from './rule-work.ts';
import { Rulings, verdictOf } from './rulings.ts';
import type { PlacedCell } from './sheet-values.ts';

/** A cell that holds another value than before. */
export interface ChangedCell {
  /** The sheet's name in lower case. */
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly before: CellValue | undefined;
  readonly after: CellValue | undefined;
}

/** A cell of which rules may say another thing than before, and what they say now. */
export interface JudgedCell {
  readonly row: number;
  readonly column: number;
  /** The cell itself, where the file lists it. */
  readonly listed: Cell | undefined;
  readonly verdict: Verdict | undefined;
}

/** The rules of one sheet, which follow its values: of each change only the cells are judged that it may turn. */
export class LiveRules {
  readonly #court: Court;
  readonly #sheet: string;
  readonly #asking = new Map<string, Asking>();
  readonly #rulings: Rulings;
  /** Places of which it is kept whether formulas held for them, a byte for each. */
  #mapped = 0;
  readonly #held = new Map<string, { readonly ranges: readonly CellRange[]; readonly cells: HeldCells }>();

  constructor(court: Court, sheet: string) {
    this.#court = court;
    this.#rulings = new Rulings(court);
    this.#sheet = sheet.toLowerCase();
  }

  /** Roughly the bytes of memory that it takes. */
  get memory(): number {
    const kept = [...this.#held.values()].reduce((sum, { cells }) => sum + cells.memory, 0);
    return kept + PER_RULE * this.#rulings.count + this.#mapped;
  }

  /** A rule that judges; behind those before it. */
  add({ rule, cells, blanks }: JudgingRule): void {
    if (this.#isSilent(rule)) return;
    const held = this.#heldFor(rule, cells);
    const saying = sayingOf(rule, held ?? none, this.#court);
    if (!saying) throw new NotFollowed();
    const key = askingKey(rule, blanks);
    const known = this.#asking.get(key);
    const work = known?.others ?? new RuleWork(this.#court.formulas, cells.length);
    const mapped = PLACES_PER_CELL * cells.length;
    const asking = known ?? this.#beginAsking(key, rule, { blanks, cells: held, saying, work, mapped });
    if (!known && asking.formulas.length > 0) this.#mapped += mapped;
    if (known?.others) work.rules++;
    else if (known) known.others = work;
    const isStop = rule.stops && !isScale(rule);
    if (isStop) asking.stopsAt = Math.min(asking.stopsAt, this.#rulings.count);
    this.#rulings.add({ asking, say: isScale(rule) ? undefined : saying.say });
  }

  #beginAsking(key: string, rule: Rule, begun: Omit<Parameters<typeof askingOf>[1], 'first'>): Asking {
    const asking = askingOf(rule, { ...begun, first: this.#rulings.count }, this.#court.formulas);
    this.#asking.set(key, asking);
    return asking;
  }

  /** What the rules now say of the cells of which they may say another thing, row by row. Throws NotFollowed, NotEvaluated. */
  follow(changes: readonly ChangedCell[]): JudgedCell[] {
    const marked = new Set<number>();
    const own = changes.filter(({ sheet }) => sheet === this.#sheet);
    for (const { row, column } of own) marked.add(placeOf(row, column));
    const moved = this.#moveHeld(own, marked);
    for (const asking of this.#asking.values()) {
      asking.isFresh = true;
      this.#followOne(asking, { changes, moved, marked });
    }
    const places = [...marked].sort((a, b) => a - b);
    const judged = places.map((place) => this.#judged(place));
    for (const { work, others } of this.#asking.values()) {
      work.settle();
      others?.settle();
    }
    return judged;
  }

  #moveHeld(own: readonly ChangedCell[], marked: Set<number>): ReadonlySet<HeldCells> {
    const moved = new Set<HeldCells>();
    for (const { ranges, cells } of this.#held.values()) {
      for (const { row, column, before, after } of own) {
        if (!isWithin(ranges, row, column)) continue;
        moved.add(cells);
        // Where a value is alone or there twice, a change of one may turn the other; the changed cell is marked itself.
        cells.markFew(before, marked);
        cells.change(placeOf(row, column), before, after);
        cells.markFew(after, marked);
      }
    }
    return moved;
  }

  #followOne(asking: Asking, following: Following): void {
    const { cells, goesByNumbers } = asking;
    const besides: Place[] = [];
    const isRead = this.#isRead(asking, following, besides);
    for (const place of besides) this.#lookAgain(asking, place, following.marked);
    // What goes by no numbers asks of each cell anew, and stays what it is.
    if (goesByNumbers && (isRead || (cells !== undefined && following.moved.has(cells)))) {
      this.#ask(asking, following.marked);
    }
  }

  /** Whether a changed cell is read by a formula of the rules; marks the places that it is read from, or tells single ones. */
  #isRead(asking: Asking, { changes, marked }: Following, besides: Place[]): boolean {
    let isRead = false;
    for (const { text, reads, isOfFirst, readers } of asking.formulas) {
      const boxes = readBy(reads, changes, readers);
      if (boxes.length === 0) continue;
      isRead = true;
      this.#court.formulas.forget(text);
      if (isOfFirst) continue;
      for (const box of boxes) {
        const { top: row, left: column } = box;
        if (row !== box.bottom || column !== box.right) this.#markWithin(asking, box, marked);
        else if (!marked.has(placeOf(row, column))) besides.push({ row, column });
      }
    }
    return isRead;
  }

  /** A cell whose own value stays, and beside which one changed: most often the rule says of it what it said. */
  #lookAgain(asking: Asking, { row, column }: Place, marked: Set<number>): void {
    if (marked.has(placeOf(row, column))) return;
    const found = this.#cellIn(row, column);
    if (!found || !isWithin(found.isListed ? asking.rule.ranges : asking.blanks, row, column)) return;
    asking.heldAt ??= new HeldMap(this.#court.values.listedPart(asking.box), asking.mapped);
    const before = asking.heldAt.at(row, column);
    const isHeld = this.#isHeld(asking, { placed: { row, cell: found.cell }, isListed: found.isListed });
    if (before !== isHeld) marked.add(placeOf(row, column));
  }

  /** What the rules go by now; marks the cells of which they may say another thing. */
  #ask(asking: Asking, marked: Set<number>): void {
    const { rule, cells, box } = asking;
    const { formulas } = this.#court;
    formulas.begin();
    const { left } = formulas;
    const saying = sayingOf(rule, cells ?? none, this.#court);
    if (!saying) throw new NotFollowed();
    const steps = left - formulas.left;
    asking.work.note(left);
    asking.others?.charge(steps);
    const spans = turned(asking.saying, saying);
    // What goes by the same numbers says what it said, and knows already what it said of many.
    if (spans?.length === 0) return;
    asking.saying = saying;
    if (!spans) this.#markWithin(asking, box, marked);
    else for (const [least, most] of spans) cells?.markBetween(least, most, marked);
  }

  #markWithin({ rule, blanks }: Asking, box: CellRange, marked: Set<number>): void {
    const { values } = this.#court;
    for (const range of rule.ranges) {
      const part = intersection(range, box);
      if (!part) continue;
      for (const { row, cell } of values.within(part, { left: Number.POSITIVE_INFINITY })) {
        marked.add(placeOf(row, cell.column));
      }
    }
    for (const range of blanks) {
      const part = intersection(range, box);
      if (part) for (const { row, cell } of values.blanksWithin(part)) marked.add(placeOf(row, cell.column));
    }
  }

  #judged(place: number): JudgedCell {
    const { row, column } = spotOf(place);
    const found = this.#cellIn(row, column);
    if (!found) throw new NotFollowed();
    const { cell, isListed } = found;
    const placed = { row, cell };
    let [text, bits, count, end] = ['', 0, 0, Number.POSITIVE_INFINITY];
    for (const asking of this.#asking.values()) {
      if (asking.first > end) {
        asking.heldAt?.note(row, column, undefined);
        continue;
      }
      if (count > 0 && count % BITS === 0) [text, bits] = [`${text}${bits},`, 0];
      asking.isHeld = this.#isHeld(asking, { placed, isListed });
      if (asking.isHeld) {
        bits |= 1 << (count % BITS);
        end = Math.min(end, asking.stopsAt);
      }
      count++;
    }
    const ruling = this.#rulings.of(text === '' ? bits : text + bits, placed);
    return { row, column, listed: isListed ? cell : undefined, verdict: verdictOf(ruling, placed) };
  }

  /** Whether rules that nothing has stopped hold for a cell; the work of their formulas is counted for each of them. */
  #isHeld(asking: Asking, { placed, isListed }: Judged): boolean {
    const { rule, blanks, saying } = asking;
    if (!isWithin(isListed ? rule.ranges : blanks, placed.row, placed.cell.column)) return false;
    if (asking.formulas.length === 0) return saying.holds(placed, undefined);
    const isHeld = heldByFormulas(asking, placed, this.#court.formulas);
    asking.heldAt?.note(placed.row, placed.cell.column, isHeld);
    return isHeld;
  }

  /** A cell that the file lists, or one within the values of the sheet; undefined beyond them. */
  #cellIn(row: number, column: number): { readonly cell: Cell; readonly isListed: boolean } | undefined {
    const { values } = this.#court;
    const listed = values.at(row, column);
    if (listed) return { cell: listed, isListed: true };
    for (const { cell } of values.blanksWithin(cellBox({ row, column }))) return { cell, isListed: false };
    return undefined;
  }

  /** Of several scales of colours, or sets of icons, over the same cells the first alone says anything. */
  #isSilent({ type, ranges }: Rule): boolean {
    if (type !== 'colorScale' && type !== 'iconSet') return false;
    return this.#asking.values().some(({ rule }) => rule.type === type && isDeepStrictEqual(rule.ranges, ranges));
  }

  /** Rules over the same ranges share what is kept of their cells. */
  #heldFor(rule: Rule, cells: readonly PlacedCell[]): HeldCells | undefined {
    const asked = askedBy(rule);
    if (!asked) return undefined;
    const key = JSON.stringify([rule.ranges, asked]);
    const known = this.#held.get(key);
    if (known) return known.cells;
    // A cell that lies in two ranges of a rule counts twice.
    if (rule.ranges.length > 1 && new Set(cells.map(placeOfCell)).size < cells.length) throw new NotFollowed();
    const held = new HeldCells(cells, asked);
    this.#held.set(key, { ranges: rule.ranges, cells: held });
    return held;
  }
}

const PER_RULE = 2000;
/** Of so many places is known whether a rule holds, for each cell that it judges: a range may have some that it does not. */
const PLACES_PER_CELL = 2;

/** What askings hold for is told by so many bits of a number. */
const BITS = 30;

/** A cell that is judged. */
interface Judged {
  readonly placed: PlacedCell;
  readonly isListed: boolean;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

interface Following {
  readonly changes: readonly ChangedCell[];
  readonly moved: ReadonlySet<HeldCells>;
  readonly marked: Set<number>;
}

/** What rules go by whose kind asks nothing of other cells. */
const none = new HeldCells([], { numbers: false, spread: false, counts: false });

function placeOfCell({ row, cell }: PlacedCell): number {
  return placeOf(row, cell.column);
}

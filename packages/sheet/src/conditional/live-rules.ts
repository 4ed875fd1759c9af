import { isDeepStrictEqual } from 'node:util';
import { intersection } from '../address.ts';
import { NotFollowed } from '../live/not-followed.ts';
import type { Cell, CellRange, CellValue } from '../model.ts';
import { type Asking, askedBy, askingKey, askingOf } from './asking.ts';
import { HeldCells, placeOf, spotOf } from './held-cells.ts';
import { type Court, isScale, type JudgingRule, newVerdict, type Saying, sayingOf, type Verdict } from './judge.ts';
import type { Rule } from './rule.ts';
import { cellBox, isWithin, readBy } from './rule-boxes.ts';
import { type Same, sameness } from './rule-cells.ts';
import { RuleWork } from './rule-work.ts';
import type { PlacedCell } from './sheet-values.ts';
import { turned } from './turning-points.ts';

/** A cell that holds another value than before. */
export interface ChangedCell {
  /** The sheet's name in lower case. */
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly before: CellValue | undefined;
  readonly after: CellValue | undefined;
}

interface LiveRule {
  readonly asking: Asking;
  readonly work: RuleWork;
  /** What it says by itself where it holds; undefined of a scale, which says what its numbers say. */
  readonly say: Saying['say'] | undefined;
}

/** A cell that is judged. */
interface Judged {
  readonly placed: PlacedCell;
  readonly isListed: boolean;
  readonly nth: number;
  /** The first one since values changed: what formulas keep for all cells is worked out with it. */
  readonly isFirst: boolean;
}

/** The rules of one sheet, which follow its values: of each change only the cells are judged that it may turn. */
export class LiveRules {
  readonly #court: Court;
  readonly #sheet: string;
  readonly #rules: LiveRule[] = [];
  readonly #asking = new Map<string, Asking>();
  /** Cells that were judged. */
  #judged = 0;
  readonly #held = new Map<string, { readonly ranges: readonly CellRange[]; readonly cells: HeldCells }>();

  constructor(court: Court, sheet: string) {
    this.#court = court;
    this.#sheet = sheet.toLowerCase();
  }

  /** Roughly the bytes of memory that it takes. */
  get memory(): number {
    return [...this.#held.values()].reduce((sum, { cells }) => sum + cells.memory, 0) + PER_RULE * this.#rules.length;
  }

  /** A rule that judges; behind those before it. */
  add({ rule, cells, blanks }: JudgingRule): void {
    if (this.#isSilent(rule)) return;
    const held = this.#heldFor(rule, cells);
    const saying = sayingOf(rule, held ?? none, this.#court);
    if (!saying) throw new NotFollowed();
    const key = askingKey(rule, blanks);
    const asking = this.#asking.get(key) ?? askingOf(rule, { blanks, cells: held, saying }, this.#court.formulas);
    this.#asking.set(key, asking);
    const work = new RuleWork(this.#court.formulas, cells.length);
    asking.works.push(work);
    this.#rules.push({ asking, work, say: isScale(rule) ? undefined : saying.say });
  }

  /** What the rules now say of the cells of which they may say another thing. Throws NotFollowed, NotEvaluated. */
  follow(changes: readonly ChangedCell[]): Map<number, Verdict | undefined> {
    const marked = new Set<number>();
    const own = changes.filter(({ sheet }) => sheet === this.#sheet);
    for (const { row, column } of own) marked.add(placeOf(row, column));
    const moved = this.#moveHeld(own, marked);
    for (const asking of this.#asking.values()) this.#followOne(asking, { changes, moved, marked });
    const verdicts = new Map<number, Verdict | undefined>();
    for (const place of marked) verdicts.set(place, this.#verdictOf(place, verdicts.size === 0));
    for (const { work } of this.#rules) work.settle();
    return verdicts;
  }

  #moveHeld(own: readonly ChangedCell[], marked: Set<number>): ReadonlySet<HeldCells> {
    const moved = new Set<HeldCells>();
    for (const { ranges, cells } of this.#held.values()) {
      for (const { row, column, before, after } of own) {
        if (!isWithin(ranges, row, column)) continue;
        moved.add(cells);
        const keys = cells.isOfSame ? [sameness(before), sameness(after)] : [];
        markFew(cells, keys, marked);
        cells.change(placeOf(row, column), before, after);
        markFew(cells, keys, marked);
      }
    }
    return moved;
  }

  #followOne(asking: Asking, following: Following): void {
    const { cells, goesByNumbers } = asking;
    const isRead = this.#isRead(asking, following);
    // What goes by no numbers asks of each cell anew, and stays what it is.
    if (goesByNumbers && (isRead || (cells !== undefined && following.moved.has(cells)))) {
      this.#ask(asking, following.marked);
    }
  }

  /** Whether a changed cell is read by a formula of the rules; marks the places that it is read from. */
  #isRead(asking: Asking, { changes, marked }: Following): boolean {
    let isRead = false;
    for (const { text, reads, isOfFirst, readers } of asking.formulas) {
      const boxes = readBy(reads, changes, readers);
      if (boxes.length === 0) continue;
      isRead = true;
      this.#court.formulas.forget(text);
      if (isOfFirst) continue;
      for (const box of boxes) if (!isMarked(box, marked)) this.#markWithin(asking, box, marked);
    }
    return isRead;
  }

  /** What the rules go by now; marks the cells of which they may say another thing. */
  #ask(asking: Asking, marked: Set<number>): void {
    const { rule, cells, box, works } = asking;
    const [first, ...others] = works;
    const { formulas } = this.#court;
    formulas.begin();
    const { left } = formulas;
    const saying = sayingOf(rule, cells ?? none, this.#court);
    if (!saying) throw new NotFollowed();
    const steps = left - formulas.left;
    first?.note(left);
    if (steps > 0) for (const work of others) this.#charge(work, steps);
    const spans = turned(asking.saying, saying);
    // What goes by the same numbers says what it said, and knows already what it said of many.
    if (spans?.length === 0) return;
    asking.saying = saying;
    if (!spans) this.#markWithin(asking, box, marked);
    else for (const [least, most] of spans) for (const place of cells?.between(least, most) ?? []) marked.add(place);
  }

  #markWithin({ rule, blanks }: Asking, box: CellRange, marked: Set<number>): void {
    const { values } = this.#court;
    const { top: row, left: column } = box;
    if (row === box.bottom && column === box.right && values.at(row, column)) {
      if (isWithin(rule.ranges, row, column)) marked.add(placeOf(row, column));
      return;
    }
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

  #verdictOf(place: number, isFirst: boolean): Verdict | undefined {
    const { row, column } = spotOf(place);
    const { cell, isListed } = this.#cellAt(row, column);
    const judged: Judged = { placed: { row, cell }, isListed, nth: ++this.#judged, isFirst };
    let verdict: Verdict | undefined;
    for (const { asking, work, say = asking.saying.say } of this.#rules) {
      if (verdict?.isStopped) break;
      if (!this.#isHeld(asking, work, judged)) continue;
      verdict ??= newVerdict();
      say(judged.placed, verdict);
    }
    return verdict;
  }

  /** Whether a rule that nothing has stopped holds for a cell; the work of its formulas is counted for each rule. */
  #isHeld(asking: Asking, work: RuleWork, { placed, isListed, nth, isFirst }: Judged): boolean {
    const { rule, blanks, saying } = asking;
    const hasWork = asking.formulas.length > 0;
    if (asking.judged === nth && !(hasWork && isFirst)) {
      if (asking.steps > 0) this.#charge(work, asking.steps);
      return asking.isHeld;
    }
    asking.judged = nth;
    asking.isHeld = false;
    asking.steps = 0;
    if (!isWithin(isListed ? rule.ranges : blanks, placed.row, placed.cell.column)) return false;
    const { formulas } = this.#court;
    if (hasWork) formulas.begin();
    const { left } = formulas;
    asking.isHeld = saying.holds(placed, undefined);
    if (hasWork) work.note(left);
    asking.steps = hasWork ? left - formulas.left : 0;
    return asking.isHeld;
  }

  /** Counts for a rule what another one took that asked the same. */
  #charge(work: RuleWork, steps: number): void {
    const { formulas } = this.#court;
    formulas.begin();
    const { left } = formulas;
    formulas.spend(steps);
    work.note(left);
  }

  #cellAt(row: number, column: number): { readonly cell: Cell; readonly isListed: boolean } {
    const { values } = this.#court;
    const listed = values.at(row, column);
    if (listed) return { cell: listed, isListed: true };
    for (const { cell } of values.blanksWithin(cellBox({ row, column }))) return { cell, isListed: false };
    throw new NotFollowed();
  }

  /** Of several scales of colours, or sets of icons, over the same cells the first alone says anything. */
  #isSilent({ type, ranges }: Rule): boolean {
    if (type !== 'colorScale' && type !== 'iconSet') return false;
    return this.#rules.some(({ asking: { rule } }) => rule.type === type && isDeepStrictEqual(rule.ranges, ranges));
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

interface Following {
  readonly changes: readonly ChangedCell[];
  readonly moved: ReadonlySet<HeldCells>;
  readonly marked: Set<number>;
}

/** What rules go by whose kind asks nothing of other cells. */
const none = new HeldCells([], { numbers: false, spread: false, counts: false });

/** Whether it is known of the one cell of a box: most rules of a sheet are asked of the same cells. */
function isMarked({ top, left, bottom, right }: CellRange, marked: ReadonlySet<number>): boolean {
  return top === bottom && left === right && marked.has(placeOf(top, left));
}

function placeOfCell({ row, cell }: PlacedCell): number {
  return placeOf(row, cell.column);
}

/** Where a value is alone or there twice, a change of one may turn the other. */
function markFew(cells: HeldCells, keys: readonly (Same | undefined)[], marked: Set<number>): void {
  for (const key of keys) {
    if (key === undefined || cells.countOf(key) > 2) continue;
    for (const place of cells.placesOf(key)) marked.add(place);
  }
}

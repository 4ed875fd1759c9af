import { isDeepStrictEqual } from 'node:util';
import { intersection } from '../address.ts';
import { NotEvaluated } from '../formula/faults.ts';
import type { Read, Readers } from '../formula/reads.ts';
import { NotFollowed } from '../live/not-followed.ts';
import type { Cell, CellRange, CellValue } from '../model.ts';
import { HeldCells, placeOf, spotOf } from './held-cells.ts';
import { type Court, type JudgingRule, newVerdict, type Saying, sayingOf, type Verdict } from './judge.ts';
import type { Rule } from './rule.ts';
import { around, cellBox, isWithin, readBy } from './rule-boxes.ts';
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
  readonly rule: Rule;
  readonly blanks: readonly CellRange[];
  readonly cells: HeldCells | undefined;
  /** Formulas that it has, but for those that are values. */
  readonly formulas: readonly RuleReads[];
  readonly readers: Readers;
  readonly work: RuleWork;
  saying: Saying;
}

interface RuleReads {
  readonly text: string;
  /** Undefined where it may be anything. */
  readonly reads: readonly Read[] | undefined;
  /** It is asked for one cell alone, as the points of a scale are. */
  readonly isOfFirst: boolean;
}

/** The rules of one sheet, which follow its values: of each change only the cells are judged that it may turn. */
export class LiveRules {
  readonly #court: Court;
  readonly #sheet: string;
  readonly #rules: LiveRule[] = [];
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
    const [first] = rule.ranges;
    this.#rules.push({
      rule,
      blanks,
      cells: held,
      formulas: this.#readsOf(rule),
      readers: { first: { row: first?.top ?? 1, column: first?.left ?? 1 }, box: around(rule.ranges) },
      work: new RuleWork(this.#court.formulas, cells.length),
      saying,
    });
  }

  /** What the rules now say of the cells of which they may say another thing. Throws NotFollowed, NotEvaluated. */
  follow(changes: readonly ChangedCell[]): Map<number, Verdict | undefined> {
    const marked = new Set<number>();
    const own = changes.filter(({ sheet }) => sheet === this.#sheet);
    for (const { row, column } of own) marked.add(placeOf(row, column));
    const moved = this.#moveHeld(own, marked);
    for (const live of this.#rules) this.#followRule(live, { changes, moved, marked });
    const verdicts = new Map<number, Verdict | undefined>();
    for (const place of marked) verdicts.set(place, this.#verdictOf(place));
    for (const { work } of this.#rules) work.settle();
    return verdicts;
  }

  #moveHeld(own: readonly ChangedCell[], marked: Set<number>): ReadonlySet<HeldCells> {
    const moved = new Set<HeldCells>();
    for (const { ranges, cells } of this.#held.values()) {
      for (const { row, column, before, after } of own) {
        if (!isWithin(ranges, row, column)) continue;
        moved.add(cells);
        const keys = [sameness(before), sameness(after)];
        markFew(cells, keys, marked);
        cells.change(placeOf(row, column), before, after);
        markFew(cells, keys, marked);
      }
    }
    return moved;
  }

  #followRule(live: LiveRule, following: Following): void {
    const { cells } = live;
    const isMoved = cells !== undefined && following.moved.has(cells);
    if (this.#isRead(live, following) || isMoved) this.#ask(live, following.marked);
  }

  /** Whether a changed cell is read by a formula of the rule; marks the places that it is read from. */
  #isRead(live: LiveRule, { changes, marked }: Following): boolean {
    const { formulas, readers } = live;
    let isRead = false;
    for (const { text, reads, isOfFirst } of formulas) {
      const boxes = readBy(reads, changes, isOfFirst ? { ...readers, box: cellBox(readers.first) } : readers);
      if (boxes.length === 0) continue;
      isRead = true;
      this.#court.formulas.forget(text);
      if (isOfFirst) continue;
      for (const box of boxes) if (!isMarked(box, marked)) this.#markWithin(live, box, marked);
    }
    return isRead;
  }

  /** What the rule goes by now; marks the cells of which it may say another thing. */
  #ask(live: LiveRule, marked: Set<number>): void {
    const { rule, cells, readers } = live;
    const { formulas } = this.#court;
    formulas.begin();
    const { left } = formulas;
    const saying = sayingOf(rule, cells ?? none, this.#court);
    if (!saying) throw new NotFollowed();
    live.work.note(left);
    const spans = turned(live.saying, saying);
    // What goes by the same numbers says what it said, and knows already what it said of many.
    if (spans?.length === 0) return;
    live.saying = saying;
    if (!spans) this.#markWithin(live, readers.box, marked);
    else for (const [least, most] of spans) for (const place of cells?.between(least, most) ?? []) marked.add(place);
  }

  #markWithin({ rule, blanks }: LiveRule, box: CellRange, marked: Set<number>): void {
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

  #verdictOf(place: number): Verdict | undefined {
    const { row, column } = spotOf(place);
    const { cell, isListed } = this.#cellAt(row, column);
    const placed: PlacedCell = { row, cell };
    let verdict: Verdict | undefined;
    for (const { rule, blanks, saying, formulas, work } of this.#rules) {
      if (!isWithin(isListed ? rule.ranges : blanks, row, column)) continue;
      const holds = formulas.length > 0 ? this.#judged(saying, work, placed, verdict) : saying.holds(placed, verdict);
      if (!holds) continue;
      verdict ??= newVerdict();
      saying.say(placed, verdict);
    }
    return verdict;
  }

  /** Whether a rule with formulas says something of a cell; their work is counted. */
  #judged({ holds }: Saying, work: RuleWork, placed: PlacedCell, verdict: Verdict | undefined): boolean {
    const { formulas } = this.#court;
    formulas.begin();
    const { left } = formulas;
    const isHeld = holds(placed, verdict);
    work.note(left);
    return isHeld;
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
    return this.#rules.some(({ rule }) => rule.type === type && isDeepStrictEqual(rule.ranges, ranges));
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

  #readsOf({ type, formulas, points }: Rule): RuleReads[] {
    if (askedBy({ type })?.counts) return [];
    const asked = [
      ...formulas.map((text) => ({ text, isOfFirst: false })),
      ...points
        .filter((point) => point.value !== '' && !isFixedPoint(point.type))
        .map(({ value }) => ({ text: value, isOfFirst: true })),
    ];
    return asked.flatMap(({ text, isOfFirst }): RuleReads[] => {
      const reads = text === '' ? [] : this.#readable(text);
      return reads?.length === 0 ? [] : [{ text, reads, isOfFirst }];
    });
  }

  /** A formula that is not asked for need not be one. */
  #readable(text: string): readonly Read[] | undefined {
    try {
      return this.#court.formulas.readsOf(text);
    } catch (fault) {
      if (fault instanceof NotEvaluated) return [];
      throw fault;
    }
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

/** What a kind of rule asks of all its cells; undefined for nothing. */
function askedBy({ type, deviations = 0 }: Pick<Rule, 'type'> & { readonly deviations?: number }) {
  switch (type) {
    case 'duplicateValues':
    case 'uniqueValues':
      return { numbers: false, spread: false, counts: true };
    case 'aboveAverage':
      return { numbers: true, spread: deviations !== 0, counts: false };
    case 'top10':
    case 'colorScale':
    case 'dataBar':
    case 'iconSet':
      return { numbers: true, spread: false, counts: false };
    default:
      return undefined;
  }
}

function isFixedPoint(type: string): boolean {
  return type === 'min' || type === 'max' || type === 'autoMin' || type === 'autoMax';
}

/** Where a value is alone or there twice, a change of one may turn the other. */
function markFew(cells: HeldCells, keys: readonly (Same | undefined)[], marked: Set<number>): void {
  for (const key of keys) {
    if (key === undefined || cells.countOf(key) > 2) continue;
    for (const place of cells.placesOf(key)) marked.add(place);
  }
}

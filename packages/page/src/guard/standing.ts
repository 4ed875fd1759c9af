import type { Op } from '@sheetwire/contract/live';
import { cellOp, opPage, opText, styleOp } from '@sheetwire/contract/ops';
import { cellText } from '../compare/cell-text.ts';
import { isMarked, markedTexts } from '../compare/marked-texts.ts';
import { type DecimalMark, decimalMarks } from '../compare/shown-number.ts';
import { errorIn, mayShowErrors } from './error-values.ts';
import { type NamedTexts, namedTexts } from './named-texts.ts';
import type { GuardPlan, Layout } from './plan.ts';

/** A page as rules see it. */
export interface GuardedPage {
  readonly name: string;
  readonly user: string | null;
  readonly html: string;
  readonly rowCount: number;
  readonly cellCount: number;
  numberOf(cell: string): number | undefined;
  cell(n: number): string | undefined;
  cellsInRow(row: number): number;
}

/** What of a page rules have to know to judge the next publish. */
export interface PageStanding {
  readonly name: string;
  readonly user: string | null;
  readonly rows: number;
  readonly cells: number;
  /** The error values by the numbers of their cells. */
  readonly errors: ReadonlyMap<number, string>;
  /** The texts of the cells that rules name, by their names, and their numbers. */
  readonly texts: NamedTexts;
  readonly places: ReadonlyMap<number, string>;
  readonly mark: DecimalMark;
  /** The page that it was read from, whose cells may be others by now. */
  readonly page: GuardedPage;
}

/** A version as rules see it. */
export interface Standing {
  readonly pages: readonly PageStanding[];
  readonly layout: Layout;
}

/** Cells of rules whose texts tell the decimal mark of their page. */
const MOST_READ = 300;

/** Reads of all pages what rules have to know. */
export function standingOf(plan: GuardPlan, pages: readonly GuardedPage[]): Standing {
  return atOnce(standingSteps(plan, undefined, pages));
}

/** As `standingOf`, a little at a time; pages that are as they were before are not read again. */
export function* standingSteps(
  plan: GuardPlan,
  before: Standing | undefined,
  pages: readonly GuardedPage[],
): Generator<void, Standing> {
  const layout = plan.layoutOf(pages);
  const known = new Map(before?.pages.map((one) => [one.page, one]));
  const read: PageStanding[] = [];
  for (const [n, page] of pages.entries()) {
    read.push(known.get(page) ?? (yield* pageSteps(plan, page, { isFirst: n === layout.first })));
  }
  return { pages: read, layout };
}

/** Does all of a work now. */
export function atOnce<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * The standing after a publish: of the cells that its steps set alone, or without steps of the pages that are others. Pages
 * may have been changed in place.
 */
export function standingAfter(plan: GuardPlan, before: Standing | undefined, publish: Publish): Standing {
  return cellsAlone(plan, before, publish) ?? atOnce(standingAfterSteps(plan, before, publish));
}

/** Most publishes set cells of one page: undefined where one does more. */
function cellsAlone(plan: GuardPlan, before: Standing | undefined, { pages, ops }: Publish): Standing | undefined {
  const [first] = ops ?? [];
  if (!before || !ops || first === undefined || before.pages.length !== pages.length) return undefined;
  const number = opPage(first);
  const [was, page] = [before.pages[number], pages[number]];
  if (!was || !page || ops.some((op) => opPage(op) !== number)) return undefined;
  const now = withCells(plan, was, { page, ops });
  if (!now) return undefined;
  return now === was ? before : { pages: before.pages.with(number, now), layout: before.layout };
}

interface Publish {
  readonly pages: readonly GuardedPage[];
  readonly ops: readonly Op[] | undefined;
}

/** As `standingAfter`, a little at a time. */
export function* standingAfterSteps(
  plan: GuardPlan,
  before: Standing | undefined,
  { pages, ops }: Publish,
): Generator<void, Standing> {
  if (!before || !ops || before.pages.length !== pages.length) return yield* standingSteps(plan, before, pages);
  const { layout } = before;
  const after = [...before.pages];
  for (const [number, own] of byPage(ops)) {
    const [was, page] = [before.pages[number], pages[number]];
    if (!was || !page) continue;
    after[number] =
      withCells(plan, was, { page, ops: own }) ??
      (yield* movedSteps(plan, was, { page, ops: own, isFirst: number === layout.first }));
  }
  return { pages: after, layout };
}

/** Most publishes change one page. */
function byPage(ops: readonly Op[]): Iterable<readonly [number, readonly Op[]]> {
  const [first] = ops;
  if (first === undefined) return [];
  const page = opPage(first);
  return ops.every((op) => opPage(op) === page) ? [[page, ops]] : Map.groupBy(ops, opPage);
}

/** Rows come now and then: all cells are looked at only where some of them may show an error. */
function* bringErrors(ops: readonly Op[]): Generator<void, boolean> {
  for (const op of ops) if (yield* mayShowErrors(opText(op))) return true;
  return false;
}

function* movedSteps(
  plan: GuardPlan,
  was: PageStanding,
  { page, ops, isFirst }: { readonly page: GuardedPage; readonly ops: readonly Op[]; readonly isFirst: boolean },
): Generator<void, PageStanding> {
  const hasNoErrors = was.errors.size === 0 && !(yield* bringErrors(ops));
  return yield* pageSteps(plan, page, { isFirst, hasNoErrors });
}

/** A number, as most cells hold: it is what the cell shows, and no error value. */
const PLAIN = /^[\d.,%+-]*$/;

function errorOf(html: string): string | undefined {
  return PLAIN.test(html) ? undefined : errorIn(html);
}

function textOf(html: string): string {
  return PLAIN.test(html) ? html : cellText(html);
}

/** Undefined where steps moved cells. */
function withCells(
  plan: GuardPlan,
  was: PageStanding,
  { page, ops }: { readonly page: GuardedPage; readonly ops: readonly Op[] },
): PageStanding | undefined {
  const errors = new Copied(was.errors);
  const set = new Map<string, string>();
  const seesErrors = was.user === null && plan.countsErrors(was.name);
  for (const op of ops) {
    if (styleOp.is(op)) continue;
    if (!cellOp.is(op)) return undefined;
    const n = cellOp.cell(op);
    if (seesErrors) errors.set(n, errorOf(cellOp.html(op)));
    const name = was.places.get(n);
    if (name !== undefined) set.set(name, textOf(cellOp.html(op)));
  }
  const texts = set.size === 0 ? was.texts : was.texts.with(set);
  const shown = errors.now;
  if (shown === was.errors && texts === was.texts && page === was.page) return was;
  const { name, user, rows, cells, places, mark } = was;
  return { name, user, rows, cells, errors: shown, texts, places, mark, page };
}

/** A map that is copied with its first change, and once. */
class Copied<K> {
  readonly #was: ReadonlyMap<K, string>;
  #copy: Map<K, string> | undefined;

  constructor(was: ReadonlyMap<K, string>) {
    this.#was = was;
  }

  get now(): ReadonlyMap<K, string> {
    return this.#copy ?? this.#was;
  }

  set(key: K, value: string | undefined): void {
    if ((value === undefined && this.now.size === 0) || this.now.get(key) === value) return;
    this.#copy ??= new Map(this.#was);
    if (value === undefined) this.#copy.delete(key);
    else this.#copy.set(key, value);
  }
}

interface Known {
  readonly isFirst: boolean;
  readonly hasNoErrors?: boolean;
}

function* pageSteps(
  plan: GuardPlan,
  page: GuardedPage,
  { isFirst, hasNoErrors }: Known,
): Generator<void, PageStanding> {
  const { name, user, rowCount: rows, cellCount: cells } = page;
  const texts = new Map<string, string>();
  const places = new Map<number, string>();
  // Words of a rule are for admins: of private pages no texts are read.
  const isCommon = user === null;
  for (const cell of isCommon ? plan.cellsOf(name, isFirst) : []) {
    yield;
    const n = page.numberOf(cell);
    const html = n === undefined ? undefined : page.cell(n);
    if (n === undefined || html === undefined) continue;
    texts.set(cell, cellText(html));
    places.set(n, cell);
  }
  const errors = isCommon && !hasNoErrors && plan.countsErrors(name) ? yield* errorsOn(page) : none;
  const mark = texts.size > 0 ? markOf(page, texts) : '.';
  return { name, user, rows, cells, errors, texts: namedTexts(texts), places, mark, page };
}

const none: ReadonlyMap<number, string> = new Map();

function* errorsOn(page: GuardedPage): Generator<void, ReadonlyMap<number, string>> {
  if (!(yield* mayShowErrors(page.html))) return none;
  const errors = new Map<number, string>();
  for (let n = 0; n < page.cellCount; n++) {
    yield;
    const error = errorIn(page.cell(n) ?? '');
    if (error !== undefined) errors.set(n, error);
  }
  return errors;
}

function markOf(page: GuardedPage, texts: ReadonlyMap<string, string>): DecimalMark {
  const named = [...texts.values()].slice(0, MOST_READ).filter(isMarked);
  return decimalMarks([], [...named, ...markedTexts(page)]).now;
}

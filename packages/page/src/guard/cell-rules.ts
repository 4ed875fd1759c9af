import { nameOfAddressee } from '@sheetwire/rules/addressee';
import { inOneUnit, inUnitOf, percentMoved, percentWords, roundingOf } from './figures.ts';
import { isSamePage, type PlannedRule } from './plan.ts';
import type { PageStanding, Standing } from './standing.ts';

const MOST_QUOTED = 80;

/** What cell rules are judged by. */
export interface CellFacts {
  readonly before: Standing | undefined;
  readonly after: Standing;
  /** What a rule compares with beside the version before. */
  readonly bases: Readonly<Record<'open' | 'snapshot', Standing | undefined>>;
  /** yyyy-mm-dd in the time zone of the report. */
  readonly today: string;
}

/** The cells that changed, for each rule that names some of them, by its place. */
export type FreshCells = readonly (readonly string[] | undefined)[];

/** One page that a rule is about, with what it was. */
interface Pages {
  readonly page: PageStanding;
  readonly was: PageStanding | undefined;
  readonly base: PageStanding | undefined;
  /** The named cells that changed: the others were judged when they came. */
  readonly fresh: readonly string[];
}

/** What changed of the cells that rules name; undefined where each rule has to look at all of its own. */
export function freshCells({ before, after }: Pick<CellFacts, 'before' | 'after'>): FreshCells | undefined {
  if (before?.layout !== after.layout) return undefined;
  const fresh: (string[] | undefined)[] = [];
  for (const [n, page] of after.pages.entries()) {
    const was = before.pages[n];
    const names = was && page.texts.changedSince(was.texts);
    if (!names) return undefined;
    const asking = after.layout.asking[n];
    for (const name of names) for (const { place } of asking?.get(name) ?? []) listed(fresh, place).push(name);
  }
  return fresh;
}

function listed(fresh: (string[] | undefined)[], place: number): string[] {
  const known = fresh[place];
  if (known) return known;
  const names: string[] = [];
  fresh[place] = names;
  return names;
}

/** What a rule on cells found, in words; undefined when all is well. A cell that is gone is always told. */
export function judgeCells(planned: PlannedRule, facts: CellFacts, known: FreshCells | undefined): string | undefined {
  const { after, before } = facts;
  const about = after.layout.about[planned.place] ?? [];
  const gone = goneOf(planned, after, about);
  if (gone !== undefined) return gone;
  const { kind, since = 'version' } = planned.rule;
  // Most publishes change no cell that most rules name.
  if (known && !known[planned.place] && kind !== 'asof') return undefined;
  const base = since === 'version' ? before : facts.bases[since];
  for (const n of about) {
    const page = after.pages[n];
    if (!page) continue;
    const was = counterpart(planned, after, n, before);
    const fresh = known && about.length === 1 ? known[planned.place] : page.texts.freshOf(planned.named, was?.texts);
    const found = judgePage(
      planned,
      { page, was, base: counterpart(planned, after, n, base), fresh: fresh ?? [] },
      facts,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a page is compared with: a rule without a page is about the first one, whatever it is called and was called then. */
function counterpart(
  { page }: PlannedRule,
  after: Standing,
  n: number,
  other: Standing | undefined,
): PageStanding | undefined {
  if (page !== undefined || !other || other.layout === after.layout) return sameIn(after, n, other);
  const first = other.pages[other.layout.first];
  return first?.user === null ? first : undefined;
}

/** The same page in another standing, which has the same pages as a rule; one that was renamed stands where it stood. */
export function sameIn(of: Standing, n: number, other: Standing | undefined): PageStanding | undefined {
  if (other?.layout === of.layout) return other.pages[n];
  const [page, there] = [of.pages[n], other?.pages[n]];
  const same = page && sameOf(page, other);
  if (same || !page || !there || nameOfAddressee(there.user) !== nameOfAddressee(page.user)) return same;
  return sameOf(there, of) ? undefined : there;
}

/** The page of the same name for the same readers. */
export function sameOf({ name, user }: PageStanding, standing: Standing | undefined): PageStanding | undefined {
  const reader = nameOfAddressee(user);
  return standing?.pages.find((one) => nameOfAddressee(one.user) === reader && isSamePage(one.name, name));
}

function goneOf(planned: PlannedRule, { pages }: Standing, about: readonly number[]): string | undefined {
  const [first = -1, second] = about;
  const page = pages[first];
  if (!page) return planned.rule.page === undefined ? 'The report has no page' : `Page ${planned.rule.page} is gone`;
  if (second !== undefined)
    return goneWords(
      planned,
      about.flatMap((n) => pages[n] ?? []),
    );
  // The same cells are there with most publishes.
  const { gone } = planned;
  const { cells } = page.texts;
  if (gone.cells === cells) return gone.words;
  gone.cells = cells;
  gone.words = goneWords(planned, [page]);
  return gone.words;
}

function goneWords({ rule, cells, of }: PlannedRule, pages: readonly PageStanding[]): string | undefined {
  for (const [named, text] of [
    [cells, rule.cell],
    [of, rule.of],
  ] as const) {
    const isThere = named.length === 0 || pages.some(({ texts }) => named.some((cell) => texts.has(cell)));
    if (!isThere) return `There is no cell ${text} on page ${pages[0]?.name}`;
  }
  return undefined;
}

function judgePage(planned: PlannedRule, pages: Pages, { today }: CellFacts): string | undefined {
  switch (planned.rule.kind) {
    case 'asof':
      return asOf(planned, pages, today);
    case 'sum':
      return pages.fresh.length === 0 && !hasLost(planned, pages) ? undefined : checkSum(planned, pages);
    case 'range':
    case 'moved':
      return eachCell(planned, pages);
    case 'errors':
    case 'fewer':
    case 'changed':
    case 'publisher':
      return undefined;
  }
}

/** A named cell was there and is not any more, as that of a row that went: what is left of a sum is another one. */
function hasLost({ named }: PlannedRule, { page: { texts }, was }: Pages): boolean {
  if (!was || was.texts.cells === texts.cells) return false;
  return [...named].some((cell) => was.texts.has(cell) && !texts.has(cell));
}

function eachCell(planned: PlannedRule, pages: Pages): string | undefined {
  const judgeCell = planned.rule.kind === 'range' ? outOfRange : moved;
  let first: string | undefined;
  let count = 0;
  for (const cell of pages.fresh) {
    const found = judgeCell(planned, pages, cell);
    if (found === undefined) continue;
    first ??= found;
    count++;
  }
  return count < 2 ? first : `${first}, and ${count - 1} more`;
}

function outOfRange({ rule: { min, max } }: PlannedRule, { page, was }: Pages, cell: string): string | undefined {
  const figure = page.texts.figure(cell, page.mark);
  const before = was?.texts.figure(cell, was.mark);
  if (figure === undefined) return before === undefined ? undefined : lost(page, cell);
  const now = inUnitOf(before, figure);
  if (min !== undefined && now < min) return `${at(cell, page)} is ${shownOf(page, cell)}, below ${min}`;
  if (max !== undefined && now > max) return `${at(cell, page)} is ${shownOf(page, cell)}, above ${max}`;
  return undefined;
}

function moved({ rule }: PlannedRule, { page, base }: Pages, cell: string): string | undefined {
  const was = base?.texts.figure(cell, base.mark);
  if (!base || was === undefined) return undefined;
  const now = page.texts.figure(cell, page.mark);
  if (now === undefined) return lost(page, cell);
  const both = inOneUnit(was, now);
  if (!both) return `${movedWords(base, page, cell)}: another unit`;
  const percent = percentMoved(...both);
  const { percent: most = 0 } = rule;
  return percent <= most ? undefined : `${movedWords(base, page, cell)}: ${percentWords(percent, most)}`;
}

function movedWords(base: PageStanding, page: PageStanding, cell: string): string {
  return `${at(cell, page)} moved from ${shownOf(base, cell)} to ${shownOf(page, cell)}`;
}

/** A cell that showed a number and shows none now. */
function lost(page: PageStanding, cell: string): string {
  const shown = shownOf(page, cell);
  return `${at(cell, page)} shows ${shown === '' ? 'nothing' : `“${shown}”`} instead of a number`;
}

function checkSum({ rule, cells, of }: PlannedRule, { page }: Pages): string | undefined {
  const [cell = ''] = cells;
  const shown = page.texts.get(cell) ?? '';
  const total = page.texts.number(cell, page.mark);
  if (total === undefined) return `${at(cell, page)} shows no number to check`;
  let sum = 0;
  let slack = roundingOf(shown, page.mark);
  for (const one of of) {
    const value = one === cell ? undefined : page.texts.number(one, page.mark);
    if (value === undefined) continue;
    sum += value;
    slack += roundingOf(page.texts.get(one) ?? '', page.mark);
  }
  const most = rule.percent === undefined ? slack : Math.max(slack, (Math.abs(total) * rule.percent) / 100);
  const difference = Math.abs(total - sum);
  // What binary fractions add is no difference.
  if (difference <= most + Math.abs(total) * Number.EPSILON * (of.length + 1)) return undefined;
  return `${at(cell, page)} is ${quoted(shown)}, but ${rule.of} adds up to ${Number(sum.toPrecision(12))}`;
}

function asOf({ cells: [cell = ''], said: days }: PlannedRule, { page }: Pages, today: string): string | undefined {
  const text = page.texts.get(cell);
  if (text === undefined) return undefined;
  const said = days.of(text, today);
  if (said === 'this') return undefined;
  return said === 'other'
    ? `${at(cell, page)} says ${quoted(text)}; today is ${today}`
    : `${at(cell, page)} shows no date`;
}

function shownOf({ texts }: PageStanding, cell: string): string {
  return quoted(texts.get(cell) ?? '');
}

/** Words of a rule are short, however long a cell is. */
function quoted(text: string): string {
  return text.length <= MOST_QUOTED ? text : `${text.slice(0, MOST_QUOTED).toWellFormed()}…`;
}

function at(cell: string, { name }: PageStanding): string {
  return `${cell} on ${name}`;
}

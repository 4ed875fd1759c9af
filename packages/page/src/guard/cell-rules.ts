import { figure, percentMoved, percentWords, roundingOf } from './figures.ts';
import { isAbout, isSamePage, type PlannedRule } from './plan.ts';
import type { PageStanding, Standing } from './standing.ts';

const MOST_QUOTED = 80;

/** What cell rules are judged by. */
export interface CellFacts {
  readonly before: Standing | undefined;
  readonly after: Standing;
  /** What a rule compares with: the version before, the first of the day or a snapshot. */
  readonly base: Standing | undefined;
  /** yyyy-mm-dd in the time zone of the report. */
  readonly today: string;
}

/** One page that a rule is about, with what it was. */
interface Pages {
  readonly page: PageStanding;
  readonly was: PageStanding | undefined;
  readonly base: PageStanding | undefined;
}

/** What a rule on cells found, in words; undefined when all is well. A cell that is gone is always told. */
export function judgeCells(planned: PlannedRule, facts: CellFacts): string | undefined {
  const { after, before, base } = facts;
  const [only, second] = after.pages;
  // Most reports that have rules have them for one page.
  const isAboutIt = planned.page === undefined ? after.layout.first === 0 : isAbout(planned, after.layout, 0);
  if (only && !second && only.user === null && isAboutIt) {
    const pages = { page: only, was: sameIn(after, 0, before), base: sameIn(after, 0, base) };
    return knownGone(planned, after.pages) ?? judgePage(planned, pages, facts);
  }
  const about = pagesAbout(planned, after);
  const shown = about.flatMap((n) => after.pages[n] ?? []);
  const { page: named } = planned.rule;
  if (shown.length === 0) return named === undefined ? 'The report has no page' : `Page ${named} is gone`;
  const gone = shown.length === 1 ? knownGone(planned, shown) : goneWords(planned, shown);
  if (gone !== undefined) return gone;
  for (const [at, page] of shown.entries()) {
    const n = about[at] ?? 0;
    const found = judgePage(planned, { page, was: sameIn(after, n, before), base: sameIn(after, n, base) }, facts);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The numbers of the pages that a rule on cells is about; private ones are not. */
function pagesAbout(planned: PlannedRule, { pages, layout }: Standing): number[] {
  if (planned.page === undefined) return pages[layout.first]?.user === null ? [layout.first] : [];
  return pages.flatMap(({ user }, n) => (user === null && isAbout(planned, layout, n) ? [n] : []));
}

/** The same page in another standing, which has the same pages as a rule. */
export function sameIn(after: Standing, n: number, other: Standing | undefined): PageStanding | undefined {
  if (other?.layout === after.layout) return other.pages[n];
  const page = after.pages[n];
  return page && sameOf(page, other);
}

/** The page of the same name for the same readers. */
export function sameOf({ name, user }: PageStanding, standing: Standing | undefined): PageStanding | undefined {
  return standing?.pages.find((one) => one.user === user && isSamePage(one.name, name));
}

/** The same cells are there with most publishes. */
function knownGone(planned: PlannedRule, pages: readonly PageStanding[]): string | undefined {
  const { gone } = planned;
  const cells = pages[0]?.texts.cells;
  if (gone.cells === cells) return gone.words;
  gone.cells = cells;
  gone.words = goneWords(planned, pages);
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

function judgePage(planned: PlannedRule, pages: Pages, facts: CellFacts): string | undefined {
  switch (planned.rule.kind) {
    case 'asof':
      return asOf(planned, pages, facts.today);
    case 'sum':
      return freshIn(planned, pages).length === 0 ? undefined : checkSum(planned, pages);
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

/** The named cells that changed: the others were judged when they came. */
function freshIn({ cells, of, isNamed }: PlannedRule, { page, was }: Pages): string[] {
  return page.texts.freshOf(of.length === 0 ? cells : [...cells, ...of], isNamed, was?.texts);
}

function eachCell(planned: PlannedRule, pages: Pages): string | undefined {
  const judgeCell = planned.rule.kind === 'range' ? outOfRange : moved;
  let first: string | undefined;
  let count = 0;
  for (const cell of freshIn(planned, pages)) {
    const found = judgeCell(planned, pages, cell);
    if (found === undefined) continue;
    first ??= found;
    count++;
  }
  return count < 2 ? first : `${first}, and ${count - 1} more`;
}

function outOfRange({ rule: { min, max } }: PlannedRule, { page, was }: Pages, cell: string): string | undefined {
  const text = page.texts.get(cell) ?? '';
  const now = figure(text, page.mark);
  if (now === undefined) {
    const before = was?.texts.get(cell);
    return lost({ page, cell, text, wasNumber: figure(before, was?.mark ?? page.mark) !== undefined });
  }
  if (min !== undefined && now < min) return `${at(cell, page)} is ${quoted(text)}, below ${min}`;
  if (max !== undefined && now > max) return `${at(cell, page)} is ${quoted(text)}, above ${max}`;
  return undefined;
}

function moved({ rule }: PlannedRule, { page, base }: Pages, cell: string): string | undefined {
  const before = base?.texts.get(cell);
  if (!base || before === undefined) return undefined;
  const text = page.texts.get(cell) ?? '';
  const [was, now] = [figure(before, base.mark), figure(text, page.mark)];
  if (was === undefined) return undefined;
  if (now === undefined) return lost({ page, cell, text, wasNumber: true });
  const percent = percentMoved(was, now);
  if (percent <= (rule.percent ?? 0)) return undefined;
  return `${at(cell, page)} moved from ${quoted(before)} to ${quoted(text)}: ${percentWords(percent)}`;
}

interface Lost {
  readonly page: PageStanding;
  readonly cell: string;
  readonly text: string;
  readonly wasNumber: boolean;
}

/** A cell that showed a number and shows none now. */
function lost({ page, cell, text, wasNumber }: Lost): string | undefined {
  if (!wasNumber) return undefined;
  return `${at(cell, page)} shows ${text === '' ? 'nothing' : `“${quoted(text)}”`} instead of a number`;
}

function checkSum({ rule, cells, of }: PlannedRule, { page }: Pages): string | undefined {
  const [cell = ''] = cells;
  const shown = page.texts.get(cell) ?? '';
  const total = figure(shown, page.mark);
  if (total === undefined) return `${at(cell, page)} shows no number to check`;
  let sum = 0;
  let slack = roundingOf(shown, page.mark);
  for (const one of of) {
    const text = page.texts.get(one);
    const value = one === cell ? undefined : figure(text, page.mark);
    if (value === undefined || text === undefined) continue;
    sum += value;
    slack += roundingOf(text, page.mark);
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

/** Words of a rule are short, however long a cell is. */
function quoted(text: string): string {
  return text.length <= MOST_QUOTED ? text : `${text.slice(0, MOST_QUOTED).toWellFormed()}…`;
}

function at(cell: string, { name }: PageStanding): string {
  return `${cell} on ${name}`;
}

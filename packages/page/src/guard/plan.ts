import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { nameOfAddressee } from '@sheetwire/rules/addressee';
import { type Addressed, firstPage } from './first-page.ts';
import { namedCells } from './named-cells.ts';
import { SaidDays } from './says-day.ts';

/** A rule with the cells that it names. */
export interface PlannedRule {
  readonly rule: GuardRule;
  /** The page that it names, in capitals; undefined where it names none. */
  readonly page: string | undefined;
  /** Its place in the list, from 0. */
  readonly place: number;
  readonly cells: readonly string[];
  readonly isRange: boolean;
  /** The cells of a check sum. */
  readonly of: readonly string[];
  /** All cells that it names. */
  readonly named: ReadonlySet<string>;
  /** The usual publishers where it names them, in capitals. */
  readonly publishers: ReadonlySet<string> | undefined;
  /** What the text of a date said last. */
  readonly said: SaidDays;
  /** What was found of cells that are gone, while the same ones are there. */
  readonly gone: { cells: object | undefined; words: string | undefined };
}

/** The rules of a report, made ready to be held against its publishes. */
export interface GuardPlan {
  readonly rules: readonly PlannedRule[];
  readonly countsCells: boolean;
  countsErrors(page: string): boolean;
  /** What rules have to know beside the version before. */
  readonly needs: { readonly day: boolean; readonly bases: boolean; readonly usual: boolean };
  /** The same object for the same pages. */
  layoutOf(pages: readonly Addressed[]): Layout;
  /** The cells that rules name on a page; the first page is meant where none is named. */
  cellsOf(page: string, isFirst: boolean): readonly string[];
}

/** Makes rules ready; each of them has been found valid. */
export function planOf(rules: readonly GuardRule[]): GuardPlan {
  const planned = rules.map((rule, place): PlannedRule => {
    const cells = cellsIn(rule.cell);
    const of = rule.kind === 'sum' ? cellsIn(rule.of).names : [];
    return {
      rule,
      page: rule.page?.trim().toUpperCase(),
      place,
      cells: cells.names,
      isRange: cells.isRange,
      of,
      named: new Set([...cells.names, ...of]),
      publishers: publishersIn(rule),
      said: new SaidDays(),
      gone: { cells: undefined, words: undefined },
    };
  });
  const known = new Map<string, readonly string[]>();
  const errors = rules.filter(({ kind }) => kind === 'errors');
  const counting = new Map<string, boolean>();
  return {
    rules: planned,
    countsCells: rules.some(({ kind }) => kind === 'changed'),
    needs: needsOf(rules),
    layoutOf: layouts(planned),
    countsErrors(page) {
      const before = counting.get(page);
      if (before !== undefined) return before;
      if (counting.size >= MOST_NAMES) counting.clear();
      const counts = errors.some((rule) => concerns(rule, page));
      counting.set(page, counts);
      return counts;
    },
    cellsOf(page, isFirst) {
      const key = `${isFirst ? 1 : 0}${page.toUpperCase()}`;
      const before = known.get(key);
      if (before) return before;
      const own = planned.filter(({ rule }) => (rule.page === undefined ? isFirst : isSamePage(rule.page, page)));
      const cells = [...new Set(own.flatMap((one) => [...one.cells, ...one.of]))];
      known.set(key, cells);
      return cells;
    },
  };
}

function needsOf(rules: readonly GuardRule[]): GuardPlan['needs'] {
  const bases = rules.some(({ since }) => since === 'open' || since === 'snapshot');
  const usual = rules.some(({ kind, of }) => kind === 'publisher' && of === undefined);
  return { day: bases || rules.some(({ kind }) => kind === 'asof'), bases, usual };
}

function publishersIn({ kind, of }: GuardRule): ReadonlySet<string> | undefined {
  if (kind !== 'publisher' || of === undefined) return undefined;
  return new Set(of.split(',').map((name) => name.trim().toUpperCase()));
}

/** Pages of a report as rules name them. */
export interface Layout {
  /** In capitals, in the order of the pages. */
  readonly names: readonly string[];
  /** The page that is meant where none is named; -1 where everybody has another. */
  readonly first: number;
  /** The numbers of the pages that a rule on cells is about, by the place of the rule; private ones are not. */
  readonly about: readonly (readonly number[])[];
  /** The rules that name a cell, by its name, for each page. */
  readonly asking: readonly ReadonlyMap<string, readonly PlannedRule[]>[];
}

/** Layouts that are kept for a plan, of which a report has one as a rule, and names of pages. */
const MOST_LAYOUTS = 16;
const MOST_NAMES = 1000;

function layouts(rules: readonly PlannedRule[]): GuardPlan['layoutOf'] {
  const known = new Map<string, Layout>();
  return (pages) => {
    const key = JSON.stringify(pages.map(({ name, user }) => [name.toUpperCase(), nameOfAddressee(user)]));
    const before = known.get(key);
    if (before) return before;
    if (known.size >= MOST_LAYOUTS) known.clear();
    const layout = layoutFor(rules, pages);
    known.set(key, layout);
    return layout;
  };
}

function layoutFor(rules: readonly PlannedRule[], pages: readonly Addressed[]): Layout {
  const names = pages.map(({ name }) => name.toUpperCase());
  const first = firstPage(pages);
  const asking = pages.map(() => new Map<string, PlannedRule[]>());
  const about = rules.map((planned) => {
    const own = pagesAbout(planned, { pages, names, first });
    for (const n of own) for (const cell of planned.named) asked(asking[n], cell).push(planned);
    return own;
  });
  return { names, first, about, asking };
}

function asked(asking: Map<string, PlannedRule[]> | undefined, cell: string): PlannedRule[] {
  const known = asking?.get(cell);
  if (known) return known;
  const rules: PlannedRule[] = [];
  asking?.set(cell, rules);
  return rules;
}

interface Named extends Pick<Layout, 'names' | 'first'> {
  readonly pages: readonly Addressed[];
}

function pagesAbout({ page }: PlannedRule, { pages, names, first }: Named): number[] {
  if (page === undefined) return pages[first]?.user === null ? [first] : [];
  return pages.flatMap(({ user }, n) => (user === null && names[n] === page ? [n] : []));
}

/** A rule without a page is about all of them. */
export function concerns({ page }: Pick<GuardRule, 'page'>, name: string): boolean {
  return page === undefined || isSamePage(page, name);
}

/** The same of a page by its number. */
export function isAbout({ page }: PlannedRule, { names }: Layout, n: number): boolean {
  return page === undefined || page === names[n];
}

/** Page names are compared without regard to case (semantics 4). */
export function isSamePage(page: string, name: string): boolean {
  return page.trim().toUpperCase() === name.toUpperCase();
}

function cellsIn(text: string | undefined) {
  const named = text === undefined ? undefined : namedCells(text);
  return named === undefined || named === 'too many' ? { names: [], isRange: false } : named;
}

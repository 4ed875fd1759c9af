import type { GuardRule } from '@sheetwire/contract/guard/rules';
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
  readonly isNamed: (cell: string) => boolean;
  readonly isRange: boolean;
  /** The cells of a check sum. */
  readonly of: readonly string[];
  /** What the text of a date said last. */
  readonly said: SaidDays;
  /** What was found of cells that are gone, while the same ones are there. */
  readonly gone: { cells: object | undefined; words: string | undefined };
}

/** The rules of a report, made ready to be held against its publishes. */
export interface GuardPlan {
  readonly rules: readonly PlannedRule[];
  readonly countsCells: boolean;
  readonly countsErrors: (page: string) => boolean;
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
    const named = new Set([...cells.names, ...of]);
    const isNamed = (cell: string) => named.has(cell);
    return {
      rule,
      page: rule.page?.trim().toUpperCase(),
      place,
      cells: cells.names,
      isNamed,
      isRange: cells.isRange,
      of,
      said: new SaidDays(),
      gone: { cells: undefined, words: undefined },
    };
  });
  const known = new Map<string, readonly string[]>();
  const errors = rules.filter(({ kind }) => kind === 'errors');
  return {
    rules: planned,
    countsCells: rules.some(({ kind }) => kind === 'changed'),
    needs: needsOf(rules),
    layoutOf: layouts(),
    countsErrors: (page) => errors.some((rule) => concerns(rule, page)),
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

/** Pages of a report as rules name them. */
export interface Layout {
  /** In capitals, in the order of the pages. */
  readonly names: readonly string[];
  /** The page that is meant where none is named; -1 where everybody has another. */
  readonly first: number;
}

/** Layouts that are kept for a plan; a report has one as a rule. */
const MOST_LAYOUTS = 16;

function layouts(): GuardPlan['layoutOf'] {
  const known = new Map<string, Layout>();
  return (pages) => {
    const key = JSON.stringify(pages.map(({ name, user }) => [name.toUpperCase(), user]));
    const before = known.get(key);
    if (before) return before;
    if (known.size >= MOST_LAYOUTS) known.clear();
    const layout = { names: pages.map(({ name }) => name.toUpperCase()), first: firstPage(pages) };
    known.set(key, layout);
    return layout;
  };
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

import { countCells } from '../model/page-cut.ts';
import type { PageBody } from '../ops.ts';
import { comparePage, type PageDifference } from './compare-page.ts';

/** A report at one moment. */
export interface ReportSide {
  readonly pageNames: readonly string[];
  readonly pages: readonly string[];
  readonly styles: readonly (readonly string[])[];
}

/** A page of the comparison; one that only one side has differs as a whole. */
export interface PageComparison extends PageDifference {
  readonly name: string;
  readonly side: 'both' | 'older' | 'newer';
}

export interface CompareLimits {
  /** Differences of a page that are listed in full. */
  readonly listed: number;
  /** Cells of one side beyond which nothing is compared. */
  readonly cells: number;
}

/** Every page of both sides, in the newer one's order; undefined when a side has too many cells. */
export function compareReports(
  older: ReportSide,
  newer: ReportSide,
  { listed, cells }: CompareLimits,
): PageComparison[] | undefined {
  if (Math.max(cellCount(older), cellCount(newer)) > cells) return undefined;
  const before = pagesOf(older);
  const pages = [...pagesOf(newer)].map(([key, { name, body }]): PageComparison => {
    const was = before.get(key);
    before.delete(key);
    if (!was) return alone(name, body, 'newer');
    return { ...comparePage(was.body, body, listed), name, side: 'both' };
  });
  const gone = [...before.values()].map(({ name, body }) => alone(name, body, 'older'));
  return [...pages, ...gone];
}

function alone(name: string, { html, styles }: PageBody, side: 'older' | 'newer'): PageComparison {
  const kind = side === 'older' ? 'removed' : 'added';
  const entry = { kind, what: 'page', row: name, column: '', cell: '', was: '', now: '', change: '' } as const;
  return { name, side, html, styles, entries: [entry], total: 1 };
}

interface NamedPage {
  readonly name: string;
  readonly body: PageBody;
}

function pagesOf({ pageNames, pages, styles }: ReportSide): Map<string, NamedPage> {
  const named = pages.map((html, n): [string, NamedPage] => {
    const name = pageNames[n] ?? '';
    return [name.toUpperCase(), { name, body: { html, styles: styles[n] ?? [] } }];
  });
  return new Map(named);
}

function cellCount({ pages }: ReportSide): number {
  return pages.reduce((sum, page) => sum + countCells(page), 0);
}

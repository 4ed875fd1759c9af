import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { previewWorkbook } from '@sheetwire/contract/publishing/calls';
import type { report } from '@sheetwire/contract/reports';
import { compareReports, type PageComparison } from '@sheetwire/page/compare/compare-reports';

export interface DryRunPage {
  readonly name: string;
  readonly words: string;
  /** The first differences, each in one line. */
  readonly lines: readonly string[];
}

/** What a publish would change, and what it would not show. */
export interface DryRun {
  readonly words: string;
  readonly pages: readonly DryRunPage[];
  readonly notShown: readonly string[];
}

type Preview = Output<typeof previewWorkbook>;
/** The live report; undefined where there is none, or it may not be viewed. */
type Shown = Output<typeof report> | undefined;

/** Compares the pages that a publish would make with those that viewers see now. */
export function dryRunOf(preview: Preview, shown: Shown): DryRun {
  const notShown = preview.notShown.map(wordsOfNotShown);
  const count = counted(preview.pageNames.length, 'page');
  if (preview.version === 0) return { words: `New report with ${count}`, pages: named(preview), notShown };
  if (!shown?.pages)
    return {
      words: `${count}; you cannot view the live report, so nothing is compared`,
      pages: named(preview),
      notShown,
    };
  const older = { pageNames: shown.pageNames ?? [], pages: shown.pages, styles: shown.styles ?? [] };
  const compared = compareReports(older, preview, { listed: limits.addIn.differences, cells: limits.compareCells });
  if (!compared) return { words: `${count}; too many cells to compare`, pages: named(preview), notShown };
  const total = compared.reduce((sum, page) => sum + page.total, 0);
  const words =
    total === 0 ? 'No differences from the live report' : `${counted(total, 'difference')} from the live report`;
  return { words, pages: compared.filter((page) => page.total > 0).map(differing), notShown };
}

function named({ pageNames }: Preview): DryRunPage[] {
  return pageNames.map((name) => ({ name, words: '', lines: [] }));
}

function differing({ name, side, total, entries }: PageComparison): DryRunPage {
  if (side === 'newer') return { name, words: 'added', lines: [] };
  if (side === 'older') return { name, words: 'removed', lines: [] };
  return { name, words: counted(total, 'difference'), lines: entries.map(lineOf) };
}

function lineOf({ kind, what, cell, row, column, was, now }: PageComparison['entries'][number]): string {
  const place = cell || [row, column].filter(Boolean).join(', ') || what;
  if (kind === 'changed') return `${place}: ${was || 'empty'} → ${now || 'empty'}`;
  return `${place} ${kind}${now || was ? `: ${now || was}` : ''}`;
}

function wordsOfNotShown({ sheet, what, count, why }: Preview['notShown'][number]): string {
  return `${sheet === '' ? '' : `${sheet}: `}${what} (${count}). ${why}`;
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count.toLocaleString('en-US')} ${what}s`;
}

import type { Output } from '@sheetwire/contract/call';
import type { sendWorkbook } from '@sheetwire/contract/publishing/calls';
import type { PageComparison } from '@sheetwire/page/compare/compare-reports';
import type { ListedReport, ReportDetail } from './publishing-model.ts';

const KIB = 1024;

/** A size as people read it: `480 bytes`, `12 KB`, `3.4 MB`; no line ends between the figure and its unit. */
export function sizeWords(bytes: number): string {
  return sizeInWords(bytes).replace(' ', '\u00a0');
}

function sizeInWords(bytes: number): string {
  if (bytes < KIB) return some(bytes, 'byte');
  const kib = bytes / KIB;
  if (kib < KIB) return `${kib < 10 ? kib.toFixed(1) : Math.round(kib)} KB`;
  const mib = kib / KIB;
  return `${mib < 10 ? mib.toFixed(1) : Math.round(mib)} MB`;
}

/** `1 cell`, `1,200 cells`. */
export function some(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}

export type ToldVersion = ReportDetail['versions'][number];

/** What a version changed. */
export function changeWords({ kind, pages, cells, rows, styles, replaced }: ToldVersion): string {
  if (kind === 'whole') return pages === 0 ? 'Whole report' : `Whole report, ${some(pages, 'page')}`;
  if (kind === 'long') return 'Many changes';
  const parts = [
    ...(cells > 0 ? [some(cells, 'cell')] : []),
    ...(rows > 0 ? [some(rows, 'row')] : []),
    ...(styles > 0 ? [some(styles, 'style')] : []),
    ...(replaced > 0 ? [`${some(replaced, 'page')} replaced`] : []),
  ];
  if (parts.length === 0) return 'No change on the pages';
  return pages > 1 ? `${parts.join(', ')} on ${some(pages, 'page')}` : parts.join(', ');
}

/** How a version came. */
export function sourceWords({ source, restored }: Pick<ToldVersion, 'source' | 'restored'>): string {
  switch (source) {
    case 'rollback':
      return `Rolled back to version ${(restored ?? 0).toLocaleString('en-US')}`;
    case 'workbook':
      return 'From a workbook';
    case 'values':
      return 'Workbook values';
    case 'control':
      return 'Viewer’s entry';
    case 'remove':
      return 'Removed';
    case 'report':
    case 'cells':
    case '':
      return '';
  }
}

/** False of one of which all that was published waits for approval: it shows nothing yet. */
export function isRemoved({ isLive, timeUtc }: Pick<ListedReport, 'isLive' | 'timeUtc'>): boolean {
  return !isLive && timeUtc !== '';
}

/** Whether somebody publishes a report now, in a word or two. */
export function publisherWords(report: Pick<ListedReport, 'publisher' | 'isLive' | 'timeUtc'>): string {
  const { publisher, isLive } = report;
  if (isRemoved(report)) return 'Removed';
  if (!isLive) return 'Not published yet';
  return { connected: 'Connected', silent: 'Silent', none: 'Not connected' }[publisher];
}

/** That a publish waits for approval, and what viewers have meanwhile. */
export function heldWords({ topic, version }: Pick<Output<typeof sendWorkbook>, 'topic' | 'version'>): string {
  const viewers = version === 0 ? 'Nothing is live yet.' : `Viewers keep version ${version.toLocaleString('en-US')}.`;
  return `${topic} is waiting for approval. ${viewers}`;
}

/** What a publish would change, in a sentence. */
export function outcomeWords(pages: readonly PageComparison[], isNew: boolean): string {
  const added = pages.filter(({ side }) => side === 'newer').length;
  if (isNew) return `New report with ${some(added, 'page')}`;
  const removed = pages.filter(({ side }) => side === 'older').length;
  const changed = pages.filter(({ side, total }) => side === 'both' && total > 0);
  const differences = changed.reduce((sum, { total }) => sum + total, 0);
  const parts = [
    ...(differences > 0 ? [`${some(differences, 'difference')} on ${some(changed.length, 'page')}`] : []),
    ...(added > 0 ? [`${some(added, 'page')} added`] : []),
    ...(removed > 0 ? [`${some(removed, 'page')} removed`] : []),
  ];
  return parts.length === 0 ? 'No differences from what viewers see now' : parts.join(', ');
}

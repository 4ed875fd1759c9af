import type { PageComparison } from '@sheetwire/page/compare/compare-reports';
import { escapeText } from '@sheetwire/page/tag-writer';
import type { NamedFile } from '@sheetwire/sheet/write/file-name';
import { fileSideName } from '../compare-words.ts';
import type { SideFacts } from '../comparison.ts';
import { isMoment } from '../sides.ts';

/** What was compared. */
export interface ComparedSides {
  readonly older: SideFacts;
  readonly newer: SideFacts;
}

const heads = ['Page', 'Row', 'Column', 'Cell', 'Kind', 'Was', 'Now', 'Difference', 'Percent'];
/** The columns whose numbers stay numbers. */
const figures = 5;

/** The differences of all pages as one table, for a file. */
export function listPage(pages: readonly PageComparison[], { older, newer }: ComparedSides) {
  const lines = pages.flatMap(({ name, entries, total }) => {
    const listed = entries.map(({ row, column, cell, kind, what, was, now, change }) =>
      rowHtml('td', [name, row, column, cell, what === 'cell' ? kind : `${what} ${kind}`, was, now, ...parted(change)]),
    );
    const more = total - entries.length;
    return more > 0 ? [...listed, rowHtml('td', [name, `${more} more not listed`])] : listed;
  });
  const head = rowHtml(
    'th',
    heads.map((text) => ({ Was: fileSideName(older), Now: fileSideName(newer) })[text] ?? text),
  );
  return { name: 'Differences', html: `<table><tbody>${head}${lines.join('')}</tbody></table>`, styles: [] };
}

/** What the file is named after: the day or the moment of its older side. */
export function listTime({ day, shownDate, shownAt }: SideFacts): Pick<NamedFile, 'publishedAt' | 'shownDate'> {
  const moment = shownAt ?? (isMoment(day) ? day : undefined);
  return { shownDate, publishedAt: moment === undefined ? undefined : new Date(moment) };
}

function rowHtml(tag: 'td' | 'th', texts: readonly string[]): string {
  const mark = (n: number) => (tag === 'td' && n >= figures ? ' data-num=""' : '');
  const cells = texts.map((text, n) => `<${tag}${mark(n)}>${escapeText(text)}</${tag}>`);
  return `<tr>${cells.join('')}</tr>`;
}

/** `+1.5 (+3%)` as two fields that programs can read. */
function parted(change: string): [difference: string, percent: string] {
  const [difference = '', percent = ''] = change.split(' (', 2);
  return [difference, percent.replace(/\)$/, '')];
}

import type { PageComparison } from '@sheetwire/page/compare/compare-reports';
import { escapeText } from '@sheetwire/page/tag-writer';

const heads = ['Page', 'Row', 'Column', 'Cell', 'Kind', 'Was', 'Now', 'Difference'];

/** The differences of all pages as one table, for a file. */
export function listPage(pages: readonly PageComparison[], names: readonly [older: string, newer: string]) {
  const lines = pages.flatMap(({ name, entries, total }) => {
    const listed = entries.map(({ row, column, cell, kind, what, was, now, change }) =>
      rowHtml('td', [name, row, column, cell, what === 'cell' ? kind : `${what} ${kind}`, was, now, change]),
    );
    const more = total - entries.length;
    return more > 0 ? [...listed, rowHtml('td', [name, `${more} more not listed`])] : listed;
  });
  const head = rowHtml(
    'th',
    heads.map((text) => ({ Was: names[0], Now: names[1] })[text] ?? text),
  );
  return { name: 'Differences', html: `<table><tbody>${head}${lines.join('')}</tbody></table>`, styles: [] };
}

function rowHtml(tag: 'td' | 'th', texts: readonly string[]): string {
  return `<tr>${texts.map((text) => `<${tag}>${escapeText(text)}</${tag}>`).join('')}</tr>`;
}

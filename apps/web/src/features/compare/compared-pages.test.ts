import { limits } from '@sheetwire/contract/limits';
import { toRowGrid } from '@sheetwire/page/row-grid';
import { describe, expect, test } from 'vitest';
import { comparedPages } from './compared-pages.ts';

const columns = 20;
const col = '<col style="width:80px">'.repeat(columns);

/** A sheet of 20 columns; every tenth price is another one where `moved` says so. */
function sheet(rows: number, { moved = 0, head = `<colgroup>${col}</colgroup>` } = {}) {
  const line = (n: number) => {
    const cell = (_: unknown, c: number) =>
      `<td data-cell="${String.fromCharCode(65 + c)}${n + 1}" data-num="">${n * c + (n % 10 === 3 ? moved : 0)}</td>`;
    return `<tr><th data-cell="Z${n}">Row ${n}</th>${Array.from({ length: columns - 1 }, cell).join('')}</tr>`;
  };
  const lines = Array.from({ length: rows }, (_, n) => line(n)).join('');
  return `<table data-freeze="1,1">${head}<tbody>${lines}</tbody></table>`;
}

function compared(before: string, after: string) {
  const side = (html: string) => ({ pageNames: ['Prices'], pages: [html], styles: [[]] });
  const [page] = comparedPages({ label: 'ACME/FX/SPOT', older: side(before), newer: side(after) }, 7) ?? [];
  if (!page) throw new Error('Nothing was compared');
  return page;
}

/** What is drawn in the end: each run of blocks in its place. */
function whole({ html, later }: { readonly html: string; readonly later: readonly (readonly string[])[] }): string {
  return html.replaceAll(/<tbody data-later="(\d+)"><\/tbody>/g, (_, run) => later[Number(run)]?.join('') ?? '');
}

describe('the drawing of a compared page', () => {
  test.each([60, 1000])('is its row grid byte for byte, of %i rows', (rows) => {
    const { html, drawing } = compared(sheet(rows), sheet(rows, { moved: 5 }));
    expect(html).toContain(' data-old="');
    expect(whole(drawing)).toBe(toRowGrid({ html }, { label: 'ACME/FX/SPOT Prices' }).html);
  });

  test('shows what a collapsed group hides', () => {
    const shut = (html: string) => html.replace('<tr>', '<tr data-level="1" hidden="">');
    const { html, drawing } = compared(shut(sheet(60)), shut(sheet(60, { moved: 5 })));
    expect(html).toContain('<tr data-level="1">');
    expect(whole(drawing)).not.toContain('hidden=""');
  });

  test('is whole where it is small, and cut behind its first cells where it is large', () => {
    expect(compared(sheet(60), sheet(60, { moved: 5 })).drawing.later).toEqual([]);
    const { drawing } = compared(sheet(1000), sheet(1000, { moved: 5 }));
    const first = drawing.html.split(' data-cell="').length - 1;
    expect(first).toBeGreaterThanOrEqual(limits.compareAtOnce.measured);
    expect(first).toBeLessThanOrEqual(limits.compareAtOnce.measured + 1000);
    expect(drawing.later.flat().every((block) => block.split(' data-cell="').length - 1 <= 1000)).toBe(true);
  });

  test('of a sheet without widths has the rows that these are measured by', () => {
    const { drawing } = compared(sheet(1000, { head: '' }), sheet(1000, { head: '', moved: 5 }));
    expect(drawing.isUnmeasured).toBe(true);
    expect(drawing.html.split(' data-cell="').length - 1).toBeGreaterThanOrEqual(limits.compareAtOnce.unmeasured);
  });
});

import { cutPage } from '@sheetwire/page/model/page-cut';
import { PageModel } from '@sheetwire/page/model/page-model';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { cleanCell, cleanPage } from '#report/clean/clean-page.ts';
import { compareBody } from './raw-compare.ts';
import { indexBody } from './raw-index.ts';

const clean = (inner: string) => cleanCell(inner).html;

function bodyOf(html: string): Buffer {
  return Buffer.from(JSON.stringify({ topic: 'ACME/RATES/DAILY', pages: [{ name: 'Positions', html }] }));
}

function indexOf(html: string) {
  const body = bodyOf(html);
  const offsets = indexBody(body, [{ cut: cutPage(cleanPage(html).html) }]);
  return offsets && { ...offsets, body };
}

function cellsOf(text: string): string[] {
  const page = new PageModel({ html: text, styles: [] });
  return Array.from({ length: page.cellCount }, (_, n) => page.cell(n) ?? '');
}

function table(cells: readonly string[], style = (_: number) => 0): string {
  const row = (from: number) =>
    cells
      .slice(from, from + 3)
      .map((cell, n) => `<td data-cell="C${from + n}" data-s="${style(from + n)}">${cell}</td>`)
      .join('');
  const rows = Array.from({ length: Math.ceil(cells.length / 3) }, (_, n) => `<tr>${row(3 * n)}</tr>`);
  return `<table data-freeze="1,1"><tbody>${rows.join('')}</tbody></table>`;
}

const cellText = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom(
    '1,240.00',
    '',
    '<b>9</b>',
    'a &amp; b',
    '&lt;td&gt;',
    'é€😀',
    '"quoted"',
    'back\\slash',
    '<b>open',
    '</td>',
    '<!--',
  ),
);

test('a cell whose style number grew is found by its bytes the next time too', () => {
  const index = indexOf(table(['1', '2', '3']));
  const grown = (n: number) => (n === 1 ? 12 : 0);
  const first = index && compareBody(index, bodyOf(table(['1', '', '3'], grown)));
  expect(first?.changes).toEqual([{ page: 0, cell: 1, html: '', style: 12 }]);
  const next = first && compareBody(first.index, bodyOf(table(['1', '22', '3'], grown)));
  expect(next?.changes).toEqual([{ page: 0, cell: 1, html: '22', style: undefined }]);
  const last = next && compareBody(next.index, bodyOf(table(['1', '22', '33'], grown)));
  expect(last?.changes).toEqual([{ page: 0, cell: 2, html: '33', style: undefined }]);
});

test('a changed cell is found by its bytes', () => {
  const index = indexOf(table(['1', '2', '3', '4', '5', '6']));
  expect(index).toBeDefined();
  const found = index && compareBody(index, bodyOf(table(['1', '2', '33', '4', '', '6'])));
  expect(found?.changes).toEqual([
    { page: 0, cell: 2, html: '33', style: undefined },
    { page: 0, cell: 4, html: '', style: undefined },
  ]);
});

test('a changed style number comes with its cell', () => {
  const cells = ['1', '2', '3'];
  const index = indexOf(table(cells));
  const found = index && compareBody(index, bodyOf(table(cells, (n) => (n === 1 ? 12 : 0))));
  expect(found?.changes).toEqual([{ page: 0, cell: 1, html: '2', style: 12 }]);
});

test('a tag that grows by more than a style number is not looked into', () => {
  const exec = vi.spyOn(String.prototype, 'match');
  const index = indexOf(table(['1', '2']));
  const long = table(['1', '2']).replace('data-s="0"', `data-s="1"${' data-s'.repeat(1000)}`);
  expect(index && compareBody(index, bodyOf(long))).toBeUndefined();
  expect(exec.mock.contexts.every((text) => String(text).length < 1000)).toBe(true);
  exec.mockRestore();
});

test('a new row is more than the bytes can tell', () => {
  const index = indexOf(table(['1', '2', '3']));
  expect(index && compareBody(index, bodyOf(table(['1', '2', '3', '4', '5', '6'])))).toBeUndefined();
});

test('markup that hides a cell from the parser is not indexed', () => {
  expect(indexOf('<table><tbody><tr><!-- <td>x</td> --><td>1</td></tr></tbody></table>')).toBeUndefined();
  expect(indexOf('<p title="<td>1</td>">x</p><table><tbody><tr><td>1</td></tr></tbody></table>')).toBeUndefined();
});

test('what the bytes tell equals what cleaning the whole page tells, also after several publishes', () => {
  const cells = fc.array(cellText, { minLength: 3, maxLength: 12 });
  const edits = fc.array(fc.array(fc.tuple(fc.nat(11), cellText, fc.nat(3)), { maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(cells, edits, (start, rounds) => {
      const sheet = { cells: [...start], styles: start.map(() => 0) };
      let index = indexOf(table(start));
      for (const round of rounds) {
        const before = cleanedCells(sheet);
        for (const [n, text, style] of round) set(sheet, n, text, style);
        const found = index && compareBody(index, bodyOf(html(sheet)));
        if (!found) return;
        for (const change of found.changes) before[change.cell] = clean(change.html);
        expect(before).toEqual(cleanedCells(sheet));
        index = found.index;
      }
    }),
    { numRuns: 2000 },
  );
});

interface Sheet {
  readonly cells: string[];
  readonly styles: number[];
}

function set(sheet: Sheet, n: number, text: string, style: number): void {
  if (n >= sheet.cells.length) return;
  sheet.cells[n] = text;
  sheet.styles[n] = style;
}

const html = (sheet: Sheet) => table(sheet.cells, (n) => sheet.styles[n] ?? 0);
const cleanedCells = (sheet: Sheet) => cellsOf(cleanPage(html(sheet)).html);

test.each([
  ['html twice', '{"html":"<A>","html":"<B>"},{"\\u0068tml":"<B>"}'],
  ['html twice, the second far from its colon', `{"html":"<A>","html"${' '.repeat(40)}:"<B>"},{"name":"2"}`],
  ['html by an escape', '{"html":"<A>","\\u0068tml":"<B>"},{"html":"<A>"}'],
])('a page that says its %s is compared after cleaning: JSON takes the last', (_, pages) => {
  const html = JSON.stringify(table(['1', '2'])).slice(1, -1);
  const body = Buffer.from(`{"pages":[${pages.replaceAll(/<[AB]>/g, html)}]}`);
  const page = { cut: cutPage(cleanPage(table(['1', '2'])).html) };
  expect(indexBody(body, [page, page])).toBeUndefined();
});

test('html that is none of a page is passed over, and `pages` is read once', () => {
  const html = JSON.stringify(table(['1', '2']));
  const page = { cut: cutPage(cleanPage(table(['1', '2'])).html) };
  const cells = (body: string) => indexBody(Buffer.from(body), [page])?.cell.length;
  expect(cells(`{"metadata":{"html":"x"},"html":"y","pages" : [ {"styles":["html"],"html" : ${html}} ]}`)).toBe(2);
  expect(cells(`{"pages":[{"html":${html}}],"pages":[{"html":${html}}]}`)).toBeUndefined();
  expect(cells(`{"\\u0070ages":[{"html":${html}}],"pages":[{"html":${html}}]}`)).toBeUndefined();
});

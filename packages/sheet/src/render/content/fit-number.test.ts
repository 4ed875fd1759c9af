import { expect, test } from 'vitest';
import { type RenderedPage, readWorkbook, renderPages } from '../../publish-pages.ts';
import { pagesOf } from '../../test-support/both-ways.ts';
import { buildXlsx, cellsXml, formatStyles } from '../../test-support/xlsx-builder.ts';

const styles = formatStyles(['#,##0.00', '@', 'yyyy-mm-dd', '[<0]0;[>5]0.0']);
/** Of 75 pixels, three times. */
const columns = '<cols><col min="1" max="3" width="10" customWidth="1"/></cols>';

function bytesOf(cells: Parameters<typeof cellsXml>[0], { before = '', behind = '' } = {}): Uint8Array {
  return buildXlsx({ sheets: [{ body: before + columns + cellsXml(cells) + behind }], styles });
}

async function pageOf(bytes: Uint8Array): Promise<RenderedPage> {
  return renderPages(await readWorkbook(bytes)).pages[0] ?? { name: '', html: '', styles: [] };
}

const merges = (...ranges: string[]) =>
  `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;

const textIn = ({ html }: RenderedPage, name: string) =>
  new RegExp(`data-cell="${name}"[^>]*>([^<]*)<`).exec(html)?.[1];

test('a merged number has the room of all its columns, and is number signs where that is not enough', async () => {
  const cells = [[[123456789012.5, 1] as const], [[123456789012.5, 1] as const], [[123456789012.5, 1] as const]];
  const page = await pageOf(bytesOf(cells, { behind: merges('A1:B1', 'A2:A2') }));
  expect(textIn(page, 'A1')).toBe('123,456,789,012.50');
  expect(textIn(page, 'A2')).toMatch(/^#{8,10}$/);
  const higher = await pageOf(bytesOf(cells, { behind: merges('A1:A2') }));
  expect(textIn(higher, 'A1')).toMatch(/^#{8,10}$/);
  const general = await pageOf(bytesOf([[123456789012], [2]], { behind: merges('A1:A2') }));
  expect(textIn(general, 'A1')).toBe('1.235E+11');
});

test('a merged area that freezing cuts keeps its number', async () => {
  const pane = '<sheetViews><sheetView><pane xSplit="1" topLeftCell="B1" state="frozen"/></sheetView></sheetViews>';
  const page = await pageOf(bytesOf([[[123456789012.5, 1]]], { before: pane, behind: merges('A1:C1') }));
  expect(textIn(page, 'A1')).toBe('123,456,789,012.50');
});

test('what has no text in its format is number signs as wide as its cell', async () => {
  const page = await pageOf(bytesOf([[[-1, 3]], [[3, 4]], [[-1, 3]]], { behind: merges('A3:C3') }));
  expect(textIn(page, 'A1')).toMatch(/^#{9,10}$/);
  expect(textIn(page, 'A2')).toBe(textIn(page, 'A1'));
  expect(textIn(page, 'A3')).toMatch(/^#{28,32}$/);
});

test('a number that its format shows as a text stands where texts do, however it is written', async () => {
  const bytes = bytesOf([
    [
      [12, 2],
      [13, 2],
    ],
    [[12, 1]],
  ]);
  const { straight, usual } = await pagesOf(bytes);
  expect(straight).toEqual(usual);
  const page = await pageOf(bytes);
  expect(page.html).toContain('data-cell="A1" data-num="" data-s="0">12<');
  expect(page.html).toContain('data-cell="B1" data-num="" data-s="0">13<');
  expect(page.html).toContain('data-cell="A2" data-num="">12.00<');
  expect(page.styles[0]).toBe('text-align:start');
});

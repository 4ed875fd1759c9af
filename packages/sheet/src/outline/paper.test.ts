import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';

const cells = cellsXml([['Desk'], ['Oslo'], ['Bergen'], ['Lund']]);

/** A sheet with these print titles, and what stands around its cells. */
async function pageOf(refers: string, before = '', after = '') {
  const titles = `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">${refers}</definedName></definedNames>`;
  const bytes = buildXlsx({ sheets: [{ body: before + cells + after }], behind: refers === '' ? '' : titles });
  const { pages, notShown = [] } = renderPages(await readWorkbook(bytes));
  return { html: pages[0]?.html ?? '', notShown: notShown.map(({ what, why }) => `${what}: ${why}`) };
}

test('print titles are the head of their table, which paper repeats, and are not frozen', async () => {
  const { html, notShown } = await pageOf('Sheet1!$A:$B,Sheet1!$1:$2');
  expect(html).toMatch(/data-freeze="0,0".*<thead><tr>.*Desk.*<tr>.*Oslo.*<\/thead><tbody><tr>.*Bergen/);
  expect(notShown).toEqual([]);
});

test('frozen rows are the head already', async () => {
  const view = '<sheetViews><sheetView><pane ySplit="1" state="frozen" topLeftCell="A2"/></sheetView></sheetViews>';
  const { html } = await pageOf('Sheet1!$1:$2', view);
  expect(html).toMatch(/data-freeze="1,0".*<thead><tr>(?:(?!Oslo).)*<\/thead>/);
});

test('print titles below other rows, and columns, are named', async () => {
  expect((await pageOf('Sheet1!$2:$2')).notShown).toEqual([
    'print titles: Only rows at the top of a page are repeated on paper.',
  ]);
  expect((await pageOf('Sheet1!$A:$A')).notShown).toEqual(['print titles: Only rows are repeated on paper.']);
});

test('a merged area ends where the titles do', async () => {
  const { html } = await pageOf('Sheet1!$1:$1', '', '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>');
  expect(html).not.toContain('rowspan');
});

test('a sheet that is printed across says so', async () => {
  expect((await pageOf('', '', '<pageSetup orientation="landscape"/>')).html).toContain(' data-print="landscape"');
  expect((await pageOf('', '', '<pageSetup orientation="portrait"/>')).html).not.toContain('data-print');
});

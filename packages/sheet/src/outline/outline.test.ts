import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { type BookSource, buildXlsx } from '../test-support/xlsx-builder.ts';
import { makeBook } from '../write/report-book.ts';
import { finish } from '../write/test-support/finish.ts';
import { writeXlsx } from '../write/write-xlsx.ts';

function rowXml(number: number, attributes = ''): string {
  return `<row r="${number}"${attributes}><c r="A${number}"><v>${number}00</v></c></row>`;
}

const facts = {
  topic: 'ACME/SALES/DAILY',
  publishedAt: new Date(2026, 10, 20),
  sender: 'ACME/desk',
  shownDate: null,
  metadata: {},
};

const hidden = ' outlineLevel="1" hidden="1"';

/** Rows 1 to 6, with these attributes of rows, and what stands around them. */
async function pageOf(attributes: Readonly<Record<number, string>>, before = '', after = '') {
  const rows = [1, 2, 3, 4, 5, 6].map((number) => rowXml(number, attributes[number]));
  const source: BookSource = { sheets: [{ body: `${before}<sheetData>${rows.join('')}</sheetData>${after}` }] };
  const report = renderPages(await readWorkbook(buildXlsx(source)));
  return { html: report.pages[0]?.html ?? '', notShown: report.notShown, report };
}

function texts(html: string): string[] {
  return Array.from(html.matchAll(/>(\d00)</g), ([, text = '']) => text);
}

test('rows and columns in groups say so, and their table where the totals stand', async () => {
  const { html, notShown } = await pageOf(
    { 2: ' outlineLevel="1"', 3: ' outlineLevel="2"' },
    '<sheetPr><outlinePr summaryBelow="0"/></sheetPr><cols><col min="1" max="1" width="9" outlineLevel="1"/></cols>',
  );
  expect(html).toContain(' data-outline="above after"');
  expect(html).toContain('<col data-level="1" style="width:');
  expect(html).toMatch(/<tr data-level="1"><td data-cell="A2".*<tr data-level="2"><td data-cell="A3"/);
  expect(notShown).toEqual([]);
});

test('what a collapsed group hides is there, hidden at first', async () => {
  const { html } = await pageOf({ 2: hidden, 3: hidden, 4: ' collapsed="1"' });
  expect(texts(html)).toEqual(['100', '200', '300', '400', '500', '600']);
  expect(html).toContain('<tr data-level="1" hidden=""><td data-cell="A2"');
  expect(html).toContain('<tr><td data-cell="A4"');
});

test('totals above collapse what lies below them', async () => {
  const above = '<sheetPr><outlinePr summaryBelow="0"/></sheetPr>';
  const { html } = await pageOf({ 1: ' collapsed="1"', 2: hidden, 3: hidden }, above);
  expect(texts(html)).toHaveLength(6);
  const { html: other } = await pageOf({ 2: hidden, 3: hidden, 4: ' collapsed="1"' }, above);
  expect(texts(other)).toEqual(['100', '400', '500', '600']);
});

test('what is hidden by hand in a group that is not collapsed is never sent', async () => {
  const { html } = await pageOf({ 2: hidden, 3: ' outlineLevel="1"' });
  expect(texts(html)).toEqual(['100', '300', '400', '500', '600']);
  expect(texts((await pageOf({ 2: ' hidden="1"', 3: ' collapsed="1"' })).html)).toEqual([
    ...['100', '300', '400', '500', '600'],
  ]);
});

test('what a filter hides in a collapsed group is never sent', async () => {
  const filter = '<autoFilter ref="A1:A3"><filterColumn colId="0"/></autoFilter>';
  const { html } = await pageOf({ 2: hidden, 3: hidden, 5: hidden, 6: ' collapsed="1"' }, '', filter);
  expect(texts(html)).toEqual(['100', '400', '500', '600']);
  const unset = '<autoFilter ref="A1:A3"/>';
  expect(texts((await pageOf({ 2: hidden, 3: hidden, 4: ' collapsed="1"' }, '', unset)).html)).toHaveLength(6);
});

const collapsed: Readonly<Record<number, string>> = { 2: hidden, 3: hidden, 4: ' collapsed="1"' };

test('what the filter of a table hides in a collapsed group is never sent', async () => {
  const table = (criteria: string) =>
    `<table id="1" name="T" displayName="T" ref="A1:A3"><autoFilter ref="A1:A3">${criteria}</autoFilter>` +
    '<tableColumns count="1"><tableColumn id="1" name="100"/></tableColumns></table>';
  const rows = [1, 2, 3, 4].map((number) => rowXml(number, collapsed[number]));
  const textsWith = async (criteria: string) => {
    const book = buildXlsx({
      sheets: [
        {
          body: `<sheetData>${rows.join('')}</sheetData><tableParts count="1"><tablePart r:id="rIdT1"/></tableParts>`,
          relations: [['rIdT1', 'table', '../tables/table1.xml']],
        },
      ],
      parts: { 'xl/tables/table1.xml': table(criteria) },
    });
    return texts(renderPages(await readWorkbook(book)).pages[0]?.html ?? '');
  };
  expect(await textsWith('<filterColumn colId="0"><filters><filter val="x"/></filters></filterColumn>')).toEqual([
    ...['100', '400'],
  ]);
  expect(await textsWith('')).toEqual(['100', '200', '300', '400']);
});

test('what a filter without buttons hides in a collapsed group is never sent', async () => {
  const rows = [1, 2, 3, 4].map((number) => rowXml(number, collapsed[number]));
  const textsWith = async (filterMode: string) => {
    const book = buildXlsx({
      sheets: [{ body: `<sheetPr${filterMode}/><sheetData>${rows.join('')}</sheetData>` }],
      behind:
        '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Sheet1!$A$1:$A$3</definedName></definedNames>',
    });
    return texts(renderPages(await readWorkbook(book)).pages[0]?.html ?? '');
  };
  expect(await textsWith(' filterMode="1"')).toEqual(['100', '400']);
  expect(await textsWith('')).toEqual(['100', '200', '300', '400']);
});

test("somebody else's view of the sheet changes no filter of it", async () => {
  const filter = '<autoFilter ref="A1:A3"><filterColumn colId="0"/></autoFilter>';
  const view =
    '<customSheetViews><customSheetView guid="{1}"><pageSetup orientation="landscape"/><headerFooter><oddHeader>x</oddHeader></headerFooter>' +
    '<autoFilter ref="A1:A3"/></customSheetView></customSheetViews>';
  const { html, notShown } = await pageOf(collapsed, '', filter + view);
  expect(texts(html)).toEqual(['100', '400', '500', '600']);
  expect(notShown).toEqual([]);
});

test('an inner group that is collapsed in an open one is hidden alone', async () => {
  const { html } = await pageOf({
    1: ' outlineLevel="1"',
    2: ' outlineLevel="2" hidden="1"',
    3: ' outlineLevel="1" collapsed="1"',
  });
  expect(html).toContain('<tr data-level="1"><td data-cell="A1"');
  expect(html).toContain('<tr data-level="2" hidden=""><td data-cell="A2"');
});

test('a downloaded workbook has the groups of the page, collapsed as there', async () => {
  const { report } = await pageOf(
    { 2: hidden, 3: hidden, 4: ' collapsed="1"' },
    '<cols><col min="1" max="1" width="9" outlineLevel="1"/></cols>',
  );
  const book = finish(makeBook({ pages: report.pages, facts, baseUrl: 'https://portal.example' }));
  const bytes = new Uint8Array(await new Blob(finish(writeXlsx(book))).arrayBuffer());
  const [sheet] = (await readWorkbook(bytes)).sheets;
  expect(sheet?.rows.map(({ group, isHidden }) => [group?.level, group?.isFolded, isHidden])).toEqual([
    [undefined, undefined, false],
    [1, true, true],
    [1, true, true],
    ...Array.from({ length: 3 }, () => [undefined, undefined, false]),
  ]);
  expect(sheet?.columns[0]?.group).toEqual({ level: 1 });
});

import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { type BookSource, buildXlsx, cellsXml, formatStyles } from '../test-support/xlsx-builder.ts';

const list = (sqref: string, formula: string, attributes = '') =>
  `<dataValidation type="list" sqref="${sqref}" ${attributes}><formula1>${formula}</formula1></dataValidation>`;
const validations = (...lists: string[]) => `<dataValidations>${lists.join('')}</dataValidations>`;
const rows = cellsXml([
  ['Red', 'Green', 1],
  ['', 'x', 2],
]);

async function published(source: BookSource, takesEntries: boolean | readonly string[] = true) {
  const { pages, notShown = [] } = renderPages(await readWorkbook(buildXlsx(source)), { takesEntries });
  return { html: pages[0]?.html ?? '', notShown };
}

function cellOf(html: string, name: string): string {
  return new RegExp(`data-cell="${name}"[^>]*>(.*?)</t[dh]>`).exec(html)?.[1] ?? '';
}

test('a cell that is chosen from a list is one where the report takes entries, else its text', async () => {
  const source = { sheets: [{ name: 'My data', body: rows + validations(list('A1', '"Red, Green,Blue"')) }] };
  const { html, notShown } = await published(source);
  expect(cellOf(html, 'A1')).toBe(
    '<select data-control="My_data.A1" aria-label="A1"><option value="Red" selected="">Red</option><option value="Green">Green</option><option value="Blue">Blue</option></select>',
  );
  expect(notShown).toEqual([]);
  expect(cellOf((await published(source, false)).html, 'A1')).toBe('Red');
});

test('what a cell shows is chosen, whether its list has it or not, and a blank may be chosen where the file says so', async () => {
  const body =
    rows + validations(list('A1:A2', '"Blue,Gold"', 'allowBlank="1" promptTitle="Colour" prompt="Choose &amp; go"'));
  const { html } = await published({ sheets: [{ body }] });
  expect(cellOf(html, 'A1')).toContain(
    'aria-label="Colour: Choose &amp; go"><option value="Red" selected="">Red</option><option value=""></option><option value="Blue">Blue',
  );
  expect(cellOf(html, 'A2')).toContain('><option value="" selected=""></option><option value="Blue">');
});

test('a list comes from a range, another sheet or a name, as its cells show', async () => {
  const extended =
    '<extLst><ext><x14:dataValidations><x14:dataValidation type="list"><x14:formula1><xm:f>Lists!$A$1:$A$3</xm:f></x14:formula1><xm:sqref>B2</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>';
  const body = rows + validations(list('A1', '$C$1:$C$2'), list('A2', 'Rates')) + extended;
  const other = { name: 'Lists', body: cellsXml([[[0.5, 1]], [[0.75, 1]], ['']]) };
  const behind = '<definedNames><definedName name="Rates">Lists!$A$1:$A$2</definedName></definedNames>';
  const { html } = await published({ sheets: [{ body }, other], styles: formatStyles(['0%']), behind });
  const options = (name: string) =>
    [...cellOf(html, name).matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);
  expect(options('A1')).toEqual(['Red', '1', '2']);
  expect(options('A2')).toEqual(['', '50%', '75%']);
  expect(options('B2')).toEqual(['x', '50%', '75%']);
});

test('a list without $ moves with its cells, and a name of the sheet is before one of the workbook', async () => {
  const cells = cellsXml([
    ['a', 1, 2],
    ['b', 3, 4],
    ['c', 5, 6],
  ]);
  const body = cells + validations(list('A3 A1:A2', 'B1:C1'), list('B1:B2', 'Rates'));
  const behind =
    '<definedNames><definedName name="Rates">Lists!$A$1</definedName><definedName name="Rates" localSheetId="0">Sheet1!$C$1:$C$2</definedName></definedNames>';
  const { html, notShown } = await published({
    sheets: [{ body }, { name: 'Lists', body: cellsXml([['other']]) }],
    behind,
  });
  const options = (name: string) =>
    [...cellOf(html, name).matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value).slice(1);
  expect(['A1', 'A2', 'A3'].map(options)).toEqual([
    ['1', '2'],
    ['3', '4'],
    ['5', '6'],
  ]);
  expect(options('B2')).toEqual(['2', '4']);
  expect(notShown).toEqual([]);
});

test('lists that move with many cells are read within a bound', async () => {
  const many = cellsXml(Array.from({ length: 900 }, () => ['a']));
  const { html, notShown } = await published({ sheets: [{ body: many + validations(list('A1:A900', 'B1:B999')) }] });
  expect(html.split('<select').length - 1).toBe(Math.floor(limits.workbook.entries.allOptions / 999));
  expect(notShown).toEqual([
    { sheet: 'Sheet1', what: 'validation lists', count: 1, why: 'A report has too many lists.' },
  ]);
});

test('a name of the sheet of a list stands before that of the workbook, as in a sheet that was copied', async () => {
  const body = rows + validations(list('A1', 'Rates'), list('A2', 'Lists!Rates'));
  const other = { name: 'Lists', body: cellsXml([[1], [2], [3]]) };
  const defined = (row: number, scope = '') => `<definedName name="Rates"${scope}>Lists!$A$${row}</definedName>`;
  const behind = `<definedNames>${defined(1, ' localSheetId="0"')}${defined(2, ' localSheetId="1"')}${defined(3)}</definedNames>`;
  const { html } = await published({ sheets: [{ body }, other], behind });
  const options = (name: string) => [...cellOf(html, name).matchAll(/<option value="(\d)"/g)].map(([, value]) => value);
  expect([options('A1'), options('A2')]).toEqual([['1'], ['2']]);
});

test('a list without its arrow stays text, and so do other validations', async () => {
  const whole = '<dataValidation type="whole" sqref="C1"><formula1>1</formula1></dataValidation>';
  const { html } = await published({
    sheets: [{ body: rows + validations(list('A1', '"Red"', 'showDropDown="1"'), whole) }],
  });
  expect([cellOf(html, 'A1'), cellOf(html, 'C1')]).toEqual(['Red', '1']);
});

test.each([
  ['INDIRECT(A1)', 'Their entries come from a formula.'],
  ['$A$1:$A$100000', 'A list can have up to 1000 entries.'],
  ['Nowhere!$A$1:$A$2', 'Their entries come from a formula.'],
])('a list from %s is text and named', async (formula, why) => {
  const far = cellsXml([['Red']]).replace(
    '</sheetData>',
    '<row r="99999"><c r="A99999"><v>1</v></c></row></sheetData>',
  );
  const { html, notShown } = await published({ sheets: [{ body: far + validations(list('A1', formula)) }] });
  expect(cellOf(html, 'A1')).toBe('Red');
  expect(notShown).toEqual([{ sheet: 'Sheet1', what: 'validation lists', count: 1, why }]);
});

test('names of controls are those of a control, and each its own', async () => {
  const body = rows + validations(list('A1', '"Red"'));
  const names = ['1 ÄÖ', '1 ÜÖ', 'x'.repeat(31)];
  const book = await readWorkbook(buildXlsx({ sheets: names.map((name) => ({ name, body })) }));
  const found = renderPages(book, { takesEntries: true }).pages.map(
    ({ html }) => /data-control="([^"]+)"/.exec(html)?.[1],
  );
  expect(found).toEqual([
    expect.stringMatching(/^S1____[0-9a-z]{1,7}\.A1$/),
    expect.stringMatching(/^S1____[0-9a-z]{1,7}\.A1$/),
    `${'x'.repeat(31)}.A1`,
  ]);
  expect(new Set(found).size).toBe(3);
});

test('lists over whole columns cost what the page shows, and no more than a report may have', async () => {
  const many = cellsXml(Array.from({ length: 600 }, () => ['a'])) + validations(list('A1:XFD1048576', `$A$1:$A$900`));
  const { html, notShown } = await published({ sheets: [{ body: many }] });
  expect(html.split('<select').length - 1).toBe(600);
  expect(notShown).toEqual([]);
  const wide = Array.from({ length: 999 }, (_, n) => n).join(',');
  const body = cellsXml(Array.from({ length: 700 }, () => ['a'])) + validations(list('A:A', `"${wide}"`));
  const full = await published({ sheets: [{ body }] });
  expect(full.html.split('<select').length - 1).toBe(Math.floor(limits.workbook.entries.allOptions / 999));
  expect(full.notShown).toEqual([
    { sheet: 'Sheet1', what: 'validation lists', count: 1, why: 'A report has too many lists.' },
  ]);
});

const checkbox: Partial<BookSource> = {
  relations: [['rIdF', 'FeaturePropertyBag', 'featurePropertyBag/featurePropertyBag.xml']],
  parts: {
    'xl/featurePropertyBag/featurePropertyBag.xml':
      '<FeaturePropertyBags><bag type="Checkbox"/><bag type="XFControls"><bagId k="CellControl">0</bagId></bag><bag type="XFComplement"><bagId k="XFControls">1</bagId></bag><bag type="XFComplements"><a k="MappedFeaturePropertyBags"><bagId>2</bagId></a></bag></FeaturePropertyBags>',
  },
  styles:
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="0"><extLst><ext><xfpb:xfComplement i="0"/></ext></extLst></xf><xf><extLst><ext><xfpb:xfComplement i="7"/></ext></extLst></xf></cellXfs>',
};

test('a checkbox of a cell is one where the report takes entries, else the sign of one', async () => {
  const body = cellsXml([
    [
      [true, 1],
      [false, 1],
      [true, 0],
      [true, 2],
      [undefined, 1],
    ],
  ]);
  const source = { ...checkbox, sheets: [{ body }] };
  const { html } = await published(source);
  expect(cellOf(html, 'A1')).toBe('<input type="checkbox" data-control="Sheet1.A1" aria-label="A1" checked="">');
  expect(cellOf(html, 'B1')).toBe('<input type="checkbox" data-control="Sheet1.B1" aria-label="B1">');
  expect([cellOf(html, 'C1'), cellOf(html, 'D1')]).toEqual(['TRUE', 'TRUE']);
  const text = await published(source, false);
  expect([cellOf(text.html, 'A1'), cellOf(text.html, 'B1')]).toEqual(['☑', '☐']);
});

test('of named cells only those are controls, under their names: a list, a checkbox, or else a text', async () => {
  const body = rows + validations(list('A1:A2', '"Red,Blue"'));
  const defined = (name: string, refers: string) => `<definedName name="${name}">${refers}</definedName>`;
  const behind = `<definedNames>${defined('CTL_Color', 'Sheet1!$A$1')}${defined('Amount', 'Sheet1!$C$2')}${defined('Far', 'Sheet1!$D$9')}${defined('Wide', 'Sheet1!$A$1:$B$1')}${defined('CTL_Größe', 'Sheet1!$B$2')}</definedNames>`;
  const { html, notShown } = await published({ sheets: [{ body }], behind }, [
    'CTL_color',
    'Amount',
    'Far',
    'Wide',
    'None',
    'CTL_Größe',
  ]);
  expect(cellOf(html, 'A1')).toMatch(/^<select data-control="CTL_color" aria-label="CTL_color">.*Red.*Blue/);
  expect(cellOf(html, 'A2')).not.toContain('data-control');
  expect(cellOf(html, 'C2')).toBe('<textarea data-control="Amount" aria-label="Amount" rows="1">2</textarea>');
  expect(cellOf(html, 'D9')).toContain('data-control="Far"');
  const why = 'An entry needs a name that refers to one cell.';
  expect(notShown).toEqual([
    { sheet: '', what: 'name Wide', count: 1, why },
    { sheet: '', what: 'name None', count: 1, why },
    {
      sheet: '',
      what: 'name CTL_Größe',
      count: 1,
      why: 'A control needs a name of letters A to Z, digits, dots and underscores, 64 at most.',
    },
  ]);
});

test('the text of a control is what may be entered, not what the cell shows', async () => {
  const cells = [
    [1234.5, '#,##0.00', '1234.5'],
    [0.1 + 0.2, '0', '0.3'],
    [0.13, '0%', '13%'],
    [46_349, 'd/m/yyyy', '2026-11-23'],
    [46_349.75, 'd mmm yyyy h:mm AM/PM', '2026-11-23 18:00'],
    [0.5 + 5 / 86_400, 'h:mm:ss AM/PM', '12:00:05'],
    [1.5, '[h]:mm', '1.5'],
    [60, 'd/m/yyyy', '60'],
    [59, 'd/m/yyyy', '1900-02-28'],
    [-1, 'd/m/yyyy', '-1'],
    [true, 'General', 'TRUE'],
    ['=1+1', '@', '=1+1'],
  ] as const;
  const body = cellsXml(cells.map(([value], n) => [[value, n + 1]]));
  const names = cells.map((_, n) => `Cell_${n}`);
  const defined = names.map((name, n) => `<definedName name="${name}">Sheet1!$A$${n + 1}</definedName>`).join('');
  const styles = formatStyles(cells.map(([, format]) => format));
  const { html } = await published(
    { sheets: [{ body }], styles, behind: `<definedNames>${defined}</definedNames>` },
    names,
  );
  const shown = cells.map((_, n) => />(.*)<\/textarea>/.exec(cellOf(html, `A${n + 1}`))?.[1]);
  expect(shown).toEqual(cells.map(([, , raw]) => raw));
});

test('the text of a control is its value in every language, also where its publisher sent a text of its own', async () => {
  const behind = '<definedNames><definedName name="Amount">Sheet1!$A$1</definedName></definedNames>';
  const { sheets, ...book } = await readWorkbook(buildXlsx({ sheets: [{ body: cellsXml([[1234]]) }], behind }));
  const told = sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, shown: '1.234' })) })),
  }));
  const { pages } = renderPages({ ...book, sheets: told }, { takesEntries: ['Amount'] });
  expect(cellOf(pages[0]?.html ?? '', 'A1')).toContain('>1234</textarea>');
});

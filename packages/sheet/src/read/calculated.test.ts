import { expect, test } from 'vitest';
import { withFormulas } from '../formula/calculate.ts';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { buildXlsx } from '../test-support/xlsx-builder.ts';
import { withResults } from './calculated.ts';

const ask = '<calcPr calcId="124519" fullCalcOnLoad="1"/>';

function book(cells: string, behind = ''): Uint8Array {
  return buildXlsx({ sheets: [{ name: 'S', body: `<sheetData><row r="1">${cells}</row></sheetData>` }], behind });
}

async function shown(bytes: Uint8Array, calculated?: Uint8Array) {
  const own = await readWorkbook(bytes);
  const { pages, ...rest } = renderPages(calculated ? withResults(own, await readWorkbook(calculated)) : own);
  const cells = [...(pages[0]?.html ?? '').matchAll(/data-cell="(\w+)"[^>]*>([^<]*)</g)];
  return { ...rest, cells: Object.fromEntries(cells.map(([, name, text]) => [name, text])) };
}

test('a formula with an empty value is evaluated; one that cannot be is named', async () => {
  const { cells, warnings, lacksResults, notShown } = await shown(
    book('<c r="A1"><v>2</v></c><c r="B1"><f>A1*21</f><v/></c><c r="C1"><f>NOPE(A1)</f><v></v></c>'),
  );
  expect(cells).toEqual({ A1: '2', B1: '42' });
  expect(lacksResults).toBe(true);
  expect(warnings).toEqual([
    '1 formula on S has no saved result and shows nothing: open and save the workbook in Excel or LibreOffice.',
  ]);
  expect(notShown).toEqual([{ sheet: 'S', what: 'formulas', count: 1, why: 'The function NOPE is not evaluated.' }]);
});

test('a 0 that stands for a result in a file that asks to be calculated is never shown as the figure', async () => {
  const cells =
    '<c r="A1"><v>0</v></c><c r="B1"><f>A1+5</f><v>0</v></c><c r="C1"><f>NOPE()</f><v>0</v></c><c r="D1"><v>7</v></c>';
  expect((await shown(book(cells, ask))).cells).toEqual({ A1: '0', B1: '5', C1: '', D1: '7' });
  expect((await shown(book(cells))).cells).toEqual({ A1: '0', B1: '0', C1: '0', D1: '7' });
});

test('a 0 in such a file is no result beside results of other formulas either', async () => {
  const cells =
    '<c r="A1"><f>B1*2</f><v>0</v></c><c r="B1"><f>1+6</f><v>7</v></c><c r="C1"><f>NOPE()</f><v>0</v></c><c r="D1"><f>B1-7</f><v>0</v></c>';
  const { cells: found, notShown } = await shown(book(cells, ask));
  expect(found).toEqual({ A1: '14', B1: '7', C1: '', D1: '0' });
  expect(notShown).toEqual([{ sheet: 'S', what: 'formulas', count: 1, why: 'The function NOPE is not evaluated.' }]);
  expect((await shown(book(cells))).cells).toEqual({ A1: '0', B1: '7', C1: '0', D1: '0' });
});

test('in a file that asks to be calculated every formula is, also one with a saved result', async () => {
  const inputs = '<c r="A1"><v>5</v></c><c r="B1"><v>7</v></c>';
  const cells = `${inputs}<c r="C1"><f>SUM(A1:B1)</f><v>3</v></c><c r="D1"><f>C1*2</f><v>6</v></c><c r="E1" t="str"><f>"Total "&amp;C1</f><v>Total 3</v></c>`;
  const asked = await shown(book(cells, ask));
  expect(asked.cells).toEqual({ A1: '5', B1: '7', C1: '12', D1: '24', E1: 'Total 12' });
  expect([asked.notShown, asked.warnings, asked.lacksResults]).toEqual([[], [], false]);
  expect((await shown(book(cells))).cells).toEqual({ A1: '5', B1: '7', C1: '3', D1: '6', E1: 'Total 3' });
});

test('a saved result that cannot be calculated again is shown and named, and so is what reads it', async () => {
  const cells =
    '<c r="A1"><v>5</v></c><c r="B1"><f>NOPE(A1)</f><v>8</v></c><c r="C1"><f>B1+1</f><v>9</v></c><c r="D1"><f>A1+1</f><v>2</v></c>';
  const { cells: found, notShown, warnings, lacksResults } = await shown(book(cells, ask));
  expect(found).toEqual({ A1: '5', B1: '8', C1: '9', D1: '6' });
  const why = 'Saved results are shown, not recalculated. The function NOPE is not evaluated.';
  expect(notShown).toEqual([{ sheet: 'S', what: 'recalculated results', count: 2, why }]);
  expect(warnings).toEqual([
    '2 formulas on S could not be recalculated, as the workbook requests, and show their saved results: open and save the workbook in Excel or LibreOffice.',
  ]);
  expect(lacksResults).toBe(true);
  expect((await shown(book(cells))).notShown).toEqual([]);
});

test('an array formula of such a file is calculated in all of its cells', async () => {
  const array = '<f t="array" ref="C1:E1">A1:B1*10</f>';
  const cells = `<c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1">${array}<v>70</v></c><c r="D1"><v>80</v></c><c r="E1" t="e"><v>#N/A</v></c>`;
  expect((await shown(book(cells, ask))).cells).toMatchObject({ C1: '10', D1: '20', E1: '#N/A' });
  const unknown = cells.replace('A1:B1*10', 'NOPE(A1)').replace('<v>80</v>', '<v>0</v>');
  const { cells: found, notShown } = await shown(book(unknown, ask));
  expect(found).toMatchObject({ C1: '70', E1: '#N/A' });
  expect(found.D1 ?? '').toBe('');
  expect(notShown?.map(({ what, count }) => [what, count])).toEqual([
    ['formulas', 1],
    ['recalculated results', 2],
  ]);
});

test('a what-if table of such a file keeps its saved results, which are named', async () => {
  const table = '<f t="dataTable" ref="B1:C1" dt2D="0" dtr="0" r1="A1"/>';
  const cells = `<c r="A1"><v>1</v></c><c r="B1">${table}<v>5</v></c><c r="C1"><v>6</v></c>`;
  const { cells: found, notShown } = await shown(book(cells, ask));
  expect(found).toEqual({ A1: '1', B1: '5', C1: '6' });
  const why = 'Saved results are shown, not recalculated. The function TABLE is not evaluated.';
  expect(notShown).toEqual([{ sheet: 'S', what: 'recalculated results', count: 2, why }]);
  const plain = await shown(book(cells));
  expect([plain.cells, plain.notShown]).toEqual([{ A1: '1', B1: '5', C1: '6' }, []]);
});

test('results of another reading replace old ones, except where it does not know a function either', async () => {
  const own = withFormulas(
    await readWorkbook(
      book(
        '<c r="A1"><f>NOPE(1)</f><v>3</v></c><c r="B1"><f>NOPE(2)</f><v>4</v></c><c r="C1"><f>B1</f><v>4</v></c>',
        ask,
      ),
    ),
    new Date(0),
  ).workbook;
  const other = await readWorkbook(book('<c r="A1"><v>6</v></c><c r="B1" t="e"><v>#NAME?</v></c>'));
  const { pages, notShown = [] } = renderPages(withResults(own, other));
  const texts = [...(pages[0]?.html ?? '').matchAll(/data-cell="\w+"[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(texts).toEqual(['6', '4', '4']);
  expect(notShown.map(({ what, count }) => [what, count])).toEqual([['recalculated results', 2]]);
});

test('a dynamic array of more cells than the file has is named; one that fits, and an array formula of old, are evaluated', async () => {
  const cells = (more: string) =>
    `<c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="D1" ${more}><f t="array" ref="D1">A1:B1*10</f><v>0</v></c>`;
  const { cells: found, notShown } = await shown(book(cells('cm="1"'), ask));
  expect(found).toEqual({ A1: '1', B1: '2' });
  const why = 'The formula fills more cells than the file has; open and save the workbook in Excel.';
  expect(notShown).toEqual([{ sheet: 'S', what: 'formulas', count: 1, why }]);
  expect((await shown(book(cells(''), ask))).cells).toMatchObject({ A1: '1', B1: '2', D1: '10' });
  const one = '<c r="A1"><v>1</v></c><c r="D1" cm="1"><f t="array" ref="D1">SUM(A1:A1*10)</f><v>0</v></c>';
  expect((await shown(book(one, ask))).cells).toMatchObject({ A1: '1', D1: '10' });
});

test('an empty text is a result', async () => {
  const { warnings } = await shown(book('<c r="A1"><v>2</v></c><c r="B1" t="str"><f>IF(A1,"")</f><v></v></c>', ask));
  expect(warnings).toEqual([]);
});

test('results come from another reading of the workbook, cell by cell; the rest stays as it is', async () => {
  const own = book('<c r="A1"><v>2</v></c><c r="B1"><f>NOPE(A1)</f><v/></c><c r="C1"><f>NOPE()</f><v>0</v></c>', ask);
  const other = book('<c r="A1"><v>99</v></c><c r="B1"><f>A1*21</f><v>42</v></c><c r="C1"><f>A1-2</f><v>0</v></c>');
  const { cells, lacksResults, warnings } = await shown(own, other);
  expect(cells).toEqual({ A1: '2', B1: '42', C1: '0' });
  expect({ lacksResults, warnings }).toEqual({ lacksResults: false, warnings: [] });
});

test('what the other reading lacks stays named', async () => {
  const own = book('<c r="A1"><v>2</v></c><c r="B1"><f>NOPE(A1)</f><v/></c><c r="C1"><f>NOPE()</f><v/></c>');
  const { cells, warnings } = await shown(own, book('<c r="B1"><v>42</v></c>'));
  expect(cells).toEqual({ A1: '2', B1: '42' });
  expect(warnings.join()).toContain('1 formula on S has no saved result and shows nothing');
});

test('a sheet that hides its zeros shows nothing for 0, and what is almost 0', async () => {
  const view = '<sheetViews><sheetView showZeros="0"/></sheetViews>';
  const body = `${view}<sheetData><row r="1"><c r="A1"><v>0</v></c><c r="B1"><v>0.001</v></c></row></sheetData>`;
  const { pages } = renderPages(await readWorkbook(buildXlsx({ sheets: [{ name: 'S', body }] })));
  expect(pages[0]?.html).not.toContain('>0<');
  expect(pages[0]?.html).toContain('>0.001<');
});

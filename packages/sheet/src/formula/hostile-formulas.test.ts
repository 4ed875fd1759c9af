import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { many, rows } from '../test-support/growing-book.ts';
import { buildXlsx, escaped } from '../test-support/xlsx-builder.ts';

const styles = '<cellXfs><xf/></cellXfs><dxfs><dxf><font><b/></font></dxf></dxfs>';
const formula = (text: string) => `<c><f>${escaped(text)}</f><v/></c>`;
const rule = (text: string, sqref: string) =>
  `<conditionalFormatting sqref="${sqref}"><cfRule type="expression" dxfId="0" priority="1"><formula>${escaped(text)}</formula></cfRule></conditionalFormatting>`;
const names = (list: readonly (readonly [string, string])[]) =>
  `<definedNames>${list.map(([name, refers]) => `<definedName name="${name}">${escaped(refers)}</definedName>`).join('')}</definedNames>`;

/** What is named of a book, reason by reason; its pages are there. */
async function named(body: string, behind = ''): Promise<Record<string, number>> {
  const { pages, notShown = [] } = renderPages(
    await readWorkbook(buildXlsx({ sheets: [{ body }], styles, behind })),
    {},
    { now: new Date(2026, 10, 23) },
  );
  expect(pages).toHaveLength(1);
  return Object.fromEntries(notShown.map(({ what, why, count }) => [`${what}: ${why}`, count]));
}

const tooDeep = 'A formula is nested too deeply.';
const tooMuch = 'The formulas take too long to calculate.';
const unreadable = 'A formula cannot be read.';

test.each([
  ['brackets', `${'('.repeat(4000)}1${')'.repeat(4000)}`, tooDeep],
  ['signs', `${'-'.repeat(8000)}1`, tooDeep],
  ['functions', `${'IF(1,'.repeat(1000)}1${')'.repeat(1000)}`, tooDeep],
  ['brackets that nobody closes', '('.repeat(8000), tooDeep],
  ['quotes that nobody closes', '"a'.repeat(4000), unreadable],
  ['more characters than formulas have', `1${'+1'.repeat(5000)}`, unreadable],
])('a formula of %s is named', async (_, text, why) => {
  expect(await named(rows(1, () => formula(text)))).toEqual({ [`formulas: ${why}`]: 1 });
});

test('a sum of thousands of terms is evaluated', async () => {
  const text = `1${'+1'.repeat(4000)}`;
  expect(await named(rows(1, () => formula(text)))).toEqual({});
});

test.each([
  [
    'a name that leads to itself',
    [
      ['a', 'b+1'],
      ['b', 'a+1'],
    ],
    'A name refers to itself.',
  ],
  [
    'names that lead on and on',
    Array.from({ length: 1000 }, (_, n) => [n === 0 ? 'a' : `n_${n}`, `n_${n + 1}`]),
    tooDeep,
  ],
  [
    'names that double each other',
    [['a', 'd_0'], ...Array.from({ length: 30 }, (_, n) => [`d_${n}`, `d_${n + 1}+d_${n + 1}`]), ['d_30', '1']],
    tooMuch,
  ],
] as const)('%s gives nothing', async (_, list, why) => {
  const behind = names(list.map(([name = '', refers = '']) => [name, refers]));
  expect(
    await named(
      rows(1, () => formula('a')),
      behind,
    ),
  ).toEqual({ [`formulas: ${why}`]: 1 });
});

test('a ring of thousands of cells is named as a circle', async () => {
  const size = 3000;
  const found = await named(rows(size, (n) => formula(`A${((n + 1) % size) + 1}+1`)));
  expect(found).toEqual({ 'formulas: The formula refers to itself, directly or through other cells.': size });
});

test.each([
  ['cells of a whole sheet, one by one', 'SUM((A3:XFC1048575=1)*1)'],
  ['every row beside every column', 'SUM(ROW(A1:A1048575)*COLUMN(A1:XFC1))'],
  ['an area that is moved beyond measure', 'SUM(OFFSET(A3,0,0,1048570,16383)*1)'],
  ['numbers without end', 'SUM(SEQUENCE(1048576,16384))'],
  ['an array that is sorted', 'SUM(SORT(SORT(SORT(SEQUENCE(1000000)))))'],
  ['a product of arrays', 'SUM(MMULT(SEQUENCE(2000,2000),SEQUENCE(2000,2000)))'],
  ['a text cut in rows and columns', 'COUNTA(TEXTSPLIT(CONCATENATE(REPT("a,",8000),REPT("b;",7000)),",",";"))'],
  ['an area that a text names', 'SUM(INDIRECT("A3:XFC1048575")*1)'],
  [
    'a day a hundred thousand years of work away',
    'WORKDAY(1,2900000)+WORKDAY(1,2900001)+SUM(ROW(A1:A1048575)*{1,2,3,4,5,6,7,8,9,10})',
  ],
])('%s take too much work', async (_, text) => {
  expect(await named(rows(1, () => `${formula('1+1')}<c><f t="array" ref="B1">${text}</f></c>`))).toEqual({
    [`formulas: ${tooMuch}`]: 1,
  });
});

test('an area of a whole sheet costs what is used', async () => {
  const found = await named(
    `${rows(3, () => '<c><v>1</v></c>')}${rule('AND(SUM($A$1:$XFD$1048576)=3,COUNTIF($A:$XFD,1)=3)', 'A1:XFD1048576')}`,
  );
  expect(found).toEqual({});
});

test('thousands of rules over all cells of a sheet end with what was counted', async () => {
  const rules = many(4000, () => rule('A1>0', 'A1:XFD1048576'));
  const found = await named(rows(1000, () => '<c><v>1</v></c>') + rules);
  expect(Object.keys(found)).toEqual(['conditional formatting rules: The rules cover too many cells.']);
});

test('one rule that takes too much leaves work for the others', async () => {
  const heavy = rule('SUMPRODUCT(($A$1:$A$20000=A1)*($A$1:$A$20000>0))>0', 'A1:A3000');
  const found = await named(rows(3000, (n) => `<c><v>${n}</v></c>`) + heavy + rule('A1>AVERAGE($A:$A)', 'A1:A3000'));
  expect(found).toEqual({ [`conditional formatting rules: ${tooMuch}`]: 1 });
});

test('long texts are work', async () => {
  const text = 'a'.repeat(30_000);
  const cells = rows(400, () => `<c t="s"><v>0</v></c>`);
  const { notShown = [] } = renderPages(
    await readWorkbook(
      buildXlsx({
        sheets: [{ body: cells + rule('COUNTIF($A$1:$A$400,"*a*a*a*a*b"&ROW())>0', 'A1:A400') }],
        texts: `<si><t>${text}</t></si>`,
        styles,
      }),
    ),
    {},
    { now: new Date(2026, 10, 23) },
  );
  expect(notShown.map(({ why }) => why)).toEqual([tooMuch]);
});

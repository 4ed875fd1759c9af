import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../../publish-pages.ts';
import { buildOds, odsCell, odsRow, odsTable } from '../../test-support/ods-builder.ts';
import { plainFormula } from './rule-words.ts';

const good =
  '<style:style style:name="Good" style:family="table-cell"><style:table-cell-properties fo:background-color="#ff0000"/><style:text-properties fo:font-weight="bold"/></style:style>';

/** The cells of a column of values that get the red ground of a rule, and what is not shown. */
async function reddened(values: readonly (number | string)[], rules: string, target = 'Sheet1.A1:Sheet1.A9') {
  const rows = values.map((value) => odsRow(odsCell(value))).join('');
  const formats = `<calcext:conditional-formats><calcext:conditional-format calcext:target-range-address="${target}">${rules}</calcext:conditional-format></calcext:conditional-formats>`;
  const book = await readWorkbook(buildOds({ common: good, body: odsTable(rows + formats) }));
  const { pages, notShown = [] } = renderPages(book);
  const [page] = pages;
  const reds = new Set(page?.styles.flatMap((css, n) => (css.includes('#ff0000') ? [String(n)] : [])));
  const cells = [...(page?.html.matchAll(/data-cell="(A\d+)"[^>]* data-s="(\d+)"/g) ?? [])];
  return {
    cells: cells.flatMap(([, cell = '', style = '']) => (reds.has(style) ? [cell] : [])),
    html: page?.html ?? '',
    styles: page?.styles ?? [],
    notShown: notShown.map(({ what, count }) => `${what} ${count}`),
  };
}

function condition(value: string, base = 'Sheet1.A1'): string {
  return `<calcext:condition calcext:apply-style-name="Good" calcext:value="${value}" calcext:base-cell-address="${base}"/>`;
}

test.each([
  ['&gt;5', ['A2', 'A3']],
  ['&gt;=5', ['A2', 'A3', 'A4']],
  ['!=5', ['A1', 'A2', 'A3']],
  ['=5', ['A4']],
  ['between(1,5)', ['A1', 'A4']],
  ['not-between(1,5)', ['A2', 'A3']],
  ['duplicate', ['A2', 'A3']],
  ['unique', ['A1', 'A4']],
  ['top-elements(2)', ['A2', 'A3']],
  ['bottom-elements(1)', ['A1']],
  ['above-average', ['A2', 'A3']],
  ['below-average', ['A1', 'A4']],
  ['formula-is([.A1]&gt;[.$A$4])', ['A2', 'A3']],
  ['formula-is(IF([.A1]=1;TRUE();FALSE()))', ['A1']],
])('a rule of a document, %s, dresses the cells that it holds for', async (value, cells) => {
  expect(await reddened([1, 9, 9, 5], condition(value))).toMatchObject({ cells, notShown: [] });
});

test.each([
  ['begins-with(&quot;a&quot;)', ['A1']],
  ['ends-with(&quot;b&quot;)', ['A1', 'A2']],
  ['contains-text(&quot;x&quot;)', ['A2']],
  ['not-contains-text(&quot;x&quot;)', ['A1']],
])('texts too: %s', async (value, cells) => {
  expect((await reddened(['ab', 'xb'], condition(value))).cells).toEqual(cells);
});

test('a rule names a style as people see it, with the characters that its name cannot have', async () => {
  const common = good.replace('style:name="Good"', 'style:name="Good_5f_1" style:display-name="Good_1"');
  const named = condition('&gt;5').replace('"Good"', '"Good_1"');
  const formats = `<calcext:conditional-formats><calcext:conditional-format calcext:target-range-address="Sheet1.A1:Sheet1.A2">${named}</calcext:conditional-format></calcext:conditional-formats>`;
  const body = odsTable(odsRow(odsCell(1)) + odsRow(odsCell(9)) + formats);
  const [page] = renderPages(await readWorkbook(buildOds({ common, body }))).pages;
  expect(page?.styles.filter((css) => css.includes('#ff0000'))).toHaveLength(1);
});

test('the first rule of a cell goes before the next, and a style gives what it sets', async () => {
  const { cells, styles } = await reddened([1, 9], condition('&gt;5'));
  expect(cells).toEqual(['A2']);
  expect(styles.find((css) => css.includes('#ff0000'))).toContain('font-weight:700');
});

test('scales, bars and icons are drawn', async () => {
  const entry = (kind: string, type: string, more = '') =>
    `<calcext:${kind} calcext:value="0" calcext:type="${type}"${more}/>`;
  const color = (hex: string) => ` calcext:color="${hex}"`;
  const scale = `<calcext:color-scale>${entry('color-scale-entry', 'minimum', color('#ffffff'))}${entry('color-scale-entry', 'maximum', color('#ff0000'))}</calcext:color-scale>`;
  expect((await reddened([1, 9], scale)).cells).toEqual(['A2']);
  const bar = `<calcext:data-bar calcext:positive-color="#ff0000">${entry('formatting-entry', 'auto-minimum')}${entry('formatting-entry', 'auto-maximum')}</calcext:data-bar>`;
  expect((await reddened([1, 9], bar)).styles.join()).toContain('linear-gradient');
  const steps = ['0', '33', '67'].map(
    (value) => `<calcext:formatting-entry calcext:value="${value}" calcext:type="percent"/>`,
  );
  const icons = `<calcext:icon-set calcext:icon-set-type="3Arrows">${steps.join('')}</calcext:icon-set>`;
  expect((await reddened([1, 9], icons)).html).toContain('aria-label="up"');
});

test('a rule that is not known is named', async () => {
  const lost = { cells: [], notShown: ['conditional formats 1'] };
  expect(await reddened([1, 9], condition('is-blue'))).toMatchObject(lost);
  expect(await reddened([1, 9], condition('&gt;{1|2}'))).toMatchObject(lost);
});

test('references begin at the base cell of a rule, wherever it is', async () => {
  const rule = condition('formula-is([.B2]&gt;1)', 'Sheet1.B2');
  expect(await reddened([1, 9], rule)).toMatchObject({ cells: ['A2'], notShown: [] });
});

test('formulas of documents are written as those of workbooks', () => {
  expect(plainFormula('of:=SUM([.A1:.B2];"a;b";[$\'P L\'.$C$3])')).toBe('SUM(A1:B2,"a;b",\'P L\'!$C$3)');
  expect(plainFormula('[.A1]!1')).toBeUndefined();
});

import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import type { PageSelection } from '../page-selection.ts';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { buildXlsx, cellsXml, formatStyles, type SheetSource } from '../test-support/xlsx-builder.ts';

interface GroupSource {
  readonly attributes?: string;
  readonly colors?: string;
  readonly lines: readonly (readonly [source: string, place: string])[];
}

function sparklinesXml(groups: readonly GroupSource[]): string {
  const list = groups.map(({ attributes = '', colors = '', lines }) => {
    const each = lines.map(
      ([source, place]) => `<x14:sparkline><xm:f>${source}</xm:f><xm:sqref>${place}</xm:sqref></x14:sparkline>`,
    );
    return `<x14:sparklineGroup ${attributes}>${colors}<x14:sparklines>${each.join('')}</x14:sparklines></x14:sparklineGroup>`;
  });
  return `<extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" xmlns:x14="x" xmlns:xm="m"><x14:sparklineGroups>${list.join('')}</x14:sparklineGroups></ext></extLst>`;
}

const series = '<x14:colorSeries rgb="FF376092"/>';

async function pageOf(sheets: readonly SheetSource[], selection: PageSelection = {}) {
  const book = await readWorkbook(buildXlsx({ sheets, styles: formatStyles(['0.0"%"']) }));
  const { pages, notShown = [] } = renderPages(book, selection);
  return { html: pages[0]?.html ?? '', notShown };
}

async function drawn(
  values: readonly (string | number | undefined)[],
  attributes = '',
  colors = series,
): Promise<string> {
  const body = cellsXml([values]) + sparklinesXml([{ attributes, colors, lines: [['Sheet1!A1:H1', 'J1']] }]);
  const { html } = await pageOf([{ body }]);
  return cellOf(html, 'J1');
}

function cellOf(html: string, name: string): string {
  return new RegExp(`data-cell="${name}"[^>]*>(.*?)</t[dh]>`).exec(html)?.[1] ?? '';
}

const eight = [1, 4, 2, -3, 5, 2, 0, 3];

test('a line is drawn in its cell, with its kind, its points and its ends in words', async () => {
  const svg = await drawn(eight);
  expect(svg).toContain('role="img" aria-label="Line sparkline, 8 points, 1 to 3, low -3, high 5"');
  expect(svg.match(/<path d="M4 \d+(?:l[-\d ]+)" stroke="#376092" stroke-width="2">/)).toBeTruthy();
});

test('the words show numbers as their cells do', async () => {
  const body =
    cellsXml([
      [
        [1.25, 1],
        [3.5, 1],
      ],
    ]) + sparklinesXml([{ lines: [['Sheet1!A1:B1', 'C1']] }]);
  const { html } = await pageOf([{ body }]);
  expect(cellOf(html, 'C1')).toContain('1.3% to 3.5%, low 1.3%, high 3.5%');
});

test('columns stand on zero, the negative ones below it', async () => {
  const svg = await drawn(eight, 'type="column"');
  const bars = [...svg.matchAll(/M(\d+) (\d+)V(\d+)/g)].map(([, , base, end]) => Math.sign(Number(base) - Number(end)));
  expect(bars).toEqual([1, 1, 1, -1, 1, 1, 0, 1]);
});

test('wins and losses are of one height, and nothing stands for a zero', async () => {
  const svg = await drawn(eight, 'type="stacked" negative="1"', `${series}<x14:colorNegative rgb="FFD00000"/>`);
  expect(svg).toContain('aria-label="Win/loss sparkline, 8 points, 6 up, 1 down"');
  expect([...svg.matchAll(/V\d+/g)]).toHaveLength(7);
  expect(svg).toMatch(/<path d="M\d+ 17V33" stroke="#d00000"/);
});

test('each kind of mark has its colour, the highest and lowest before first and last before negative ones', async () => {
  const colors = [
    ['Series', '000001'],
    ['Negative', '00000A'],
    ['Markers', '00000B'],
    ['First', '00000C'],
    ['Last', '00000D'],
    ['High', '00000E'],
    ['Low', '00000F'],
  ].map(([name, rgb]) => `<x14:color${name} rgb="FF${rgb}"/>`);
  const all = 'markers="1" high="1" low="1" first="1" last="1" negative="1"';
  const svg = await drawn([-1, 4, -2, -3, 5, 2, 0, -1], all, colors.join(''));
  const marks = [...svg.matchAll(/<path d="((?:M\d+ \d+h0)+)" stroke="#0000(0\w)"/g)].map(([, d = '', color]) => [
    color,
    d.split('h0').length - 1,
  ]);
  expect(Object.fromEntries(marks)).toEqual({ '0a': 1, '0b': 3, '0c': 1, '0d': 1, '0e': 1, '0f': 1 });
  const plain = await drawn(eight, 'high="1"', `${series}<x14:colorHigh theme="5" tint="-0.249977111117893"/>`);
  expect(plain).toMatch(/h0" stroke="#953735"/);
});

test.each([
  ['gap', 2],
  ['span', 1],
  ['zero', 1],
])('an empty cell as %s gives %d strokes', async (empty, strokes) => {
  const svg = await drawn([1, 2, undefined, 4, 5, 4, 3, 2], `displayEmptyCellsAs="${empty}"`);
  const d = /<path d="([^"]+)" stroke="#376092"/.exec(svg)?.[1] ?? '';
  expect(d.split('M').length - 1).toBe(strokes);
  expect(d.split(/[l ]/).length).toBeGreaterThan(6);
});

test('axes end at the own values, at those of the group, or at a number', async () => {
  const rows = [
    [0, 10],
    [0, 100],
  ];
  const lines = [
    ['A1:B1', 'C1'],
    ['A2:B2', 'C2'],
  ] as const;
  const heights = async (attributes: string) => {
    const { html } = await pageOf([{ body: cellsXml(rows) + sparklinesXml([{ attributes, lines }]) }]);
    return ['C1', 'C2'].map((name) => Number(/l\d+(-\d+)"/.exec(cellOf(html, name))?.[1] ?? 0));
  };
  const [whole = 0] = await heights('');
  expect(await heights('')).toEqual([whole, whole]);
  expect(await heights('maxAxisType="group"')).toEqual([Math.round(whole / 10), whole]);
  expect(await heights('maxAxisType="custom" manualMax="200"')).toEqual([
    expect.closeTo(whole / 20, -1),
    expect.closeTo(whole / 2, -1),
  ]);
});

test('points stand by their dates, and from right to left where the group says so', async () => {
  const rows = [
    [1, 2, 3],
    [45000, 45001, 45010],
  ];
  const xs = async (attributes: string) => {
    const colors = `${series}<xm:f>Sheet1!A2:C2</xm:f>`;
    const body = cellsXml(rows) + sparklinesXml([{ attributes, colors, lines: [['A1:C1', 'E1']] }]);
    const { html } = await pageOf([{ body }]);
    const [, start = '', first = '', second = ''] =
      /d="M(\d+) \d+l(-?\d+)(?:-| )\d+ ?(-?\d+)/.exec(cellOf(html, 'E1')) ?? [];
    return [start, first, second].map(Number);
  };
  const [, near = 0, far = 0] = await xs('dateAxis="1"');
  expect(Math.round(far / near)).toBe(9);
  const [start = 0, back = 0] = await xs('rightToLeft="1"');
  expect([start > 50, back < 0]).toEqual([true, true]);
});

test('the axis is drawn where zero lies between the ends', async () => {
  const axis = `${series}<x14:colorAxis rgb="FF00AA00"/>`;
  expect(await drawn(eight, 'displayXAxis="1"', axis)).toContain('stroke="#00aa00"');
  expect(await drawn([1, 2, 3], 'displayXAxis="1" displayEmptyCellsAs="gap"', axis)).not.toContain('stroke="#00aa00"');
});

test('hidden cells are no points, and no words tell of them where they are', async () => {
  const hidden = '<cols><col min="2" max="2" hidden="1" width="9"/></cols>';
  const body = (attributes: string) =>
    hidden + cellsXml([[1, 77, 3]]) + sparklinesXml([{ attributes, lines: [['A1:C1', 'D1']] }]);
  const { html } = await pageOf([{ body: body('') }]);
  expect(cellOf(html, 'D1')).toContain('2 points, 1 to 3, low 1, high 3');
  const shown = await pageOf([{ body: body('displayHidden="1"') }]);
  expect(cellOf(shown.html, 'D1')).toContain('aria-label="Line sparkline, 3 points"');
  expect(shown.html).not.toContain('77');
});

test('values come from other sheets and names, and a hidden sheet gives its line but no number', async () => {
  const line = (source: string) => ({ body: sparklinesXml([{ lines: [[source, 'B2']] }]) });
  const other = { name: 'My data', body: cellsXml([[5], [6], [9]]) };
  const { html } = await pageOf([line("'My data'!A1:A3"), other]);
  expect(cellOf(html, 'B2')).toContain('3 points, 5 to 9');
  const kept = await pageOf([line("'My data'!A1:A3"), { ...other, state: 'hidden' as const }]);
  expect(cellOf(kept.html, 'B2')).toContain('aria-label="Line sparkline, 3 points"');
});

test('a text stands over the sparkline of its cell, and a merged area is filled by it', async () => {
  const rows = cellsXml([
    ['Sales', 1, 2, 3],
    ['', '', ''],
  ]);
  const body = `${rows}<mergeCells><mergeCell ref="A1:A2"/></mergeCells>${sparklinesXml([{ lines: [['B1:D1', 'A1']] }])}`;
  const { html } = await pageOf([{ body }]);
  expect(cellOf(html, 'A1')).toMatch(/^<span style="float:left;height:0[^"]*"><svg .*<\/svg><\/span>Sales$/);
  expect(cellOf(html, 'A1')).toContain('viewBox="0 0 110 74"');
});

test('no sparkline has more than 600 bytes, however many its points', async () => {
  const values = Array.from({ length: 3000 }, (_, n) => Math.round(1e6 * Math.sin(n / 40)));
  const all = 'markers="1" high="1" low="1" first="1" last="1" negative="1" displayXAxis="1"';
  const wide = '<cols><col min="1" max="1" width="200"/></cols>';
  for (const type of ['', 'type="column"', 'type="stacked"']) {
    const body = `${wide}${cellsXml([[undefined, ...values]])}${sparklinesXml([{ attributes: `${all} ${type}`, lines: [['B1:DKK1', 'A1']] }])}`;
    const { html } = await pageOf([{ body }], { range: 'Sheet1!A1:B1' });
    expect(cellOf(html, 'A1').length).toBeLessThanOrEqual(limits.workbook.sparklineBytes);
    expect(cellOf(html, 'A1')).toContain('3000 points');
  }
});

test('a sparkline over a whole column is drawn over what is used; one that refers to nothing is named', async () => {
  const body = (source: string) => cellsXml([[1], [2], [3]]) + sparklinesXml([{ lines: [[source, 'C1']] }]);
  const { html } = await pageOf([{ body: body('A:A') }]);
  expect(cellOf(html, 'C1')).toContain('3 points, 1 to 3');
  const { notShown } = await pageOf([{ body: body('#REF!') }]);
  expect(notShown).toEqual([{ sheet: 'Sheet1', what: 'sparklines', count: 1, why: 'They refer to missing cells.' }]);
});

test('points beyond a million are not drawn, and named', async () => {
  const lines = Array.from({ length: 12 }, (_, n) => ['A1:A99999', `C${n + 1}`] as const);
  const { html, notShown } = await pageOf([{ body: cellsXml([[1]]) + sparklinesXml([{ lines }]) }]);
  expect(html.split('<svg').length - 1).toBe(10);
  expect(notShown).toEqual([{ sheet: 'Sheet1', what: 'sparklines', count: 2, why: 'They show too many points.' }]);
});

test('numbers at the ends of what numbers can be are drawn', async () => {
  const svg = await drawn([1.7e308, -1.7e308, 0], 'displayXAxis="1"');
  expect(svg).not.toMatch(/NaN|Infinity/);
});

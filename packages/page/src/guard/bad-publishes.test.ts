import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { expect, test } from 'vitest';
import { changedCells } from './changed-cells.ts';
import { judge } from './judge.ts';
import { planOf } from './plan.ts';
import { type Standing, standingAfter, standingOf } from './standing.ts';
import { guardedPage, type TestPage } from './test-page.ts';

/** A desk's report: a day, positions in dollars with their total, a limit in thousands or millions, and details. */
interface Desk {
  readonly day: string;
  readonly positions: readonly number[];
  readonly total: number;
  readonly limit: number;
}

/** As an admin would set them: about the first page, whatever it is called. */
const rules: GuardRule[] = [
  { kind: 'errors', action: 'hold' },
  { kind: 'moved', cell: 'B2', percent: 20, action: 'hold' },
  { kind: 'moved', cell: 'C2', percent: 20, action: 'hold' },
  { kind: 'range', cell: 'B4:B23', min: 0, max: 1_000_000, action: 'hold' },
  { kind: 'fewer', percent: 25, action: 'hold' },
  { kind: 'changed', percent: 90, action: 'hold' },
  { kind: 'sum', cell: 'B2', of: 'B4:B23', action: 'hold' },
  { kind: 'asof', cell: 'A1', action: 'hold' },
  { kind: 'publisher', action: 'hold' },
];
const plan = planOf(rules);
const today = '2026-11-23';

/** Repeatable chance from 0 to 1. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const totalOf = (positions: readonly number[]) => positions.reduce((sum, one) => sum + one, 0);
const inUnits = (value: number) =>
  value < 1e6 ? `USD ${(value / 1e3).toFixed(1)}k` : `USD ${(value / 1e6).toFixed(3)}m`;

function deskOf(positions: readonly number[], limit: number): Desk {
  return { day: '23 Nov 2026 14:30', positions, total: totalOf(positions), limit };
}

const first = deskOf(
  Array.from({ length: 20 }, (_, n) => 5000.25 + 731.5 * n),
  812_400,
);

/** The first page, row by row. */
function rowsOf({ day, positions, total, limit }: Desk): string[][] {
  const lines = positions.map((one, n) => [`Position ${n + 1}`, grouped.format(one), '']);
  return [[`As of ${day}`, '', ''], ['Total', grouped.format(total), inUnits(limit)], ['Name', 'Value', ''], ...lines];
}

function pageOf(name: string, rows: readonly (readonly string[])[]): TestPage {
  const cells = rows.flatMap((row, n) => row.map((text, at) => [`${'ABCD'[at]}${n + 1}`, text]));
  return { name, cells: Object.fromEntries(cells) };
}

const details = (n = 0, name = 'Detail') =>
  pageOf(
    name,
    Array.from({ length: 30 }, (_, row) => [`Trade ${row}`, row === 7 ? '#N/A' : String(row + n)]),
  );
const pagesOf = (desk: Desk, more = details()) => [pageOf('Summary', rowsOf(desk)), more];
/** The first page with other rows. */
const withRows = (change: (rows: string[][]) => string[][]) => [pageOf('Summary', change(rowsOf(first))), details()];
const withCell = (row: number, at: number, text: string) =>
  withRows((rows) => rows.with(row, (rows[row] ?? []).with(at, text)));
const eachValue = (change: (text: string) => string) =>
  withRows((rows) => rows.map((row) => row.with(1, change(row[1] ?? ''))));

function brokenBy(before: Standing, published: readonly TestPage[]) {
  const pages = published.map(guardedPage);
  const after = standingAfter(plan, before, { pages, ops: undefined });
  const changes = changedCells(plan, { before, pages, ops: undefined });
  const rest = { sender: 'ACME/bot', usual: new Set(['ACME/bot']), bases: { open: undefined, snapshot: undefined } };
  return { after, broken: judge(plan, { before, after, ...changes, ...rest, today }) };
}

const kindsOf = (published: readonly TestPage[]) =>
  brokenBy(standingOf(plan, pagesOf(first).map(guardedPage)), published).broken.map(({ rule }) => rules[rule]?.kind);

const another: TestPage[] = [
  pageOf(
    'Orders',
    Array.from({ length: 23 }, (_, n) => [`23 Nov 2026 order ${n}`, grouped.format(71.5 + n), '']),
  ),
  pageOf(
    'Clients',
    Array.from({ length: 30 }, (_, n) => [`Client ${n}`, String(n)]),
  ),
];

test.each<[string, readonly TestPage[], GuardRule['kind'][]]>([
  ['the decimal mark is lost', eachValue((text) => text.replaceAll(/[.,]/g, '')), ['moved', 'range']],
  ['thousands are read as decimals', eachValue((text) => text.replace(/\.\d+/, '').replace(',', '.')), ['moved']],
  ['decimals have a comma in a page of points', withCell(1, 1, '238.990,00'), ['moved', 'sum']],
  ['thousands are shown as millions', pagesOf({ ...first, limit: 812_400_000 }), ['moved']],
  ['the unit is another, the digits are the same', withCell(1, 2, 'USD 812.4m'), ['moved']],
  ['the currency is another', withCell(1, 2, 'EUR 812.4k'), ['moved']],
  [
    'the signs are turned',
    pagesOf(
      deskOf(
        first.positions.map((one) => -one),
        first.limit,
      ),
    ),
    ['moved', 'range'],
  ],
  ['the cells are empty', withRows((rows) => rows.map((row) => row.map(() => ''))), ['moved', 'range', 'sum', 'asof']],
  ['the sheet is empty', [pageOf('Summary', []), details()], ['moved', 'range', 'fewer', 'sum', 'asof']],
  [
    'values are zero',
    pagesOf(
      deskOf(
        first.positions.map(() => 0),
        first.limit,
      ),
    ),
    ['moved'],
  ],
  [
    'a column is shifted by one',
    withRows((rows) => rows.map(([name = '', value = '']) => [name, '', value])),
    ['moved', 'sum'],
  ],
  ['it is a copy of last week', pagesOf({ ...first, day: '16 Nov 2026 14:30' }), ['asof']],
  ['times are of another zone', pagesOf({ ...first, day: '22 Nov 2026 23:30' }), ['asof']],
  ['rows are there twice', pagesOf(deskOf([...first.positions, ...first.positions], first.limit)), ['moved', 'sum']],
  [
    'rows are there twice, and the total knows nothing',
    pagesOf({ ...first, positions: first.positions.map((_, n) => first.positions[n >> 1] ?? 0) }),
    ['sum'],
  ],
  ['a total was not updated', pagesOf({ ...first, positions: first.positions.with(3, 9000) }), ['sum']],
  ['the last rows are cut off', withRows((rows) => rows.slice(0, 12)), ['fewer', 'sum']],
  ['the header rows are gone', withRows((rows) => rows.slice(2)), ['moved', 'asof', 'sum']],
  ['pages are in another order', pagesOf(first).toReversed(), ['moved', 'asof']],
  ['it is the workbook of another report', another, ['moved', 'changed', 'sum']],
  [
    'it is that, under the same names of pages',
    another.map((page, n) => ({ ...page, name: n === 0 ? 'Summary' : 'Detail' })),
    ['moved', 'sum'],
  ],
  ...[
    '#REF!',
    '#DIV/0!',
    'NaN',
    '-inf',
    'Infinity',
    '#BEZUG!',
    '#¡VALOR!',
    '#N/D',
    '#ERROR!',
    '#N/A Requesting Data...',
    '########',
    'NaT',
    '&lt;NA&gt;',
    '1.#QNAN',
    '#Δ/Υ',
    '#HIÁNYZIK',
    '#NV',
  ].map((text): [string, readonly TestPage[], GuardRule['kind'][]] => [
    `a cell shows ${text}`,
    withCell(5, 2, text),
    ['errors'],
  ]),
])('a bad publish is found: %s', (_, published, kinds) => {
  expect(kindsOf(published)).toEqual(expect.arrayContaining(kinds));
});

test('a page of another name is the same page to rules that name none', () => {
  const before = standingOf(plan, pagesOf(first).map(guardedPage));
  const renamed = [pageOf('Summary 23 Nov', rowsOf(first)), details()];
  expect(brokenBy(before, renamed).broken).toEqual([]);
  const shrunk = [pageOf('Summary 23 Nov', rowsOf(first)), pageOf('Trades', [['Trade 0', '0']])];
  expect(kindsOf(shrunk)).toContain('fewer');
  const named = planOf([{ kind: 'fewer', page: 'Detail', percent: 25, action: 'hold' }]);
  const [was, now] = [standingOf(named, pagesOf(first).map(guardedPage)), standingOf(named, shrunk.map(guardedPage))];
  const rest = { sender: '', usual: new Set<string>(), today, bases: { open: undefined, snapshot: undefined } };
  const none = { changed: new Map<number, number>(), moved: new Set<number>() };
  expect(judge(named, { before: was, after: now, ...none, ...rest }).map(({ words }) => words)).toEqual([
    'Page Detail is gone',
  ]);
});

test('units that are written in two ways are one, and a unit that comes or goes is none', () => {
  for (const text of ['$812.4k', 'USD 0.812m', '812.4k', 'US$812,400'])
    expect([text, kindsOf(withCell(1, 2, text))]).toEqual([text, []]);
  for (const text of ['812.4', 'USD 812.4', '£812.4k', '812.4%'])
    expect([text, kindsOf(withCell(1, 2, text))]).toEqual([text, ['moved']]);
});

test('units are read in capitals, behind a currency, and without a trace of binary fractions', () => {
  const any = planOf([{ kind: 'moved', cell: 'A1', percent: 0, action: 'hold' }]);
  const standing = (text: string) => standingOf(any, [guardedPage({ name: 'P', cells: { A1: text } })]);
  const rest = { sender: '', usual: new Set<string>(), today, bases: { open: undefined, snapshot: undefined } };
  const none = { changed: new Map<number, number>(), moved: new Set<number>() };
  const alarms = (was: string, now: string) =>
    judge(any, { before: standing(was), after: standing(now), ...none, ...rest }).length;
  const same = [
    ['1.1m', '1,100k'],
    ['0.7%', '70bps'],
    ['125 BPS', '1.25%'],
    ['125bps', '125 BPS'],
    ['EUR 12 MIO', '€12m'],
    ['A$5', 'AUD 5'],
    ['12 USD', 'USD 12'],
    ['12', '12 PCS'],
  ];
  for (const [was = '', now = ''] of same) expect([was, now, alarms(was, now)]).toEqual([was, now, 0]);
  const others = [
    ['EUR 12 MIO', 'EUR 12 MRD'],
    ['USD 12 PCS', 'USD 12 BOX'],
    ['1.25%', '1.25bps'],
    ['A$5', '$5'],
    ['12 MIO', '12'],
  ];
  for (const [was = '', now = ''] of others) expect([was, now, alarms(was, now)]).toEqual([was, now, 1]);
});

test('words that are no error values are none', () => {
  for (const text of [
    '#1',
    'Ticket #A12',
    '#weekly',
    'Nan Goldin',
    'Info',
    'infinite',
    'NA',
    'None',
    '-',
    '#',
    'undefined yet',
    '#NV Energy',
    '#TEAM',
    'Loading bay',
    'Inf. desk',
    'Err: none',
  ])
    expect([text, kindsOf(withCell(5, 2, text))]).toEqual([text, []]);
});

test('days and addresses do not say how a page writes decimals', () => {
  const range = planOf([{ kind: 'range', cell: 'A3', max: 500_000, action: 'hold' }]);
  const page = (value: string) => [
    guardedPage({ name: 'P', cells: { A1: 'As of 23.11.26', A2: '10.1.2.3', A3: value } }),
  ];
  const dated = (value: string) => [guardedPage({ name: 'P', cells: { A1: '23.11.2026', A2: '10.1.2.3', A3: value } })];
  const rest = { sender: '', usual: new Set<string>(), today, bases: { open: undefined, snapshot: undefined } };
  for (const made of [page, dated]) {
    const [before, after] = [standingOf(range, made('400,000')), standingOf(range, made('600,000'))];
    const none = { changed: new Map<number, number>(), moved: new Set<number>() };
    expect(judge(range, { before, after, ...none, ...rest })).toMatchObject([
      { words: 'A3 on P is 600,000, above 500000' },
    ]);
  }
});

test('days with dots beside decimal commas leave the comma its meaning', () => {
  const range = planOf([{ kind: 'range', cell: 'B1', max: 2000, action: 'hold' }]);
  const standing = (text: string) =>
    standingOf(range, [
      guardedPage({ name: 'P', cells: { A1: '01.02.2026', A2: '02.02.2026', A3: '1.2.26', B1: text, B2: '1.234,5' } }),
    ]);
  const rest = { sender: '', usual: new Set<string>(), today, bases: { open: undefined, snapshot: undefined } };
  const none = { changed: new Map<number, number>(), moved: new Set<number>() };
  const words = (was: string, now: string) =>
    judge(range, { before: standing(was), after: standing(now), ...none, ...rest }).map((one) => one.words);
  expect(words('1.500', '1.800')).toEqual([]);
  expect(words('1.500', '3.000')).toEqual(['B1 on P is 3.000, above 2000']);
});

/** Values move a little, the limit passes from thousands to millions and back, rows come and go, a page is named by its day. */
function ticked(desk: Desk, chance: () => number): Desk {
  let positions = desk.positions.map((one) => (chance() < 0.3 ? Math.round(one * (95 + chance() * 10)) / 100 : one));
  if (chance() < 0.05 && positions.length < 20) positions = [...positions, 9000];
  if (chance() < 0.05 && positions.length > 17) positions = positions.slice(0, -1);
  return {
    ...deskOf(positions, 850_000 + chance() * 300_000),
    day: `23 Nov 2026 14:${10 + Math.floor(chance() * 50)}`,
  };
}

test('of a thousand ordinary publishes at most one is a false alarm', () => {
  const alarms: string[] = [];
  for (let seed = 1; seed <= 10; seed++) {
    const chance = chanceOf(seed * 6007);
    let desk = { ...first, limit: 950_000 };
    let before = standingOf(plan, pagesOf(desk).map(guardedPage));
    for (let tick = 0; tick < 100; tick++) {
      const limit = desk.limit;
      desk = ticked(desk, chance);
      // A limit moves by less than a fifth.
      desk = { ...desk, limit: Math.min(limit * 1.15, Math.max(limit * 0.85, desk.limit)) };
      const { after, broken } = brokenBy(before, pagesOf(desk, details(tick, `Detail ${tick % 7}`)));
      alarms.push(...broken.map(({ words }) => words));
      before = after;
    }
  }
  expect(alarms.length, alarms.join('; ')).toBeLessThanOrEqual(1);
});

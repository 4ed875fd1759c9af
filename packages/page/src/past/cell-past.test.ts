import type { Op } from '@sheetwire/contract/live';
import { expect, test } from 'vitest';
import { cellPast } from './cell-past.ts';

const row = (number: number, value: string) =>
  `<tr><td data-cell="A${number}">${value}</td><td data-cell="B${number}">x</td></tr>`;
const page = { html: `<table><tbody>${row(1, 'one')}${row(2, 'two')}${row(3, 'three')}</tbody></table>`, styles: [] };
const past = (name: string, ...versions: Op[][]) =>
  cellPast(page, 0, { name, steps: versions.map((ops, n) => ({ version: n + 1, ops })) });

test('a cell tells what it held, newest first, and what it held at the beginning', () => {
  const told = past('A2', [[0, 'c', 2, 'a']], [[0, 'c', 0, 'not it']], [[1, 'c', 2, 'other page']], [[0, 'c', 2, 'b']]);
  expect(told).toEqual({
    changes: [
      { version: 4, html: 'b', name: 'A2' },
      { version: 1, html: 'a', name: 'A2' },
    ],
    name: 'A2',
    html: 'two',
    cell: 2,
  });
});

test('rows that come and go before it move it, and nothing else', () => {
  const told = past(
    'A3',
    [[0, 'c', 4, 'a']],
    [[0, 'r', 0, 1, '']],
    [[0, 'r', 0, 0, row(9, 'new')]],
    [[0, 'c', 4, 'b']],
  );
  expect(told?.changes.map(({ version, html }) => [version, html])).toEqual([
    [4, 'b'],
    [1, 'a'],
  ]);
  expect(told?.html).toBe('three');
});

test('a row that is written anew holds it under its name', () => {
  const told = past('A2', [[0, 'c', 2, 'a']], [[0, 'r', 1, 1, `<tr><td data-cell="A2" data-ink="red">-1</td></tr>`]]);
  expect(told?.changes.map(({ html }) => html)).toEqual(['-1', 'a']);
  expect(told).toMatchObject({ name: 'A2', html: 'two' });
});

test('a page that is replaced holds it under its name', () => {
  const told = past('A2', [[0, 'c', 2, 'a']], [[0, 'p', `<table><tbody>${row(2, 'p')}</tbody></table>`]]);
  expect(told?.changes.map(({ html }) => html)).toEqual(['p', 'a']);
  expect(told?.html).toBe('two');
});

test('a cell that came with a row has nothing before it', () => {
  const told = past('A9', [[0, 'c', 0, 'a']], [[0, 'r', 1, 0, row(9, 'new')]], [[0, 'c', 2, 'newer']]);
  expect(told?.changes.map(({ html }) => html)).toEqual(['newer', 'new']);
  expect(told).toMatchObject({ name: undefined, html: undefined });
  expect(past('A9', [[0, 'r', 1, 0, row(9, 'new')]], [[0, 'r', 1, 1, '']])).toBeUndefined();
});

test('a cell that went before the end is followed from there, where that is asked for', () => {
  const gone = (name: string, ...versions: Op[][]) =>
    cellPast(page, 0, { name, mayBeGone: true, steps: versions.map((ops, n) => ({ version: n + 1, ops })) });
  const told = gone(
    'A2',
    [[0, 'c', 2, 'a']],
    [[0, 'r', 0, 0, row(9, 'new')]],
    [[0, 'r', 2, 1, '']],
    [[0, 'c', 2, 'z']],
  );
  expect(told).toEqual({
    changes: [
      { version: 3, html: undefined, name: 'A2' },
      { version: 1, html: 'a', name: 'A2' },
    ],
    name: 'A2',
    html: 'two',
    cell: 2,
  });
  expect(gone('A2', [[0, 'p', `<table><tbody>${row(1, 'p')}</tbody></table>`]])).toMatchObject({
    changes: [{ version: 1, html: undefined }],
    html: 'two',
  });
  expect(gone('A9', [[0, 'r', 1, 0, row(9, 'new')]], [[0, 'r', 1, 1, '']])).toMatchObject({
    changes: [
      { version: 2, html: undefined },
      { version: 1, html: 'new' },
    ],
    name: undefined,
  });
  expect(gone('Z9', [[0, 'r', 0, 1, '']])).toBeUndefined();
});

test('of several steps of one version the last is what the cell became', () => {
  const told = past('A2', [
    [0, 'c', 2, 'a'],
    [0, 'c', 2, 'b'],
  ]);
  expect(told?.changes.map(({ html }) => html)).toEqual(['b']);
});

const position = (number: number, name: string, mid: string) =>
  `<tr><td data-cell="A${number}">${name}</td><td data-cell="B${number}">${mid}</td></tr>`;
const book = (...rows: [string, string][]) => rows.map(([name, mid], n) => position(n + 1, name, mid)).join('');
const pastOf = (name: string, before: string, ...versions: Op[][]) =>
  cellPast({ html: `<table><tbody>${before}</tbody></table>`, styles: [] }, 0, {
    name,
    steps: versions.map((ops, n) => ({ version: n + 1, ops })),
  });

test('rows of a spreadsheet that are named anew behind one that was put in are followed as what they are', () => {
  const three: [string, string][] = [
    ['2Y', '3.60'],
    ['5Y', '3.59'],
    ['10Y', '3.67'],
  ];
  const four: [string, string][] = [
    ['1Y', '4.10'],
    ['2Y', '3.60'],
    ['5Y', '3.61'],
    ['10Y', '3.67'],
  ];
  const told = pastOf('B3', book(...three), [[0, 'r', 0, 3, book(...four)]], [[0, 'c', 5, '3.62']]);
  expect(told?.changes).toEqual([
    { version: 2, html: '3.62', name: 'B3' },
    { version: 1, html: '3.61', name: 'B3' },
  ]);
  expect(told).toMatchObject({ name: 'B2', html: '3.59' });
  const whole = pastOf('B4', book(...three), [[0, 'p', `<table><tbody>${book(...four)}</tbody></table>`]]);
  expect(whole).toMatchObject({ name: 'B3', html: '3.67' });
});

test('a row that nothing tells from another, or that has another name now, is followed by the names of its cells', () => {
  const told = pastOf('B2', book(['x', '1'], ['x', '2']), [[0, 'r', 0, 2, book(['x', '3'], ['x', '4'])]]);
  expect(told).toMatchObject({ name: 'B2', html: '2' });
  const renamed = pastOf('B1', book(['old', '1']), [[0, 'r', 0, 1, book(['new', '2'])]]);
  expect(renamed).toMatchObject({ name: 'B1', html: '1' });
});

test('a row is told from another by what its cells show, not by how that is marked up', () => {
  const before = book(['<b>100</b>', 'Bund'], ['<b>200</b>', 'Bobl']);
  const after = book(['<b>200</b>', 'Bund'], ['<b>100</b>', 'Bobl']);
  const told = pastOf('A1', before, [[0, 'r', 0, 2, after]]);
  expect(told).toMatchObject({ name: 'A1', html: '<b>100</b>' });
  const bold = book(['new', '5'], ['<b>Bund</b>', '3']);
  const marked = pastOf('B2', book(['Bund', '2'], ['x', '1']), [[0, 'r', 0, 2, bold]]);
  expect(marked).toMatchObject({ name: 'B1', html: '2' });
});

test('before a page that another took the place of, a cell is in the row that went on, else under its name', () => {
  const named = (number: number, name: string, value: string) =>
    `<tr><td data-cell="A${number}">${name}</td><td data-cell="B${number}">${value}</td></tr>`;
  const sheet = (...rows: string[]) => ({ html: `<table><tbody>${rows.join('')}</tbody></table>`, styles: [] });
  const before = sheet(named(1, 'ask', '1'), named(2, 'bid', '2'));
  const next = sheet(named(1, 'new', '9'), named(2, 'ask', '10'), named(3, 'bid', '2'));
  const told = (cell: number, name: string) =>
    cellPast(before, 0, {
      ...{ name, next: { page: next, cell }, mayBeGone: true },
      steps: [{ version: 7, ops: [[0, 'c', 1, '1.5']] }],
    });
  expect(told(3, 'B2')).toMatchObject({ name: 'B1', html: '1', changes: [{ version: 7, html: '1.5', name: 'B1' }] });
  expect(told(5, 'B3')).toMatchObject({ name: 'B2', html: '2', changes: [] });
  expect(told(1, 'B1')).toEqual({ changes: [], name: undefined, html: undefined, cell: undefined });
});

test('a cell begins where the row that its name leads to went on in another one', () => {
  const before = book(['ask', '1'], ['bid', '2']);
  const after = book(['new', '9'], ['ask', '10'], ['bid', '2']);
  for (const op of [[0, 'r', 0, 2, after] as const, [0, 'p', `<table><tbody>${after}</tbody></table>`] as const]) {
    const told = pastOf('B1', before, [[...op]]);
    expect(told).toEqual({
      ...{ name: undefined, html: undefined, cell: undefined },
      changes: [{ version: 1, html: '9', name: 'B1' }],
    });
  }
});

test('rows of figures, or that begin with one, are not told from each other by what they hold', () => {
  const figures = pastOf('A1', book(['100', '5'], ['101', '6']), [[0, 'r', 0, 2, book(['101', '6'], ['102', '7'])]]);
  expect(figures).toMatchObject({ name: 'A1', html: '100' });
  const states = [book(['1001', 'OPEN'], ['1002', 'CLOSED']), book(['1001', 'CLOSED'], ['1002', 'OPEN'])] as const;
  const told = pastOf('B1', states[0], [[0, 'p', `<table><tbody>${states[1]}</tbody></table>`]]);
  expect(told).toMatchObject({ name: 'B1', html: 'OPEN' });
});

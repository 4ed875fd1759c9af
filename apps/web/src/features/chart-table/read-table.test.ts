import { expect, test } from 'vitest';
import { isNumeric, readTable } from './read-table.ts';

/** The element as a page holds it. */
function details(table: string | null, name = 'Pie chart. Sales.') {
  return {
    getAttribute: (attribute: string) => (attribute === 'data-table' ? table : null),
    previousElementSibling: { getAttribute: () => name },
  };
}

test('lines are rows and tabs part cells, under the name of the chart', () => {
  expect(readTable(details('Month\tSales\nJan\t120\nFeb\t95'))).toEqual({
    name: 'Pie chart. Sales.',
    head: ['Month', 'Sales'],
    rows: [
      ['Jan', '120'],
      ['Feb', '95'],
    ],
    more: undefined,
  });
});

test('a last line without cells says what is not listed', () => {
  expect(readTable(details('\tSales\n1\t2\n31,000 more rows'))).toMatchObject({
    rows: [['1', '2']],
    more: '31,000 more rows',
  });
});

test('what has no numbers is no table', () => {
  expect(readTable(details(null))).toBeUndefined();
  expect(readTable(null)).toBeUndefined();
});

test.each([
  ['1,240.50', true],
  ['-3%', true],
  ['(12)', true],
  ['12 kg', false],
  ['', false],
  ['Jan', false],
])('%s is a number: %s', (text, is) => {
  expect(isNumeric(text)).toBe(is);
});

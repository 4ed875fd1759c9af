import { expect, test } from 'vitest';
import { dryRunOf } from './dry-run.ts';

const page = (price: string, more = '') =>
  `<table><tbody><tr><th data-cell="A1">Item</th><th data-cell="B1">Price</th></tr><tr><td data-cell="A2">Bread</td><td data-cell="B2" data-num="">${price}</td></tr>${more}</tbody></table>`;
const preview = (names: string[], pages: string[], version = 4) => ({
  ...{ topic: 'ACME/DESK/PRICES', version, pageNames: names, pages, styles: pages.map(() => []) },
  notShown: [{ sheet: 'Prices', what: 'slicers', count: 1, why: 'They filter in Excel.' }],
});

test('each page tells what would change in it, cell by cell', () => {
  const shown = { pageNames: ['Prices', 'Old'], pages: [page('2.50'), page('1')], styles: [[], []] };
  expect(dryRunOf(preview(['Prices', 'New'], [page('3.00'), page('1')]), shown)).toEqual({
    words: '3 differences from the live report',
    pages: [
      { name: 'Prices', words: '1 difference', lines: ['B2: 2.50 → 3.00'] },
      { name: 'New', words: 'added', lines: [] },
      { name: 'Old', words: 'removed', lines: [] },
    ],
    notShown: ['Prices: slicers (1). They filter in Excel.'],
  });
});

test('a first publish names its pages, one that changes nothing says so, and one that cannot be compared too', () => {
  const one = preview(['Prices'], [page('1')]);
  expect(dryRunOf({ ...one, version: 0 }, undefined)).toMatchObject({
    words: 'New report with 1 page',
    pages: [{ name: 'Prices' }],
  });
  const shown = { pageNames: ['Prices'], pages: [page('1')], styles: [[]] };
  expect(dryRunOf(one, shown)).toMatchObject({ words: 'No differences from the live report', pages: [] });
  expect(dryRunOf(one, undefined).words).toBe('1 page; you cannot view the live report, so nothing is compared');
});

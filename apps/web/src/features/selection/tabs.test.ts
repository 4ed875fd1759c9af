import { expect, test } from 'vitest';
import { cellOf, currentTab, neighbour, slugOf, tabsOf } from './tabs.ts';

const names = ['Positions', 'Month to Date', 'P&L', 'METADATA'];

test('a hash is the page name in lower case with dashes', () => {
  expect(slugOf('Month to Date')).toBe('month-to-date');
});

test('METADATA is a tab only when it is asked for, and then the last', () => {
  expect(tabsOf(names, false).map(({ name }) => name)).toEqual(['Positions', 'Month to Date', 'P&L']);
  expect(tabsOf(names, true).at(-1)).toEqual({ name: 'METADATA', slug: 'metadata', page: 3 });
  expect(tabsOf(['Positions'], true).at(-1)).toEqual({ name: 'METADATA', slug: 'metadata', page: undefined });
});

test('two pages whose names differ only in dashes have two hashes', () => {
  expect(tabsOf(['A B', 'A-B', 'a b'], false).map(({ slug }) => slug)).toEqual(['a-b', 'a-b-2', 'a-b-3']);
});

test('a hash that names no page shows the first', () => {
  expect(currentTab(tabsOf(names, false), 'gone')?.name).toBe('Positions');
  expect(currentTab([], 'gone')).toBeUndefined();
});

test('the next tab wraps around at both ends', () => {
  const tabs = tabsOf(names, false);
  expect(neighbour(tabs, tabs[2], 1)?.name).toBe('Positions');
  expect(neighbour(tabs, tabs[0], -1)?.name).toBe('P&L');
  expect(neighbour([], undefined, 1)).toBeUndefined();
});

test('a hash may name a cell behind its tab', () => {
  const tabs = tabsOf(['Positions', 'Summary', 'Odd!B7'], false);
  expect(currentTab(tabs, 'summary!b7')?.name).toBe('Summary');
  expect(currentTab(tabs, 'odd!b7')?.name).toBe('Odd!B7');
  expect(currentTab(tabs, 'gone!b7')?.name).toBe('Positions');
  expect(cellOf('#summary!b7')).toBe('B7');
  expect(cellOf('#summary')).toBeUndefined();
});

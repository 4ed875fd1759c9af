import { expect, test } from 'vitest';
import { createMemoryStore, type LocalStore } from '#lib/local-store.ts';
import { coveredGroups, groupAt, groupKeys, groupsOf, hiddenPlaces, shutInFile } from './groups.ts';
import { KeptFolds } from './kept-folds.ts';

const levels = [0, 2, 2, 1, 2, 1, 0, 1, 1, 0];

test('runs of a level are groups, with their total behind them or before', () => {
  const groups = groupsOf(levels, false);
  expect(groups).toEqual([
    { level: 1, from: 1, to: 5, total: 6 },
    { level: 2, from: 1, to: 2, total: 3 },
    { level: 2, from: 4, to: 4, total: 5 },
    { level: 1, from: 7, to: 8, total: 9 },
  ]);
  expect(groupsOf(levels, true).map(({ total }) => total)).toEqual([0, 0, 3, 6]);
  expect(groupsOf([1, 1], false)).toEqual([{ level: 1, from: 0, to: 1, total: 2 }]);
  expect(groupsOf([], false)).toEqual([]);
});

test('a collapsed group hides what is in it, and the groups within have no button', () => {
  const groups = groupsOf(levels, false);
  const isShut = [true, true, false, false];
  expect(hiddenPlaces(groups, isShut, levels.length).map(Number)).toEqual([0, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
  expect(coveredGroups(groups, isShut)).toEqual([false, true, true, false]);
  expect(coveredGroups(groups, [false, true, false, true])).toEqual([false, false, false, false]);
});

test('a group of which the file hides all is collapsed at first', () => {
  const groups = groupsOf(levels, false);
  expect(shutInFile(groups, (place) => place === 1 || place === 2)).toEqual([false, true, false, false]);
  expect(shutInFile(groups, (place) => place >= 1 && place <= 5)).toEqual([true, true, true, false]);
});

test('the innermost group around a row is found, also by its total', () => {
  const groups = groupsOf(levels, false);
  expect([2, 3, 5, 6, 0, 9].map((place) => groupAt(groups, place))).toEqual([1, 1, 2, 0, -1, 3]);
});

test('a group keeps its name while rows come and go before it', () => {
  const before = groupsOf([1, 1, 0, 1, 0], false);
  const after = groupsOf([1, 1, 1, 0, 0, 1, 1, 0], false);
  const labels = ['North', 'South'];
  expect(groupKeys(after, labels)).toEqual(groupKeys(before, labels));
  expect(new Set(groupKeys(before, ['Total', 'Total'])).size).toBe(2);
});

test('what a reader collapsed is kept for its page in this browser, without a word of the report', () => {
  const store = createMemoryStore();
  new KeptFolds(store, 'ACME/SALES/DAILY Rates').set([['r1.x', true]]);
  expect(new KeptFolds(store, 'ACME/SALES/DAILY Rates').get('r1.x')).toBe(true);
  expect(new KeptFolds(store, 'ACME/SALES/DAILY Rates').get('r1.y')).toBeUndefined();
  expect(new KeptFolds(store, 'ACME/SALES/WEEKLY Rates').get('r1.x')).toBeUndefined();
  expect(store.read('sheetwire.groups')).not.toContain('SALES');
});

test('pages that were not used for long are forgotten, and what cannot be read is nothing', () => {
  const store = createMemoryStore();
  for (let n = 0; n <= 100; n++) new KeptFolds(store, `page ${n}`).set([['r1', true]]);
  expect(new KeptFolds(store, 'page 0').get('r1')).toBeUndefined();
  expect(new KeptFolds(store, 'page 100').get('r1')).toBe(true);
  for (const text of ['{', '7', '[[1,2],["a",{"b":1}]]']) {
    store.write('sheetwire.groups', text);
    expect(new KeptFolds(store, 'a').get('b')).toBeUndefined();
  }
});

test('a page of thousands of groups is remembered whole, and pages used long ago make room for it', () => {
  const store = createMemoryStore();
  const keys = Array.from({ length: 15_000 }, (_, n) => `r1.${n}`);
  for (const page of ['old', 'new']) new KeptFolds(store, page).set(keys.map((key) => [key, true]));
  const back = new KeptFolds(store, 'new');
  expect(keys.filter((key) => back.get(key) !== true)).toEqual([]);
  expect(new KeptFolds(store, 'old').get('r1.1')).toBeUndefined();
  back.set([['r1.0', false]]);
  expect(new KeptFolds(store, 'new').get('r1.0')).toBe(false);
});

test('what is kept is read once for all groups of a page', () => {
  const memory = createMemoryStore();
  let reads = 0;
  const store: LocalStore = {
    ...memory,
    read(key) {
      reads++;
      return memory.read(key);
    },
  };
  const folds = new KeptFolds(store, 'a');
  for (let n = 0; n < 1000; n++) folds.get(`r1.${n}`);
  expect(reads).toBe(1);
});

test('a page keeps what its reader does while the browser keeps nothing, and what other tabs keep beside it', () => {
  const store = createMemoryStore();
  const forgetful = new KeptFolds({ ...store, write: () => undefined }, 'a');
  forgetful.set([['r1', true]]);
  expect(forgetful.get('r1')).toBe(true);
  const here = new KeptFolds(store, 'a');
  new KeptFolds(store, 'b').set([['r1', true]]);
  here.set([['r2', true]]);
  expect(new KeptFolds(store, 'b').get('r1')).toBe(true);
});

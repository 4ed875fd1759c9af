import { branded } from '@sheetwire/rules/name';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayBeSaved, noLists, risingIn, savedLists } from './saved-lists.ts';

const [ann, bob] = [branded<'User'>('ACME/ann'), branded<'User'>('ACME/bob')];
const list = fc.array(fc.constantFrom(ann, bob, branded<'Group'>('ACME/DESK')));
const lists = fc.record({ viewers: list, publishers: list, interactors: list, admins: list });

test('whatever is asked, publishers and interactors are viewers and nobody stands in a list twice', () => {
  fc.assert(
    fc.property(lists, lists, (before, asked) => {
      const saved = savedLists(before, asked);
      const viewers = new Set(saved.viewers);
      for (const one of [...saved.publishers, ...saved.interactors]) expect(viewers.has(one)).toBe(true);
      for (const names of Object.values(saved)) expect(new Set(names).size).toBe(names.length);
      expect(savedLists(saved, saved)).toEqual(saved);
    }),
  );
});

test('a new publisher becomes a viewer; a publisher who is taken from the viewers publishes no more', () => {
  expect(savedLists(noLists, { ...noLists, publishers: [ann] }).viewers).toEqual([ann]);
  const both = { ...noLists, viewers: [ann, bob], publishers: [ann] };
  expect(savedLists(both, { ...both, viewers: [bob] })).toEqual({ ...noLists, viewers: [bob] });
});

test('lists without admins are saved only when nobody may view or publish', () => {
  const ruled = { ...noLists, viewers: [ann], admins: [bob] };
  expect(mayBeSaved(ruled, { ...noLists, viewers: [ann] })).toBe(false);
  expect(mayBeSaved(ruled, noLists)).toBe(true);
  expect(mayBeSaved(noLists, ruled)).toBe(true);
});

test('where no admin is left already, viewers and publishers may go but nobody may come', () => {
  const left = { ...noLists, viewers: [ann, bob], publishers: [bob] };
  expect(mayBeSaved(left, { ...left, publishers: [] })).toBe(true);
  expect(mayBeSaved(left, { ...noLists, viewers: [bob] })).toBe(true);
  expect(mayBeSaved(left, { ...left, publishers: [ann, bob] })).toBe(false);
  expect(mayBeSaved({ ...left, viewers: [bob] }, left)).toBe(false);
});

test('who comes into a list from another one rises; who comes in anew, stays or goes does not', () => {
  const before = { ...noLists, viewers: [ann], admins: [bob] };
  expect(risingIn(before, before)).toEqual([]);
  expect(risingIn(before, { ...before, viewers: [] })).toEqual([]);
  expect(risingIn(noLists, before)).toEqual([]);
  for (const name of ['publishers', 'interactors', 'admins'] as const) {
    expect(risingIn(before, { ...before, [name]: [ann] })).toEqual([ann]);
  }
  expect(risingIn(before, { ...before, viewers: [ann, bob], publishers: [bob] })).toEqual([bob]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairMap } from './fair-map.ts';

test('whoever brings ever new keys pushes out their own', () => {
  const map = new FairMap<string, number>(5);
  map.set('ann 1', 1, 'ann');
  map.set('bob 1', 1, 'bob');
  for (let n = 0; n < 100; n++) map.set(`eve ${n}`, n, 'eve');
  expect([map.size, map.get('ann 1'), map.get('bob 1'), map.get('eve 96'), map.get('eve 97')]).toEqual([
    5,
    1,
    1,
    undefined,
    97,
  ]);
});

test('one owner alone may have all, until others come', () => {
  const map = new FairMap<number, string>(4);
  for (let n = 0; n < 4; n++) map.set(n, 'a', 'ann');
  map.set(0, 'again', 'ann');
  map.set(4, 'b', 'bob');
  expect([0, 1, 2, 3, 4].map((n) => map.get(n))).toEqual(['again', undefined, 'a', 'a', 'b']);
});

test('an entry that is set again by another owner is on their account', () => {
  const map = new FairMap<string, number>(2);
  map.set('x', 1, 'ann');
  map.set('x', 2, 'bob');
  map.set('y', 3, 'bob');
  map.set('z', 4, 'ann');
  expect([map.get('x'), map.get('y'), map.get('z'), map.delete('x'), map.delete('z'), map.size]).toEqual([
    undefined,
    3,
    4,
    false,
    true,
    1,
  ]);
});

test('whatever is set and deleted, it holds the newest of each owner and loses those of the largest', () => {
  const steps = fc.array(
    fc.record({ key: fc.nat(30), owner: fc.constantFrom('ann', 'bob', 'eve'), isDeleted: fc.boolean() }),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), steps, (most, list) => {
      const map = new FairMap<number, number>(most);
      const model = new Map<number, string>();
      for (const [n, { key, owner, isDeleted }] of list.entries()) {
        if (isDeleted) {
          expect(map.delete(key)).toBe(model.delete(key));
          continue;
        }
        model.delete(key);
        model.set(key, owner);
        map.set(key, n, owner);
        expect(map.get(key) === n || mostOf(model) === countOf(model, owner)).toBe(true);
        if (model.size <= most) continue;
        const [gone, ...others] = [...model.keys()].filter((one) => map.get(one) === undefined);
        expect(others).toEqual([]);
        expect(countOf(model, model.get(gone ?? -1))).toBe(mostOf(model));
        expect([...model].find(([, of]) => of === model.get(gone ?? -1))?.[0]).toBe(gone);
        model.delete(gone ?? -1);
      }
      expect(map.size).toBe(model.size);
    }),
  );
});

function countOf(model: ReadonlyMap<number, string>, owner: string | undefined): number {
  return [...model.values()].filter((of) => of === owner).length;
}

function mostOf(model: ReadonlyMap<number, string>): number {
  return Math.max(...[...model.values()].map((owner) => countOf(model, owner)));
}

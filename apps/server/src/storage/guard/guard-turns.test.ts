import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GuardSetting, HeldPublish } from '#ports/guard/guard-store.ts';
import type { Stores } from '#ports/stores.ts';
import { turnsOf } from '../../testing/turns-of.ts';
import { type FilledStore, filledStore } from '../testing/filled-store.ts';

const REPORTS = 10_010;
const HELD = 6010;
const nameOf = (n: number) => `ACME/RATES/R${String(n).padStart(6, '0')}`;

let filled: FilledStore;
let stores: Stores;
beforeAll(async () => {
  filled = await filledStore((db) => {
    const guard = db.prepare(`insert into guard (topic, rules, release_after, revision, last_number, rejected_at)
      values (?, '[]', 5, 1, 0, 0)`);
    const held =
      db.prepare(`insert into held_publish (topic, number, revision, sender, source, since, numbered_at, changed_at,
      broken, secrets, body) values (?, 2, 1, 'ACME/ann', 'report', 1, 1, 1, '[]', '{}', x'00')`);
    for (let n = 0; n < REPORTS; n++) guard.run(nameOf(n));
    for (let n = 0; n < HELD; n++) held.run(nameOf(n));
  });
  ({ stores } = filled);
});
afterAll(() => filled.close());

test('the rules of very many reports are read some at a time, and looked through a page at a time', async () => {
  let all: readonly GuardSetting[] = [];
  const reading = await turnsOf(async () => {
    all = await stores.guard.settings();
  });
  expect(reading).toBeGreaterThan(20);
  expect(all.map(({ topic }) => topic)).toEqual(Array.from({ length: REPORTS }, (_, n) => nameOf(n)));
  const known = new Map(all.slice(1).map(({ topic, revision }) => [topic, revision]));
  let fresh: readonly GuardSetting[] = [];
  const looking = await turnsOf(async () => {
    fresh = await stores.guard.settings(known);
  });
  expect(looking).toBeGreaterThanOrEqual(2);
  expect(fresh).toEqual(all.slice(0, 1));
});

test('what waits of very many reports is read some at a time, and looked through a page at a time', async () => {
  let all: readonly HeldPublish[] = [];
  const reading = await turnsOf(async () => {
    all = await stores.guard.waiting();
  });
  expect(reading).toBeGreaterThan(12);
  expect(all.map(({ topic }) => topic)).toEqual(Array.from({ length: HELD }, (_, n) => nameOf(n)));
  const known = new Map(all.slice(1).map((held) => [held.topic, held]));
  const again = await stores.guard.waiting(known);
  expect(again).toEqual(all);
  expect(again.filter((held, n) => held !== all[n])).toHaveLength(1);
});

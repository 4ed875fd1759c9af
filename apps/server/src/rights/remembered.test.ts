import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { Remembered } from './remembered.ts';
import { RightsIndex } from './rights-index.ts';

const user = (n: number) => branded<'User'>(`ACME/u${n}`);

function build(users: number, names: number) {
  const accounts = Array.from({ length: users }, (_, n) => ({ name: user(n), adUser: null, disabledAt: null }));
  const { membership } = RightsIndex.of({ perms: [], groups: [], accounts, unadministered: 'entity' });
  const remembered = new Remembered(0);
  const list = new Array(names).fill(branded<'Gropic'>('ACME/RATES'));
  let made = 0;
  const work = () => {
    made++;
    return list;
  };
  return { ask: (n: number) => remembered.adminedBy(user(n), membership, work), made: () => made };
}

test('what users administer is remembered, of as many as are allowed', () => {
  const { ask, made } = build(1001, 1);
  for (let n = 0; n <= 1000; n++) ask(n);
  for (let n = 1; n <= 1000; n++) ask(n);
  expect(made()).toBe(1001);
  ask(0);
  expect(made()).toBe(1002);
});

test('long lists of what users administer take a bounded memory', () => {
  const { ask, made } = build(6, 1_000_000);
  for (let n = 0; n < 6; n++) ask(n);
  for (let n = 1; n < 6; n++) ask(n);
  expect(made()).toBe(6);
  ask(0);
  expect(made()).toBe(7);
});

test('what users were answered about lists takes a bounded memory, however many users there are', () => {
  const [users, lists] = [2100, 480];
  const accounts = Array.from({ length: users }, (_, n) => ({ name: user(n), adUser: null, disabledAt: null }));
  const { membership } = RightsIndex.of({ perms: [], groups: [], accounts, unadministered: 'entity' });
  const remembered = new Remembered(0);
  const some = Array.from({ length: lists }, (_, n) => Array.from({ length: 5 }, (_, at) => user(n + at)));
  const asked = Array.from({ length: users }, (_, n) => {
    const holder = remembered.holder(user(n), membership);
    for (const list of some) holder.isIn(list);
    return holder;
  });
  const again = asked.filter((holder, n) => remembered.holder(user(n), membership) === holder);
  expect(again.length * lists).toBeLessThan(1_000_000);
  expect(asked.every((holder, n) => holder.isIn(some[0] ?? []) === n < 5)).toBe(true);
});

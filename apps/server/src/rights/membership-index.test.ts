import { branded } from '@sheetwire/rules/name';
import { everyoneOf, type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Account } from '#policies/membership.ts';
import { holds } from '#policies/topic-rights.ts';
import type { GroupRecord } from '#ports/perms.ts';
import { drained } from '../testing/drained.ts';
import { firstOf } from './list-users.ts';
import { MembershipIndex } from './membership-index.ts';
import { RightsIndex } from './rights-index.ts';

const user = (name: string) => branded<'User'>(name);
const principal = (name: string) => parsePrincipal(name) ?? branded<'User'>('');
const account = (name: string, adUser: string | null = null, disabledAt: number | null = null): Account => ({
  name: user(name),
  adUser,
  disabledAt,
});
const group = (name: string, members: readonly string[], isDirectory = false): GroupRecord => ({
  name: branded<'Group'>(name),
  isDirectory,
  members: members.map(principal),
});
const usersIn = (membership: MembershipIndex, one: Principal) => [...drained(membership.walk([one])).users].sort();
const principalsOf = (membership: MembershipIndex, name: string) => [...membership.principalsOf(user(name))];

test('an account has the groups of the directory person it is associated with, not of one that bears its name', () => {
  const groups = [group('ACME/TRADERS', ['ACME/jsmith'], true), group('ACME/DESK', ['ACME/TRADERS'])];
  const accounts = [account('ACME/jane', 'ACME/jsmith'), account('ACME/jsmith')];
  const membership = MembershipIndex.of(groups, accounts);
  expect(principalsOf(membership, 'ACME/jane')).toEqual(['ACME/jane', 'ACME/[ALL]', 'ACME/TRADERS', 'ACME/DESK']);
  expect(principalsOf(membership, 'ACME/jsmith')).toEqual(['ACME/jsmith', 'ACME/[ALL]']);
  expect(usersIn(membership, branded<'Group'>('ACME/DESK'))).toEqual(['ACME/jane']);
});

test('a person of the directory who never came in is named as the account will be', () => {
  const membership = MembershipIndex.of([group('ACME/TRADERS', ['ACME/new'], true)], []);
  expect(principalsOf(membership, 'ACME/new')).toContain('ACME/TRADERS');
  expect(usersIn(membership, branded<'Group'>('ACME/TRADERS'))).toEqual(['ACME/new']);
});

test('a right that is granted to a user goes to the account of that name alone', () => {
  const membership = MembershipIndex.of([group('ACME/DESK', ['ACME/jsmith'])], [account('ACME/jane', 'ACME/jsmith')]);
  expect(principalsOf(membership, 'ACME/jane')).toEqual(['ACME/jane', 'ACME/[ALL]']);
  expect(principalsOf(membership, 'ACME/jsmith')).toContain('ACME/DESK');
});

test('everyone of an entity is every enabled user of it', () => {
  const accounts = [account('ACME/a'), account('ACME/gone', null, 1), account('OTHER/b')];
  expect(usersIn(MembershipIndex.of([], accounts), everyoneOf('ACME'))).toEqual(['ACME/a']);
});

test('a chain of ten thousand groups that ends where it began is walked once', () => {
  const chain = Array.from({ length: 10_000 }, (_, n) => group(`ACME/G${n}`, [`ACME/G${(n + 1) % 10_000}`]));
  const deepest = chain.at(-1);
  const groups = [...chain.slice(0, -1), group('ACME/G9999', ['ACME/G0', 'ACME/ann'])];
  expect(deepest?.name).toBe('ACME/G9999');
  const membership = MembershipIndex.of(groups, [account('ACME/ann')]);
  expect(membership.principalsOf(user('ACME/ann')).size).toBe(10_002);
  expect(usersIn(membership, branded<'Group'>('ACME/G0'))).toEqual(['ACME/ann']);
});

test('a group of a million members is one pass', () => {
  const members = Array.from({ length: 1_000_000 }, (_, n) => user(`ACME/u${n}`));
  const membership = MembershipIndex.of(
    [{ name: branded<'Group'>('ACME/ALL STAFF'), isDirectory: false, members }],
    [],
  );
  expect(membership.principalsOf(user('ACME/u999999')).has(branded<'Group'>('ACME/ALL STAFF'))).toBe(true);
  expect(drained(membership.walk([branded<'Group'>('ACME/ALL STAFF')])).users.size).toBe(1_000_000);
  expect(drained(firstOf(members, 5))).toEqual(['ACME/u0', 'ACME/u1', 'ACME/u10', 'ACME/u100', 'ACME/u1000']);
});

test('the first users are those that stand first among all', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (names, most) => {
      const users = names.map((one) => user(`ACME/${one}`));
      expect(drained(firstOf(users, most))).toEqual([...users].sort().slice(0, most));
    }),
  );
});

test('each user is asked about alone, in whatever order', () => {
  const groups = [group('ACME/DESK', ['ACME/ann'])];
  const rights = RightsIndex.of({ perms: [], groups, unadministered: 'entity' });
  const [desk, bobs] = [[principal('ACME/DESK')], [principal('ACME/bob')]];
  const held = (name: string, list: readonly Principal[]) => holds(rights.holder(user(name)), list);
  for (let n = 0; n < 2; n++) {
    expect([held('ACME/ann', desk), held('ACME/bob', desk), held('ACME/bob', bobs)]).toEqual([true, false, true]);
    expect([held('ACME/ann', bobs), held('ACME/ann', desk), held('ACME/bob', desk)]).toEqual([false, true, false]);
  }
});

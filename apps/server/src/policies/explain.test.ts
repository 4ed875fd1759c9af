import { branded } from '@sheetwire/rules/name';
import { parsePrincipal } from '@sheetwire/rules/principal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Perms } from '#ports/perms.ts';
import { RightsIndex } from '#rights/rights-index.ts';
import { type ExplainedRights, explain } from './explain.ts';
import { withoutGrant } from './saved-lists.ts';

const principal = (name: string) => parsePrincipal(name) ?? branded<'User'>('');
const gropic = (name: string) => branded<'Gropic'>(name);
const group = (name: string, ...members: string[]) => ({
  name: branded<'Group'>(name),
  isDirectory: false,
  members: members.map(principal),
});
type Lists = Partial<Record<'viewers' | 'publishers' | 'interactors' | 'admins', string[]>>;
const perms = (name: string, lists: Lists): Perms => ({
  gropic: gropic(name),
  viewers: (lists.viewers ?? []).map(principal),
  publishers: (lists.publishers ?? []).map(principal),
  interactors: (lists.interactors ?? []).map(principal),
  admins: (lists.admins ?? []).map(principal),
  version: 1,
});
const asked = (name: string, of = 'ACME/RATES/DAILY', more: Partial<ExplainedRights> = {}): ExplainedRights => ({
  user: branded<'User'>(name),
  gropic: gropic(of),
  hasViewSecret: false,
  isSuperAdmin: false,
  blockAdminPage: false,
  isDisabled: false,
  ...more,
});
const groups = [group('ACME/DESK', 'ACME/TRADERS'), group('ACME/TRADERS', 'ACME/ann', 'ACME/DESK')];
const rights = (...all: Perms[]) => RightsIndex.of({ perms: all, groups, unadministered: 'entity' });

test('the way through nested groups is told, and whose lists decide', () => {
  const why = explain(rights(perms('ACME/RATES', { viewers: ['ACME/DESK'], admins: ['ACME/bob'] })), asked('ACME/ann'));
  expect(why).toMatchObject({ decidedBy: 'group', decidingGropic: 'ACME/RATES', groupWouldGive: undefined });
  expect(why.rights).toEqual({ view: true, publish: false, interact: false, administer: false });
  expect(why.grants).toEqual([
    {
      list: 'viewers',
      principal: 'ACME/DESK',
      path: ['ACME/ann', 'ACME/TRADERS', 'ACME/DESK'],
      withoutGrant: { view: false, publish: false, interact: false, administer: false },
    },
  ]);
  expect(why.reasons).toEqual({
    view: 'Is a viewer of ACME/RATES through ACME/TRADERS in ACME/DESK',
    publish: 'Not a publisher of ACME/RATES',
    interact: 'Not an interactor of ACME/RATES',
    administer: 'It has no rights of its own; the admins of ACME/RATES can administer it',
  });
});

test('a report’s own lists stand over its group’s, and what those would give is told', () => {
  const why = explain(
    rights(perms('ACME/RATES', { viewers: ['ACME/ann'] }), perms('ACME/RATES/DAILY', { admins: ['ACME/bob'] })),
    asked('ACME/ann'),
  );
  expect(why.decidedBy).toBe('report');
  expect(why.rights.view).toBe(false);
  expect(why.reasons.view).toBe("Not a viewer of ACME/RATES/DAILY; the report's rights override those of ACME/RATES");
  expect(why.groupWouldGive).toEqual({ view: true, publish: false, interact: false, administer: false });
});

test('with two grants either may go and the right stays', () => {
  const lists = { viewers: ['ACME/ann', 'ACME/DESK'], publishers: ['ACME/ann'] };
  const why = explain(rights(perms('ACME/RATES', lists)), asked('ACME/ann', 'ACME/RATES'));
  expect(why.grants.map(({ list, principal: of, withoutGrant: left }) => [list, of, left.view, left.publish])).toEqual([
    ['viewers', 'ACME/ann', true, false],
    ['viewers', 'ACME/DESK', true, true],
    ['publishers', 'ACME/ann', true, false],
  ]);
});

test('what nobody administers is open to its entity, unless it has a secret or is closed', () => {
  const of = (name: string, more: Partial<ExplainedRights> = {}) =>
    explain(rights(), asked(name, undefined, more)).reasons.view;
  expect(of('ACME/ann')).toBe('It has no admins and is open to every user of ACME');
  expect(of('OTHER/eve')).toBe('It has no admins and is open only to users of ACME');
  expect(of('ACME/ann', { hasViewSecret: true })).toBe('It has a view secret and no admins');
  const closed = RightsIndex.of({ perms: [], groups: [], unadministered: 'none' });
  expect(explain(closed, asked('ACME/ann')).reasons.view).toBe('It has no admins and stays closed until it gets one');
});

test('super admins administer everything, blocked accounts nothing, disabled ones may nothing', () => {
  const some = rights(perms('ACME/RATES', { viewers: ['ACME/ann'], admins: ['ACME/ann'] }));
  const of = (more: Partial<ExplainedRights>) => explain(some, asked('ACME/ann', 'ACME/RATES', more)).rights;
  expect(of({}).administer).toBe(true);
  expect(of({ blockAdminPage: true, isSuperAdmin: true }).administer).toBe(false);
  expect(explain(some, asked('ACME/root', 'ACME/RATES', { isSuperAdmin: true })).rights.administer).toBe(true);
  expect(of({ isDisabled: true })).toEqual({ view: false, publish: false, interact: false, administer: false });
});

const names = ['ACME/ann', 'ACME/bob', 'ACME/DESK', 'ACME/TRADERS', 'ACME/[ALL]'];
const anyLists = fc.record({
  viewers: fc.subarray(names),
  publishers: fc.subarray(names),
  interactors: fc.subarray(names),
  admins: fc.subarray(names),
});

test('what is left without a grant is what the user has once it is removed', () => {
  fc.assert(
    fc.property(anyLists, fc.constantFrom('ACME/ann', 'ACME/bob'), (lists, name) => {
      const before = perms('ACME/RATES', lists);
      const question = asked(name, 'ACME/RATES');
      for (const { list, principal: of, withoutGrant: left } of explain(rights(before), question).grants) {
        const after = { ...before, ...withoutGrant(before, list, of) };
        expect(explain(rights(after), question).rights).toEqual(left);
      }
    }),
  );
});

test('a chain of ten thousand groups that are all named is explained in bounds', () => {
  const name = (n: number) => `ACME/G${String(n).padStart(5, '0')}`;
  const chain = Array.from({ length: 10_000 }, (_, n) => group(name(n), n === 0 ? 'ACME/ann' : name(n - 1)));
  const viewers = chain.map((one) => one.name);
  const lists = perms('ACME/RATES', { viewers, interactors: viewers, admins: ['ACME/bob'] });
  const why = explain(RightsIndex.of({ perms: [lists], groups: chain, unadministered: 'entity' }), asked('ACME/ann'));
  expect(why.reasons.view).toBe('Is a viewer of ACME/RATES through ACME/G00000');
  expect(why.grants.filter(({ list }) => list === 'viewers')).toHaveLength(40);
  const far = perms('ACME/RATES', { viewers: viewers.toReversed(), admins: ['ACME/bob'] });
  const farther = explain(RightsIndex.of({ perms: [far], groups: chain, unadministered: 'entity' }), asked('ACME/ann'));
  expect(farther.grants.map(({ path }) => path.length)).toEqual([10_001, 10_000]);
});

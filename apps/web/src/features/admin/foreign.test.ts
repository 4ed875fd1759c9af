import { expect, test } from 'vitest';
import { foreignRefusal, isForeign, isUnlisted, offered } from './foreign.ts';
import { noPerms } from './perms.ts';

const principals = ['ACME/DESK', 'ACME/ann', 'ACME/bob'];
const perms = { ...noPerms('ACME/RATES'), viewers: ['ACME/bob', 'GLOBEX/gus'], admins: ['ACME/ann'] };

const admin = { isSuperAdmin: false };

test('a name of an entity that the user lists nobody of is told apart, once the list is there', () => {
  expect(isUnlisted('GLOBEX/gus', principals)).toBe(true);
  expect(isUnlisted('ACME/not.there', principals)).toBe(false);
  expect(isUnlisted('GLOBEX/gus', [])).toBe(false);
  expect(isUnlisted('', principals)).toBe(false);
});

test('who is of another entity than the gropic is foreign to all but super admins', () => {
  expect(isForeign('GLOBEX/gus', 'ACME/RATES', admin)).toBe(true);
  expect(isForeign('ACME/ann', 'GLOBEX/H', admin)).toBe(true);
  expect(isForeign('ACME/ann', 'ACME/RATES', admin)).toBe(false);
  expect(isForeign('GLOBEX/gus', 'ACME/RATES', { isSuperAdmin: true })).toBe(false);
  expect(isForeign('', 'ACME/RATES', admin)).toBe(false);
});

test('a foreign name that a list holds is found in the dropdowns, and what it cannot be given is said in words', () => {
  expect(offered(perms, principals, admin)).toEqual([...principals, 'GLOBEX/gus']);
  expect(offered({ ...perms, viewers: [] }, principals, admin)).toBe(principals);
  expect(foreignRefusal(perms, 'publishers', 'GLOBEX/gus')).toBe(
    'GLOBEX/gus belongs to another entity; only a super administrator can make it a publisher',
  );
  expect(foreignRefusal(perms, 'viewers', 'GLOBEX/gus')).toBeUndefined();
});

test('an admin of two entities is offered those of the gropic’s own alone, a super admin everybody', () => {
  const all = [...principals, 'GLOBEX/gus', 'GLOBEX/pat'];
  expect(offered({ ...perms, viewers: [] }, all, admin)).toEqual(principals);
  expect(offered(perms, all, admin)).toEqual([...principals, 'GLOBEX/gus']);
  expect(offered(perms, all, { isSuperAdmin: true })).toBe(all);
});

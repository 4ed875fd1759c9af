import { expect, test } from 'vitest';
import { foreignRefusal, isForeign, offered } from './foreign.ts';
import { noPerms } from './perms.ts';

const principals = ['ACME/DESK', 'ACME/ann', 'ACME/bob'];
const perms = { ...noPerms('ACME/RATES'), viewers: ['ACME/bob', 'GLOBEX/gus'], admins: ['ACME/ann'] };

test('a name of an entity that the user lists nobody of is foreign, once the list is there', () => {
  expect(isForeign('GLOBEX/gus', principals)).toBe(true);
  expect(isForeign('ACME/not.there', principals)).toBe(false);
  expect(isForeign('GLOBEX/gus', [])).toBe(false);
  expect(isForeign('', principals)).toBe(false);
});

test('a foreign name that a list holds is found in the dropdowns, and what it cannot be given is said in words', () => {
  expect(offered(perms, principals)).toEqual([...principals, 'GLOBEX/gus']);
  expect(offered({ ...perms, viewers: [] }, principals)).toBe(principals);
  expect(foreignRefusal(perms, 'publishers', 'GLOBEX/gus')).toBe(
    'GLOBEX/gus is of another entity: only a super administrator can make it a publisher',
  );
  expect(foreignRefusal(perms, 'viewers', 'GLOBEX/gus')).toBeUndefined();
});

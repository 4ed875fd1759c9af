import { expect, test } from 'vitest';
import { granting, interacting, isHeldByLastAdmin, noPerms, revoking } from './perms.ts';

const ann = 'ACME/ann';
const desk = 'ACME/DESK';
const rates = noPerms('ACME/RATES');

test('a publisher is also a viewer', () => {
  expect(granting('publishers', desk, true)(rates)).toEqual({ ...rates, viewers: [desk], publishers: [desk] });
});

test('an admin is neither viewer nor publisher', () => {
  expect(granting('admins', ann, true)(rates)).toEqual({ ...rates, admins: [ann] });
});

test('a viewer interacts when it is said so, and each is listed once', () => {
  const once = granting('viewers', ann, true)(rates);
  expect(once).toEqual({ ...rates, viewers: [ann], interactors: [ann] });
  expect(granting('viewers', ann, false)(once)).toEqual(once);
  expect(granting('viewers', ann, false)(rates).interactors).toEqual([]);
});

test('who is removed from the viewers neither publishes nor interacts', () => {
  const full = { ...rates, viewers: [ann], publishers: [ann], interactors: [ann], admins: [ann] };
  expect(revoking('viewers', ann)(full)).toEqual({ ...rates, admins: [ann] });
  expect(revoking('publishers', ann)(full)).toEqual({ ...full, publishers: [] });
});

test('only a viewer can interact', () => {
  expect(interacting(ann, true)(rates)).toEqual(rates);
  const viewing = { ...rates, viewers: [ann] };
  expect(interacting(ann, true)(viewing).interactors).toEqual([ann]);
  expect(interacting(ann, false)({ ...viewing, interactors: [ann] })).toEqual(viewing);
});

test('the last admin stays while there are viewers or publishers', () => {
  const held = { ...rates, viewers: [desk], admins: [ann] };
  expect(isHeldByLastAdmin(held, ann)).toBe(true);
  expect(isHeldByLastAdmin({ ...held, admins: [ann, desk] }, ann)).toBe(false);
  expect(isHeldByLastAdmin({ ...held, viewers: [] }, ann)).toBe(false);
});

import { expect, test } from 'vitest';
import { type AddUserEntry, fromDirectory, type KnownPeople, placeOfRefusal, readAddUser } from './add-user.ts';

const known: KnownPeople = {
  names: new Set(['ACME/jane.doe']),
  adUsers: new Set(['ACME/l.martin', 'ACME/m.rossi']),
  entities: ['ACME', 'DEMO'],
};
const filled: AddUserEntry = {
  isAd: false,
  adUser: '',
  adEmail: undefined,
  entity: 'ACME',
  username: 'new.user',
  email: 'new.user@example.com',
};
const martin = { isAd: true, adUser: 'ACME/l.martin', adEmail: 'l.martin@example.com' };

function read(change: Partial<AddUserEntry>) {
  return readAddUser({ ...filled, ...change }, known);
}

test('a username is trimmed, in lower case and without the characters that separate names', () => {
  expect(read({ username: ' New[],"/\\.User ' })).toEqual({
    user: 'ACME/new.user',
    email: 'new.user@example.com',
    associatedAdUser: '',
  });
});

test.each<[string, Partial<AddUserEntry>, object]>([
  ['no entity', { entity: '' }, { fault: 'Choose an entity' }],
  ['an entity of another portal', { entity: 'OTHER' }, { fault: 'Choose an entity' }],
  ['no username', { username: ' ' }, { fault: 'Enter a username' }],
  ['no email', { email: '' }, { fault: 'Enter an email address' }],
  ['no directory user', { isAd: true }, { fault: 'Choose the directory user' }],
  ['a username of separators alone', { username: '[]' }, { field: 'username' }],
  ['a user that exists', { username: 'Jane.Doe' }, { field: 'username', fault: 'ACME/jane.doe already exists' }],
  ['a directory user’s name', { username: 'l.martin' }, { field: 'username' }],
  ['another directory user’s name', { ...martin, username: 'm.rossi', email: martin.adEmail }, { field: 'username' }],
  ['an address without a suffix', { email: 'new.user@example' }, { field: 'email' }],
  ['a password account without a password', { email: '@is.password' }, { field: 'email' }],
  ['another address than the directory’s', { ...martin, username: 'l.martin' }, { field: 'email' }],
])('%s is refused', (_, change, refusal) => {
  expect(read(change)).toMatchObject(refusal);
});

test('a directory user is taken with the directory’s name and address', () => {
  const entry = { ...martin, ...fromDirectory('ACME/l.martin', known.entities), email: 'L.Martin@example.com' };
  expect(read(entry)).toEqual({
    user: 'ACME/l.martin',
    email: 'L.Martin@example.com',
    associatedAdUser: 'ACME/l.martin',
  });
});

test('a password account keeps the case of its password', () => {
  expect(read({ email: 'Nightly-Limits-7@is.password' })).toMatchObject({ email: 'Nightly-Limits-7@is.password' });
});

test('a refusal that speaks of the email stands there, any other at the user name', () => {
  expect(placeOfRefusal('Another user has this email address')).toBe('email');
  expect(placeOfRefusal('A user with this name already exists')).toBe('username');
});

import { expect, test } from 'vitest';
import { defaultEntity, everyoneOf, isUser, parseGroup, parsePrincipal, parseUser, shortName } from './principal.ts';

test('a user is an entity in upper and a name in lower case', () => {
  expect(parseUser('acme/Jane.Doe')).toBe('ACME/jane.doe');
  for (const text of ['jane', '/jane', 'ACME/', 'LOGIN/jane']) expect(parseUser(text)).toBeUndefined();
});

test('a group is all upper case with at least one letter', () => {
  expect(parseGroup('acme/risk team')).toBe('ACME/RISK TEAM');
  expect(parseGroup('acme/123')).toBeUndefined();
});

test('its case tells a user from a group', () => {
  expect([parsePrincipal('ACME/RISK'), parsePrincipal('ACME/ann'), parsePrincipal('ACME/[ALL]')]).toEqual([
    'ACME/RISK',
    'ACME/ann',
    'ACME/[ALL]',
  ]);
  const kinds = ['ACME/RISK', 'ACME/ann', 'ACME/7'].map((text) => parsePrincipal(text));
  expect(kinds.map((principal) => principal && isUser(principal))).toEqual([false, true, true]);
});

test('everyone of an entity is no user', () => {
  expect(isUser(everyoneOf('ACME'))).toBe(false);
});

test('displays leave the default entity out', () => {
  expect(shortName('ACME/jane.doe')).toBe('jane.doe');
  expect([defaultEntity(' acme/jane'), defaultEntity('jane')]).toEqual(['ACME', undefined]);
});

test('spellings that read the same are one user and one group', () => {
  expect(parseUser('acme\u00a0corp/jane \u2003 doe')).toBe('ACME CORP/jane doe');
  expect(parseGroup('acme/risk\t\tteam ')).toBe('ACME/RISK TEAM');
  expect(parsePrincipal('ACME/RISK\u3000\u3000TEAM')).toBe('ACME/RISK TEAM');
  expect(parsePrincipal('ACME \u00a0CORP/[ALL]')).toBe('ACME CORP/[ALL]');
  expect(parsePrincipal('ACME/\uff32\uff29\uff33\uff2b')).toBe('ACME/RISK');
});

test('no part of a principal is an object of the language', () => {
  for (const text of ['__proto__/ann', 'ACME/constructor', 'ACME/PROTOTYPE', 'CONSTRUCTOR/[ALL]'])
    expect([parseUser(text), parseGroup(text), parsePrincipal(text)]).toEqual([undefined, undefined, undefined]);
});

test('a user in plain spelling is judged as in any other', () => {
  const long = 'a'.repeat(100);
  const texts = ['ACME/ann', 'API/ann', 'ACME/constructor', 'PROTOTYPE/ann', '../ann', `ACME/${long}`, `ACME/${long}a`];
  const plain = texts.map((text) => parsePrincipal(text));
  expect(plain).toEqual(texts.map((text) => parsePrincipal(`${text}\u2003`)));
  expect(plain.filter((one) => one !== undefined)).toEqual(['ACME/ann', `ACME/${long}`]);
});

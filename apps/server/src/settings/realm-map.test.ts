import { expect, test } from 'vitest';
import { parseRealmMap, userOfHeader, userOfPrincipal } from './realm-map.ts';

const map = parseRealmMap('acme.test=acme, ACMEDOM=ACME, demo.test=DEMO') ?? expect.unreachable();
const acmeOnly = parseRealmMap('ACME.TEST=ACME,ACMEDOM=ACME') ?? expect.unreachable();
const empty = parseRealmMap('') ?? expect.unreachable();

test('realms and domains are kept in upper case with the entity of their people', () => {
  expect([...map]).toEqual([
    ['ACME.TEST', 'ACME'],
    ['ACMEDOM', 'ACME'],
    ['DEMO.TEST', 'DEMO'],
  ]);
});

test.each(['ACME.TEST', 'ACME.TEST=', '=ACME', 'A=B=C', 'ACME.TEST=ACME,acme.test=DEMO', 'ACME.TEST=API', '*=ACME'])(
  '%s is no map',
  (text) => {
    expect(parseRealmMap(text)).toBeUndefined();
  },
);

test.each([
  ['alice@ACME.TEST', 'ACME/alice'],
  ['Alice.Jones@DEMO.TEST', 'DEMO/alice.jones'],
  ['alice@acme.test', undefined],
  ['alice@OTHER.TEST', undefined],
  ['alice', undefined],
  ['@ACME.TEST', undefined],
  ['robot/host@ACME.TEST', undefined],
  ['alice/admin@ACME.TEST', undefined],
  ['pc01$@ACME.TEST', undefined],
  ['WELLKNOWN/ANONYMOUS@WELLKNOWN:ANONYMOUS', undefined],
  ['alice\\@ACME.TEST@OTHER.TEST', undefined],
  ['alice\\@corp@ACME.TEST', undefined],
  ['alice@OTHER.TEST@ACME.TEST', undefined],
  ['al[ice]@ACME.TEST', undefined],
  ['alice @ACME.TEST', undefined],
  ['\u212aim@ACME.TEST', undefined],
  ['alice@toString', undefined],
])('the principal %s is the user %s', (principal, user) => {
  expect(userOfPrincipal(map, principal)).toBe(user);
});

test.each([
  [map, 'jane@acme.test', 'ACME/jane'],
  [map, 'ACMEDOM\\Jane', 'ACME/jane'],
  [map, 'acmedom\\jane', 'ACME/jane'],
  [map, 'DEMO/jane', 'DEMO/jane'],
  [map, 'demo/jane', 'DEMO/jane'],
  [map, 'OTHER/jane', undefined],
  [empty, 'OTHER/jane', 'OTHER/jane'],
  [acmeOnly, 'jane', 'ACME/jane'],
  [map, 'jane', undefined],
  [empty, 'jane', undefined],
  [map, 'jane@OTHER.TEST', undefined],
  [map, 'OTHER\\jane', undefined],
  [map, 'ACME/jane/admin', undefined],
  [map, 'ACME/DEMO\\jane', undefined],
  [acmeOnly, 'jane, bob', undefined],
  [acmeOnly, 'jane@ACME.TEST, bob@ACME.TEST', undefined],
  [acmeOnly, '', undefined],
  [acmeOnly, '(null)\u0000', undefined],
])('a proxy with %o that names %s means the user %s', (given, text, user) => {
  expect(userOfHeader(given, text)).toBe(user);
});

import { limits } from '@sheetwire/contract/limits';
import type { Entry } from 'ldapts';
import { describe, expect, test } from 'vitest';
import { activeDirectory } from './active-directory.ts';
import { canonicalDn } from './dn.ts';
import { plainLdap } from './plain-ldap.ts';
import { withAllValues } from './ranges.ts';

const now = Date.UTC(2026, 10, 21, 9);

describe('distinguished names', () => {
  test.each([
    ['case and spaces', 'CN=Ann  Lee , OU=People,DC=acme', 'cn=ann  lee,ou=people,dc=acme'],
    ['a comma written in two ways', 'cn=Lee\\, Ann,ou=p', 'CN=Lee\\2C Ann,OU=p'],
    ['letters written as bytes', 'cn=J\\C3\\BCrgen,ou=p', 'CN=jürgen,ou=P'],
    ['a quote that needs no escape', 'cn=a\\"b,ou=p', 'cn=a\\22b,ou=p'],
  ])('%s do not matter', (_, one, other) => {
    expect(canonicalDn(one)).toBe(canonicalDn(other));
  });

  test('an escaped separator is none', () => {
    expect(canonicalDn('cn=a\\,ou=b,dc=c')).not.toBe(canonicalDn('cn=a,ou=b,dc=c'));
    expect(canonicalDn('cn=a\\\\2C,ou=b')).not.toBe(canonicalDn('cn=a\\,ou=b'));
  });
});

describe('Active Directory', () => {
  const ann: Entry = {
    dn: 'CN=Ann,OU=People,DC=acme',
    objectGUID: Buffer.from('00ff', 'hex'),
    sAMAccountName: 'Ann',
    mail: 'ann@acme.example',
    userAccountControl: '512',
  };
  const person = (change: Record<string, string | string[]>) => activeDirectory.person({ ...ann, ...change }, now);

  test('a person has the id, name and address that the directory gave', () => {
    expect(person({})).toEqual({
      id: '00ff',
      dn: 'cn=ann,ou=people,dc=acme',
      name: 'Ann',
      email: 'ann@acme.example',
      isDisabled: false,
    });
  });

  test.each([
    ['the flag of a disabled account', { userAccountControl: '514' }, true],
    ['flags that may not be read', { userAccountControl: [] }, true],
    ['an account that never expires', { accountExpires: '9223372036854775807' }, false],
    ['an account without an end', { accountExpires: '0' }, false],
    ['an account that expired', { accountExpires: '133000000000000000' }, true],
    ['an account that will expire', { accountExpires: '200000000000000000' }, false],
    ['a lock that ends by itself', { lockoutTime: '133000000000000000' }, false],
  ])('%s', (_, change, isDisabled) => {
    expect(person(change)?.isDisabled).toBe(isDisabled);
  });

  test('an entry without a name or an id is nobody', () => {
    expect([person({ sAMAccountName: [] }), person({ objectGUID: [] })]).toEqual([undefined, undefined]);
  });
});

describe('other directories', () => {
  const bob: Entry = { dn: 'uid=bob,ou=people', entryUUID: 'u-1', uid: ['bob', 'robert'] };
  const isDisabled = (change: Record<string, string>) => plainLdap.person({ ...bob, ...change }, now)?.isDisabled;

  test.each([
    ['nothing said', {}, false],
    ['locked by an administrator', { pwdAccountLockedTime: '000001010000Z' }, true],
    ['locked for a while', { pwdAccountLockedTime: '20261121080000Z' }, false],
    ['locked in 389 Directory Server or FreeIPA', { nsAccountLock: 'TRUE' }, true],
    ['expired', { shadowExpire: '20000' }, true],
    ['to expire', { shadowExpire: '30000' }, false],
    ['never to expire', { shadowExpire: '-1' }, false],
  ])('%s', (_, change, expected) => {
    expect(isDisabled(change)).toBe(expected);
  });

  test('members are named by place or by name', () => {
    const entry: Entry = {
      dn: 'cn=ops',
      cn: 'Ops',
      entryUUID: 'g',
      uniqueMember: 'UID=Bob, ou=people',
      memberUid: ['al'],
    };
    expect(plainLdap.group(entry)).toMatchObject({ members: ['uid=bob,ou=people'], memberNames: ['al'] });
  });

  test('an id under another name is an id', () => {
    expect(plainLdap.person({ dn: 'uid=x', uid: 'x', nsUniqueId: 'n-1' }, now)?.id).toBe('n-1');
  });
});

describe('a group whose members come in parts', () => {
  const parts = (count: number, size: number) => async (attribute: string) => {
    const from = Number(/range=(\d+)/.exec(attribute)?.[1]);
    const to = Math.min(from + size, count);
    const values = Array.from({ length: to - from }, (_, n) => `m${from + n}`);
    return { dn: 'cn=all', member: [], [`member;range=${from}-${to === count ? '*' : to - 1}`]: values };
  };

  test.each([
    [1500, 1500],
    [1501, 1500],
    [4000, 1500],
  ])('%i members in parts of %i are all there', async (count, size) => {
    const read = parts(count, size);
    const first = await read('member;range=0-*');
    expect((await withAllValues(first, 'member', read)).member).toHaveLength(count);
  });

  test('a group that comes whole is left as it is', async () => {
    const entry = { dn: 'cn=few', member: ['a'] };
    expect(await withAllValues(entry, 'member', parts(1, 1))).toBe(entry);
  });

  test.each([
    ['stops', async () => undefined],
    ['says the same again', async () => ({ dn: 'cn=all', 'member;range=0-1': ['a', 'b'] })],
  ])('a server that %s is a fault, not a smaller group', async (_, read) => {
    await expect(withAllValues({ dn: 'cn=all', 'member;range=0-1': ['a', 'b'] }, 'member', read)).rejects.toThrow(
      'stopped listing',
    );
  });

  test('a server that never ends is a fault', async () => {
    let from = 0;
    const read = async () => ({ dn: 'cn=all', [`member;range=${++from}-${from}`]: ['x'] });
    await expect(withAllValues({ dn: 'cn=all', 'member;range=0-0': ['x'] }, 'member', read)).rejects.toThrow(
      'too many members',
    );
    expect(from).toBeLessThan(limits.directory.memberRanges + 3);
  });
});

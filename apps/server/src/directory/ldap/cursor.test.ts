import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { activeDirectory } from './active-directory.ts';
import { changedSince, cursorAfter, type Mark } from './cursor.ts';
import { plainLdap } from './plain-ldap.ts';

const now = Date.UTC(2026, 10, 21, 9);
const plain = (at = now): Mark => ({ dialect: plainLdap, invocationId: '', usn: '', at });
const server = (invocationId: string, usn: string): Mark => ({ dialect: activeDirectory, invocationId, usn, at: now });
const since = (mark: Mark, cursor: string) => changedSince(mark, cursor)?.toString();

test('change numbers count for the server that gave them, each by itself', () => {
  const first = cursorAfter(server('aa', '100'), '', '');
  const both = cursorAfter(server('bb', '7'), '', first);
  expect(since(server('aa', '150'), both)).toBe('(uSNChanged>=101)');
  expect(since(server('bb', '9'), both)).toBe('(uSNChanged>=8)');
  expect(since(server('cc', '9'), both)).toBeUndefined();
  expect(since(server('aa', '1'), 'time 0 0')).toBeUndefined();
});

test('times overlap, since changes of other servers come late, until all was quiet for a while', () => {
  const cursor = cursorAfter(plain(), '20261121085500Z', '');
  expect(since(plain(), cursor)).toBe('(modifyTimestamp>=20261121085000Z)');
  const same = cursorAfter(plain(now + limits.directory.quiet), '', cursor);
  expect(same).toBe(cursor);
  expect(since(plain(now + limits.directory.quiet + 1), same)).toBe('(modifyTimestamp>=20261121085501Z)');
});

test('a time from the future does not hide what is changed until then', () => {
  const cursor = cursorAfter(plain(), '20991231235959Z', '');
  expect(since(plain(), cursor)).toBe('(modifyTimestamp>=20261121090500Z)');
});

test('our clock may be wrong by any time', () => {
  const years = cursorAfter(plain(now + 1e12), '20261121085500Z', '');
  expect(since(plain(now + 1e12), years)).toBe('(modifyTimestamp>=20261121085000Z)');
});

test('a directory without changes is read from its beginning', () => {
  expect(since(plain(), cursorAfter(plain(), '', ''))).toBe('(modifyTimestamp>=19700101000001Z)');
});

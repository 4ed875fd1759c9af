import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { gropicPerms } from './admin.ts';
import { listOf } from './bounded.ts';
import { limits } from './limits.ts';
import { isoTime, moment, principals } from './shapes.ts';

const named = (count: number) => Array.from({ length: count }, (_, n) => `ACME/user.${n}`);

test('what is no list is refused', () => {
  expect(listOf(z.string(), 3).safeParse('abcd').success).toBe(false);
  expect(principals.safeParse({ length: 1 }).success).toBe(false);
});

test('each list of rights takes as many names as a list offers to choose from, and no more', () => {
  const lists = { gropic: 'ACME/DESK', publishers: [], interactors: [], admins: [] };
  expect(gropicPerms.input.safeParse({ ...lists, viewers: named(limits.maxPrincipals) }).success).toBe(true);
  const { error } = gropicPerms.input.safeParse({ ...lists, viewers: named(limits.maxPrincipals + 1) });
  expect(error?.issues.map(({ path }) => path)).toEqual([['viewers']]);
});

test('of many entries that are no principals the first is told, with its place', () => {
  const { error } = principals.safeParse(['ACME/ann', ...Array(1000).fill('nobody')]);
  expect(error?.issues.map(({ path }) => path)).toEqual([[1]]);
});

test('a time has its zone, and as many digits of a second as programs write', () => {
  const at = (text: string) => isoTime.safeParse(text).data;
  expect(at('2026-11-23T14:32:05Z')).toBe('2026-11-23T14:32:05.000Z');
  expect(at('2026-11-23T15:32:05.123456+01:00')).toBe('2026-11-23T14:32:05.123Z');
  expect(at('2026-11-23T14:32:05.123456789Z')).toBe('2026-11-23T14:32:05.123Z');
  for (const text of ['2026-11-23', '2026-11-23T14:32:05', '2026-11-23T14:32:05.Z', '2026-11-23T14:32:05.1234567890Z'])
    expect([text, at(text), moment.safeParse(text).success]).toEqual([text, undefined, false]);
});

test('a day that no month has is no time, and a time at the end of the years stays within them', () => {
  const at = (text: string) => isoTime.safeParse(text).data;
  for (const text of ['2026-02-31T10:00:00Z', '2026-04-31T10:00:00Z', '2025-02-29T10:00:00Z', '2026-00-10T10:00:00Z'])
    expect([text, at(text), moment.safeParse(text).success]).toEqual([text, undefined, false]);
  expect(at('2028-02-29T10:00:00+02:00')).toBe('2028-02-29T08:00:00.000Z');
  expect(at('9999-12-31T23:59:59-14:00')).toBe('9999-12-31T23:59:59.999Z');
  expect(at('0000-01-01T00:00:00+14:00')).toBe('0000-01-01T00:00:00.000Z');
});

import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { gropicPerms } from './admin.ts';
import { limits } from './limits.ts';
import { listOf, principals } from './shapes.ts';

const named = (count: number) => Array.from({ length: count }, (_, n) => `ACME/user.${n}`);

test('a list beyond its length is refused before an entry is looked at', () => {
  let looks = 0;
  const item = z.string().check(z.refine(() => ++looks > 0));
  const answer = listOf(item, 3).safeParse(['a', 'b', 'c', 'd']);
  expect([answer.success, looks]).toEqual([false, 0]);
  expect(listOf(item, 3).parse(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(looks).toBe(3);
});

test('what is no list is refused', () => {
  expect(listOf(z.string(), 3).safeParse('abcd').success).toBe(false);
  expect(principals.safeParse({ length: 1 }).success).toBe(false);
});

test('each list of rights takes as many names as a list offers to choose from, and no more', () => {
  const lists = { gropic: 'ACME/DESK', publishers: [], interactors: [], admins: [] };
  expect(gropicPerms.input.safeParse({ ...lists, viewers: named(limits.maxPrincipals) }).success).toBe(true);
  const { error } = gropicPerms.input.safeParse({ ...lists, viewers: named(limits.maxPrincipals + 1) });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['viewers'], 'at most 5000 entries are accepted at once'],
  ]);
});

test('of many entries that are no principals the first is told, with its place', () => {
  const { error } = principals.safeParse(['ACME/ann', ...Array(1000).fill('nobody')]);
  expect(error?.issues.map(({ path }) => path)).toEqual([[1]]);
});

import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { gropicPerms } from './admin.ts';
import { listOf } from './bounded.ts';
import { limits } from './limits.ts';
import { principals } from './shapes.ts';

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

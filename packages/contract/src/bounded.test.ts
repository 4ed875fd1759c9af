import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listOf, textsByName } from './bounded.ts';

test('a list beyond its length is refused before an entry is looked at', () => {
  let looks = 0;
  const item = z.string().check(z.refine(() => ++looks > 0));
  const answer = listOf(item, 3).safeParse(['a', 'b', 'c', 'd']);
  expect([answer.success, looks]).toEqual([false, 0]);
  expect(listOf(item, 3).parse(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(looks).toBe(3);
});

test('a list is refused at its first wrong entry, with its place, however many are wrong', () => {
  const entry = z.strictObject({ name: z.string() });
  const { error } = listOf(entry, 1_000_000).safeParse([{ name: 'a' }, ...Array(500_000).fill({ name: 1 })]);
  expect(error?.issues.map(({ path }) => path)).toEqual([[1, 'name']]);
});

test('texts by name are refused at the first that is none, however many are wrong', () => {
  const many = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`name ${n}`, n]));
  const { error } = z
    .object({ metadata: z.optional(textsByName()) })
    .safeParse({ metadata: { good: 'text', ...many } });
  expect(error?.issues.map(({ path }) => path)).toEqual([['metadata', 'name 0']]);
  expect(textsByName().parse({ Source: 'a file' })).toEqual({ Source: 'a file' });
  expect(textsByName().safeParse(['a']).success).toBe(false);
});

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KeptByHash } from './kept-by-hash.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sheetwire-kept-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What is found in texts by code with this content; `looked` are those that were looked into. */
function find(code: string, texts: Readonly<Record<string, string>>) {
  const file = join(folder, 'code.ts');
  writeFileSync(file, code);
  const kept = new KeptByHash<number>('lengths', file, join(folder, 'kept'));
  const looked: string[] = [];
  const found = Object.entries(texts).map(([path, text]) =>
    kept.of(path, text, () => {
      looked.push(path);
      return text.length;
    }),
  );
  kept.save();
  return { found, looked };
}

test('what was found stays until the text, its path or the code that looks is another', () => {
  expect(find('one', { a: 'x', b: 'yy' })).toEqual({ found: [1, 2], looked: ['a', 'b'] });
  expect(find('one', { a: 'x', b: 'yy' })).toEqual({ found: [1, 2], looked: [] });
  expect(find('one', { a: 'xxx', c: 'yy' })).toEqual({ found: [3, 2], looked: ['a', 'c'] });
  expect(find('one', { a: 'xxx', b: 'yy' })).toEqual({ found: [3, 2], looked: ['b'] });
  expect(find('two', { a: 'xxx', b: 'yy' })).toEqual({ found: [3, 2], looked: ['a', 'b'] });
});

test('what nobody asked for any more is not kept', () => {
  find('three', { a: 'x', b: 'yy' });
  find('three', { a: 'x' });
  expect(find('three', { a: 'x', b: 'yy' }).looked).toEqual(['b']);
  expect(readdirSync(join(folder, 'kept'))).toEqual(['lengths.json']);
});

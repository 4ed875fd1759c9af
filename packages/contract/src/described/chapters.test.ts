import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describedCalls, rulesOf } from './calls.ts';
import { chapterName, chapters } from './chapters.ts';

const reference = join(import.meta.dirname, '../../../../docs/reference');

test('every chapter stands in the reference under its number and heading', () => {
  for (const [chapter, heading] of Object.entries(chapters)) {
    const [page, number] = chapter.split(' ');
    const lines = readFileSync(join(reference, `${page}.md`), 'utf8').split('\n');
    expect(lines, chapter).toContain(`## ${number}. ${heading}`);
  }
});

test('every call names chapters, none of them twice, and every chapter is named', () => {
  const named = [...describedCalls.keys()].map((call) => [call.path, rulesOf(call)] as const);
  for (const [path, rules] of named) expect(new Set(rules).size, path).toBe(rules.length);
  expect(new Set(named.flatMap(([, rules]) => rules))).toEqual(new Set(Object.keys(chapters)));
});

test('a chapter is called by its page, its number and its heading', () => {
  expect(chapterName('semantics 2')).toBe('Semantics 2, Who may do what');
});

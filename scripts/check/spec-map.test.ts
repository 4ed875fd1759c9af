import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../steps.ts';
import { holdsTest, missingTests } from './holds-test.ts';

/** Sentences of each section of the specification; a new one has to be given a row. */
const sentences = { 2: 98, 4: 50, 5: 27, 8: 20, 9: 30 };

const page = readFileSync(join(root, 'docs/spec-map.md'), 'utf8');
const rows = [...page.matchAll(/^\| (\d)\.(\d+) \| (.+) \| (.*) \|$/gm)].map((match) => {
  const [, section = '', number = '', , tests = ''] = match;
  return { id: `${section}.${number}`, tests };
});

test('every sentence of the specification has its row, in order', () => {
  const wanted = Object.entries(sentences).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, n) => `${section}.${n + 1}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(wanted);
});

test('every sentence is held by tests that are there, or says that it is not built', () => {
  const named = rows.filter(({ tests }) => tests !== '*Not built*');
  expect(named.flatMap(({ id, tests }) => missingTests(tests).map((missing) => `${id} ${missing}`))).toEqual([]);
});

test('a title that is no test is told', () => {
  const source = "test('one fact', () => {}); // 'another fact'\ntest.skip('a third', () => {});";
  const found = ['one fact', 'one', 'another fact', 'a third'].map((title) => holdsTest(source, title));
  expect(found).toEqual([true, false, false, false]);
});

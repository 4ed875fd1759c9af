import { expect, test } from 'vitest';
import type { Fact, Published } from '../cluster/check/history.ts';
import { checkRefused } from './refused.ts';

const topic = 'ACME/SIM/R1';
const published = (value: number, at: number, more: Partial<Published>): Fact => ({
  ...{ what: 'published', topic, value, from: at - 10, at, end: 'kept' },
  ...more,
});
const stored = (version: number, value: number): Fact => ({ what: 'stored', topic, version, values: [value] });
const conflict = { end: 'refused', why: '409 wrong_base_version', base: 5, have: 6 } as const;

test('cells are refused rightly when a publish that nobody answered was kept after the version they build on', () => {
  const late = published(4, 100, { end: 'unknown' });
  const history = [late, published(5, 200, { version: 5 }), published(6, 300, conflict)];
  expect(checkRefused([...history, stored(5, 5), stored(6, 4)])).toEqual([]);
});

test.each<[why: string, facts: readonly Fact[]]>([
  ['no other publish was under way', [published(6, 300, conflict), stored(6, 5)]],
  ['what was kept is of a publish that was answered', [published(5, 200, { version: 6 }), stored(6, 5)]],
  ['what was kept was sent later', [published(7, 400, { end: 'unknown' }), stored(6, 7)]],
  ['the version is the one that was named', [published(4, 100, { end: 'unknown' }), stored(5, 4)]],
])('it is told when %s', (why, facts) => {
  const refused = why === 'the version is the one that was named' ? { ...conflict, have: 5 } : conflict;
  expect(checkRefused([...facts, published(8, 300, refused)])).toContain(
    `refused: 8 of ${topic} at 300: 409 wrong_base_version`,
  );
});

test('a whole report is never refused for another version', () => {
  const { base: _, ...whole } = conflict;
  const facts = [published(4, 100, { end: 'unknown' }), published(6, 300, whole), stored(6, 4)];
  expect(checkRefused(facts)).toHaveLength(1);
});

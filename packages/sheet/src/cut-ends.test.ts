import { expect, test } from 'vitest';
import { cutEnd, cutEnds, cutStart } from './cut-ends.ts';

test('the characters of a set are cut at the start, at the end, or at both', () => {
  expect([cutStart(' .a. ', ' .'), cutEnd(' .a. ', ' .'), cutEnds(' .a. ', ' .')]).toEqual(['a. ', ' .a', 'a']);
});

test('what stands between other characters stays', () => {
  expect(cutEnds("''it''s''", "'")).toBe("it''s");
});

test('a text of these characters alone is cut whole', () => {
  expect([cutStart('000', '0'), cutEnd('000', '0'), cutEnds('', '0')]).toEqual(['', '', '']);
});

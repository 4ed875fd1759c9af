import { expect, test } from 'vitest';
import { signOnWords } from './sign-on-words.ts';

test('each outcome of single sign-on has its words, and any other is a failure', () => {
  const outcomes = ['failed', 'refused', 'expired', 'password', 'unreachable'];
  expect(new Set(outcomes.map(signOnWords)).size).toBe(5);
  for (const other of ['', 'constructor', '<b>']) expect(signOnWords(other)).toBe(signOnWords('failed'));
});

import { cleanLower, cleanUpper } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { savedAs } from './saved-as.ts';

test('a name that loses characters tells what is saved', () => {
  expect(savedAs('ACME/Jane', cleanLower)).toBe('Saved as acmejane');
  expect(savedAs(' rates, [daily] ', cleanUpper)).toBe('Saved as RATES DAILY');
});

test('a name that changes in case or spaces alone, and what is no name, tell nothing', () => {
  expect(savedAs('  Jane.Doe ', cleanLower)).toBeUndefined();
  expect(savedAs('daily   pnl', cleanUpper)).toBeUndefined();
  for (const none of ['', '[]', 'über', '__proto__']) expect(savedAs(none, cleanUpper)).toBeUndefined();
});

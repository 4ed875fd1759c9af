import { expect, test } from 'vitest';
import { Refusal } from './refusal.ts';

test('a refusal takes down no stack, and other errors do as before', () => {
  const refusal = new Refusal('busy', { message: 'come again' });
  expect([refusal.message, refusal.code, refusal.status]).toEqual(['come again', 'busy', 503]);
  expect(refusal.stack ?? '').not.toMatch(/^\s+at /m);
  expect(new Error('other').stack).toMatch(/^\s+at /m);
});

import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { withFirst } from './recents.ts';

test('the selected report moves to the front and stands there once', () => {
  expect(withFirst(['A/B/C', 'A/B/D'], 'A/B/D')).toEqual(['A/B/D', 'A/B/C']);
});

test('the list has an end', () => {
  const many = Array.from({ length: limits.maxRecents }, (_, n) => `A/B/R${n}`);
  expect(withFirst(many, 'A/B/NEW')).toHaveLength(limits.maxRecents);
});

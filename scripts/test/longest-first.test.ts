import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../steps.ts';
import { longest } from './longest-first.ts';

test('every file that is begun first is there', () => {
  expect(longest.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freeBytes } from './figures.ts';

test('a data folder that is gone has no free space, and no figure fails because of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheetwire-free-'));
  expect(freeBytes(folder)).toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
  expect(freeBytes(folder)).toBe(0);
});

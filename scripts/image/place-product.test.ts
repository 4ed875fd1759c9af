import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const place = (...args: readonly string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'place-product.ts'), ...args]);
  return [status, stderr.toString()];
};

test('what keeps the product from being placed is told in a sentence, and nothing is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheetwire-place-'));
  try {
    writeFileSync(join(folder, 'main.js'), '');
    expect(place(folder)).toEqual([2, `${folder} is not empty: place the product in a new folder\n`]);
    expect(place()).toEqual([2, 'Say where to: node scripts/image/place-product.ts FOLDER\n']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

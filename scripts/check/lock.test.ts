import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
}
const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const installed = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

test('every package of the lock is held to its content', () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});

test('the lock names no registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test('every dependency is pinned exactly', () => {
  const manifests = ['', 'packages/rules', 'packages/contract', 'packages/page', 'packages/client', 'packages/sheet']
    .concat(['packages/live-book', 'apps/server', 'apps/web', 'apps/cli', 'apps/excel-addin'])
    .map((folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
  const versions = manifests.flatMap((manifest) => [
    ...Object.entries<string>({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    }),
  ]);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});

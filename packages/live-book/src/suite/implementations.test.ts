import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cases, casesFor } from './all-cases.ts';
import { implementations } from './implementations.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/publish/README.md'), 'utf8');

test('the page of publishers tells how many cases each of them runs', () => {
  expect(page).toContain(`one suite of ${cases.length} cases`);
  const told = new Map(
    [...page.matchAll(/^\| ([^|]+) \| [^|]+ \| (\d+) \|/gm)].map(([, name, count]) => [name, count]),
  );
  for (const { name, cannot } of Object.values(implementations)) {
    expect([name, told.get(name)]).toEqual([name, String(casesFor(cannot).length)]);
  }
});

test('at least sixty cases run on each implementation', () => {
  for (const { name, cannot } of Object.values(implementations)) {
    expect([name, casesFor(cannot).length >= 60]).toEqual([name, true]);
  }
});

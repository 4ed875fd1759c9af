import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCatalogue } from './errors.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8');
const rows = [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \| (.+) \|$/gm)].map(([, status, code, message]) => ({
  code,
  status: Number(status),
  message,
}));

test('docs/errors.md lists the catalogue, row for row', () => {
  expect(rows).toEqual(Object.entries(errorCatalogue).map(([code, row]) => ({ code, ...row })));
});

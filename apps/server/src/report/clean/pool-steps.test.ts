import { afterAll, expect, test } from 'vitest';
import { heapHeld, ofOnePiece } from '#testing/heap-held.ts';
import { createCleanPool } from './pool.ts';

const pool = createCleanPool({ size: 1 });
afterAll(() => pool.close());

const ROWS = 300;
const VERSIONS = 250;

function page(version: number) {
  const cells = Array.from({ length: ROWS }, (_, n) => (n === 7 ? `a text that is version ${version}` : `row ${n}`));
  const rows = cells.map((cell, n) => `<tr><td data-cell="A${n + 1}">${cell}</td></tr>`);
  return { html: ofOnePiece(`<table><tbody>${rows.join('')}</tbody></table>`), styles: [] };
}

test('the steps of short pages keep nothing of the pages that they were found in', async () => {
  const { length } = page(0).html;
  const told: unknown[] = [];
  const bytes = await heapHeld(async () => {
    for (let from = page(0), n = 1; n <= VERSIONS; n++) {
      const to = page(n);
      told.push(await pool.diffPages([{ page: 0, from, to }]));
      from = to;
    }
    return told;
  });
  expect(told.at(-1)).toEqual([[0, 'c', 7, `a text that is version ${VERSIONS}`]]);
  expect(bytes).toBeLessThan((VERSIONS * length) / 4);
});

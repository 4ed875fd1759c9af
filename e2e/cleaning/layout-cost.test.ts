import { cleanPage } from '@sheetwire/server/report/clean/clean-page';
import { dearPages } from '@sheetwire/server/testing/foreign-input/dear-pages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, type TestSite } from './test-site.ts';
import { timeToDraw } from './time-to-draw.ts';

const SIZE = 30_000;
/** A plain page of the same size, and what the browser does beside. */
const MOST = 10;
const TRIES = 3;

let site: TestSite;
let plain = 0;
beforeAll(async () => {
  site = await openTestSite();
  plain = await drawn('<p>Rates and bonds 1,234.50</p>'.repeat(SIZE / 31));
});
afterAll(() => site.close());

/** The shortest of several times. */
async function drawn(html: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES; n++) least = Math.min(least, await site.page.evaluate(timeToDraw, html));
  return least;
}

test.each(dearPages)('$name, cleaned, take the browser about as long as a plain page', async ({ name, make }) => {
  const ratio = (await drawn(cleanPage(make(SIZE)).html)) / plain;
  if (process.env.TELL) process.stdout.write(`${name} ${ratio.toFixed(1)} of ${plain.toFixed(1)} ms\n`);
  expect(ratio).toBeLessThan(MOST);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

test('1,000 random versions applied as deltas leave the document equal to a fresh fetch each time', async () => {
  const { page, context } = await harness.open();
  const results = await page.evaluate(`(async () => {
    const results = [];
    for (let seed = 1; seed <= 10; seed++) results.push(await harness.randomVersions(100, seed));
    return results;
  })()`);
  await context.close();
  expect(results).toEqual(Array.from({ length: 10 }, () => ({ compared: 100, fault: undefined })));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSoak, oneOf } from '../support/soak.ts';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const versions = isSoak ? 100 : 40;
const seeds = Array.from({ length: 20 }, (_, n) => n + 1);

// In the soak two thousand versions in all, each compared in its wire form and in its visible form.
test.each(oneOf(seeds.length, seeds))(
  `${versions} random versions applied as deltas equal a fresh fetch each time, seed %i`,
  async (seed) => {
    const { page, context } = await harness.open();
    const result = await page.evaluate(`harness.randomVersions(${versions}, ${seed})`);
    await context.close();
    expect(result).toEqual({ compared: versions, fault: undefined });
  },
);

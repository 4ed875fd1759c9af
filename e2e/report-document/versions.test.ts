import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneOf } from '../support/soak.ts';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const seeds = Array.from({ length: 20 }, (_, n) => n + 1);

// Ten times a hundred: a thousand versions in all, each compared in its wire form and in its visible form.
test.each(oneOf(seeds.length, seeds))(
  '100 random versions applied as deltas equal a fresh fetch each time, seed %i',
  async (seed) => {
    const { page, context } = await harness.open();
    const result = await page.evaluate(`harness.randomVersions(100, ${seed})`);
    await context.close();
    expect(result).toEqual({ compared: 100, fault: undefined });
  },
);

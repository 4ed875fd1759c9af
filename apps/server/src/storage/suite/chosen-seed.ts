import { randomInt } from 'node:crypto';

/**
 * The seed of a test that draws by chance: the same in every run, so that a failure is one of the change at hand. The soak
 * tries new ones.
 */
export function chosenSeed(usual = 1): number {
  return process.env.SHEETWIRE_SOAK === undefined ? usual : randomInt(1_000_000);
}

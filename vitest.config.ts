import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test/longest-first.ts';
import { filesOfWays, otherWays } from './scripts/test/ways.ts';

const second = 1000;
/** What the tests start - portals, command lines - is compiled once for all of them. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') };
const setupFiles = ['scripts/test/seed.ts'];

/** Pages in a real browser against a real portal. */
const inBrowser = {
  setupFiles: [...setupFiles, 'e2e/support/tell-failures.ts'],
  testTimeout: 120 * second,
  hookTimeout: 120 * second,
  // What a page comes to show; a busy machine takes its time.
  expect: { poll: { timeout: 20 * second } },
  // Each file has servers and browsers of its own, and some wait for long: two at a time left a fifth of two cores idle,
  // four only wait for each other.
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{server,cli,excel-addin}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'e2e/simulation/**/*.test.ts',
          ],
          setupFiles,
          env,
          testTimeout: 60 * second,
          hookTimeout: 60 * second,
          expect: { poll: { timeout: 20 * second } },
          // Much of a file's time is spent waiting for servers: two at a time left a core idle.
          maxWorkers: 3,
        },
      },
      'apps/web/vitest.config.ts',
      {
        test: {
          name: 'e2e',
          include: ['e2e/!(simulation)/**/*.test.ts'],
          env,
          ...inBrowser,
        },
      },
      // The same tests in the other ways of connecting: e2e/support/ways.ts says what is other in each.
      ...otherWays.map((name) => ({
        test: { name, include: filesOfWays, env: { ...env, TEST_WAY: name }, ...inBrowser },
      })),
    ],
  },
});

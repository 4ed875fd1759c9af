import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test/longest-first.ts';

const second = 1000;
/** What the tests start - portals, command lines - is compiled once for all of them. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') };
const setupFiles = ['scripts/test/seed.ts'];

export default defineConfig({
  test: {
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/{server,cli}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          setupFiles,
          env,
          testTimeout: 30 * second,
          // Much of a file's time is spent waiting for servers: one at a time left a core idle.
          maxWorkers: 2,
        },
      },
      'apps/web/vitest.config.ts',
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          setupFiles: [...setupFiles, 'e2e/support/tell-failures.ts'],
          env,
          testTimeout: 120 * second,
          hookTimeout: 60 * second,
          // What a page comes to show; a busy machine takes its time.
          expect: { poll: { timeout: 20 * second } },
          // Each file has servers and browsers of its own; two at a time keep two cores busy.
          maxWorkers: 2,
        },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';

const second = 1000;

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/{server,cli}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          setupFiles: ['scripts/test/seed.ts'],
          testTimeout: 30 * second,
        },
      },
      'apps/web/vitest.config.ts',
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          setupFiles: ['scripts/test/seed.ts', 'e2e/support/tell-failures.ts'],
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

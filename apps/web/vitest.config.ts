import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../../scripts/test/seed.ts'],
    // As the other unit tests: a busy machine takes its time.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Run together with the other unit tests, as many files at a time.
    maxWorkers: 3,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../../scripts/test/seed.ts'],
    // Run together with the other unit tests, as many files at a time.
    maxWorkers: 3,
  },
});

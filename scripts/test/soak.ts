import { buildProduct } from '../build.ts';
import { root, runStep, type Step } from '../steps.ts';
import { browserSoak, wholeBrowser } from './suites/browser.ts';
import { suitesOfManyCases, suitesOfTheSoak } from './suites.ts';

/** The long forms of the fault and load tests, by hand (interfaces 1). */
export const soakSteps: readonly Step[] = [
  {
    name: 'soak: stores and long suites',
    command: 'vitest',
    // One after another: some ask within a second of what was done.
    args: [
      ...['run', '--project', 'unit', '--no-file-parallelism', ...suitesOfTheSoak],
      'apps/server/src/storage/kill-thinning.test.ts',
    ],
  },
  {
    name: 'soak: histories',
    command: 'vitest',
    args: ['run', '--project', 'unit', 'apps/server/src/storage/reports/past/random-histories.test.ts'],
  },
  {
    name: 'soak: three servers',
    command: 'vitest',
    args: ['run', '--project', 'unit', 'apps/server/src/areas/live/three-servers.test.ts'],
  },
  {
    name: 'soak: hostile books',
    command: 'vitest',
    args: ['run', '--project', 'unit', 'packages/sheet/src/hostile-books.test.ts'],
  },
  {
    name: 'soak: snapshots',
    command: 'vitest',
    args: ['run', '--project', 'unit', 'packages/rules/src/snapshot-due.test.ts'],
  },
  {
    name: 'soak: many cases',
    command: 'vitest',
    args: ['run', '--project', 'unit', ...suitesOfManyCases],
  },
  { name: 'soak: simulated servers', command: 'vitest', args: ['run', '--project', 'unit', 'e2e/simulation'] },
  ...browserSoak.map(({ step }) => step),
];

if (import.meta.main) {
  process.chdir(root);
  process.env.SHEETWIRE_SOAK = 'yes';
  process.env.CHROMIUM ??= wholeBrowser;
  await buildProduct({ ifMissing: true });
  for (const step of soakSteps) if (!(await runStep(step)).isGood) process.exitCode = 1;
}

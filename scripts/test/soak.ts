import { globSync } from 'node:fs';
import { buildWeb } from '../build.ts';
import { root, runStep } from '../steps.ts';
import { suitesOfManyCases, suitesOfTheSoak } from './suites.ts';

/** The long forms of the fault and load tests, by hand (interfaces 1). */
process.chdir(root);
process.env.SHEETWIRE_SOAK = 'yes';
await buildWeb({ ifMissing: true });
const steps = [
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
    name: 'soak: versions',
    command: 'vitest',
    args: ['run', '--project', 'e2e', ...globSync('e2e/report-document/{versions,waiting,paper}.test.ts')],
  },
  { name: 'soak: workbooks', command: 'vitest', args: ['run', '--project', 'e2e', 'e2e/publish/corpus.test.ts'] },
  {
    name: 'soak: viewer',
    command: 'vitest',
    args: ['run', '--project', 'e2e', 'e2e/viewer/busy.test.ts', 'e2e/viewer/slow-report.test.ts'],
  },
  {
    name: 'soak: every color scheme',
    command: 'vitest',
    args: ['run', '--project', 'e2e', ...globSync('e2e/**/*accessible.test.ts'), 'e2e/shell/api-reference.test.ts'],
  },
  {
    name: 'soak: LibreOffice',
    command: 'vitest',
    args: ['run', '--project', 'e2e', ...globSync('e2e/publish/{libreoffice*,taken-over}.test.ts')],
  },
  {
    name: 'soak: folders and asked pages',
    command: 'vitest',
    args: ['run', '--project', 'e2e', 'e2e/publish/folder.test.ts', 'e2e/viewer/asked-page.test.ts'],
  },
  { name: 'soak: Excel', command: 'vitest', args: ['run', '--project', 'e2e', 'e2e/publish/excel'] },
  { name: 'soak: cleaning', command: 'vitest', args: ['run', '--project', 'e2e', 'e2e/cleaning'] },
  { name: 'soak: hostile files', command: 'vitest', args: ['run', '--project', 'e2e', 'e2e/hostile'] },
  {
    name: 'soak: portal',
    command: 'vitest',
    args: ['run', '--project', 'e2e', 'e2e/faults', 'e2e/demo/processes.test.ts'],
  },
  {
    name: 'soak: many cases',
    command: 'vitest',
    args: ['run', '--project', 'unit', ...suitesOfManyCases],
  },
  { name: 'soak: simulated servers', command: 'vitest', args: ['run', '--project', 'unit', 'e2e/simulation'] },
  { name: 'soak: several servers', command: 'vitest', args: ['run', '--project', 'e2e', 'e2e/cluster'] },
];
for (const step of steps) if (!(await runStep(step)).isGood) process.exitCode = 1;

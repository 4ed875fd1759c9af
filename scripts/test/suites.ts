import { globSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';
import { root, type Step } from '../steps.ts';
import { alone } from './suites/alone.ts';
import { browserTests, hostileTests, severalServers } from './suites/browser.ts';
import { lengthy, slow, withKerberos } from './suites/slow.ts';

/** Programs at work are killed again and again. */
export const suitesOfKills: readonly string[] = [
  'apps/server/src/storage/kill.test.ts',
  'apps/server/src/storage/kill-thinning.test.ts',
  'apps/server/src/storage/settings-backups/killed-recovery.test.ts',
];
/** Of the projects unit and web, what takes longest and tells what others tell in short: `npm run soak` runs them. */
export const suitesOfTheSoak: readonly string[] = [
  'apps/server/src/storage/kill.test.ts',
  'apps/server/src/storage/settings-backups/killed-recovery.test.ts',
  'apps/cli/src/commands/publish-folder.test.ts',
  // What it tells, `run-store-command.test.ts` tells in the server's own process, and `exit-codes.test.ts` of the command.
  'apps/cli/src/commands/whole-store.test.ts',
  'packages/sheet/src/drawings/chart/hostile-newer.test.ts',
  // Others tell in short that a restore keeps what it replaces, that values set make the page of a workbook, and
  // that proofs are made beside publishes.
  'apps/server/src/storage/backup/kept-stores.test.ts',
  'apps/server/src/storage/backup/restore-in-use.test.ts',
  'apps/server/src/areas/publish/values-anywhere.test.ts',
  'apps/server/src/storage/reports/sealed/proofs-beside.test.ts',
  'apps/server/src/report/from-log/many-steps.test.ts',
  'packages/live-book/src/office/office-mock.test.ts',
  // `openapi.test.ts` tells that each call has examples of its shape; here each of them is sent.
  'apps/server/src/http/openapi/examples.test.ts',
  // Others tell in short what is copied and brought back; here of ten thousand reports, and day after day.
  'apps/server/src/storage/settings-backups/many-settings.test.ts',
  'apps/server/src/storage/settings-backups/daily-copies.test.ts',
  // They ask within seconds of what was done elsewhere: beside two other suites on two cores that says little.
  'apps/server/src/areas/live/same-answers.test.ts',
  'apps/server/src/areas/live/write-in-doubt.test.ts',
];
/** `npm test` tries some of their cases, `npm run soak` all of them. */
export const suitesOfManyCases: readonly string[] = [
  'apps/cli/src/exit-codes.test.ts',
  'apps/cli/src/commands/user.test.ts',
  'apps/server/src/areas/admin/rights-race.test.ts',
  'apps/server/src/areas/guard/bad-workbooks.test.ts',
  'apps/server/src/areas/guard/seeded-publishes.test.ts',
  'apps/server/src/areas/live/viewers-agree.test.ts',
  'apps/server/src/areas/publish/values-as-workbook.test.ts',
  'apps/server/src/storage/backup/backup.test.ts',
  'apps/server/src/storage/backup/verify-backup.test.ts',
  'apps/server/src/storage/reports/sealed/proofs.test.ts',
  'apps/server/src/controls/interleavings.test.ts',
  'apps/server/src/report/publish/publish-steps.test.ts',
  'packages/sheet/src/features.test.ts',
  'packages/sheet/src/live/live-report.test.ts',
  'packages/sheet/src/render/table/plain-cells.test.ts',
  'packages/sheet/src/render/table/plain-looks.test.ts',
  'packages/sheet/src/values/live-book.test.ts',
  'packages/sheet/src/values/values-as-file.test.ts',
  'scripts/demo/desk/workbook.test.ts',
];
/** They draw by chance: `npm test` from the same seeds each time, `npm run soak` from new ones. */
export const suitesOfSeeds: readonly string[] = [
  'apps/server/src/storage/sqlite.test.ts',
  'apps/server/src/storage/reports/sums/few-at-once.test.ts',
];
const apart = [...slow, ...withKerberos];

function vitest(name: string, ...args: readonly string[]): Step {
  return { name: `tests: ${name}`, command: 'vitest', args: ['run', ...args] };
}

/** One worker for many files: to start one for each took longer than the tests. */
function inOneWorker(name: string, without: readonly string[]): Step {
  const but = ['--exclude', `**/{${without.join(',')}}.test.ts`];
  return vitest(name, ...['--project', 'unit', '--project', 'web', '--isolate=false', ...but]);
}

/** Of the quick check. */
export const quickTests: Step = inOneWorker('unit and web, quick', [...apart, ...lengthy]);

/** Whether the quick check runs a test file of the projects unit and web. */
export function isQuick(file: string): boolean {
  return ![...apart, ...lengthy].includes(nameOf(file));
}

function nameOf(file: string): string {
  return basename(file).replace(/\.test\.tsx?$/, '');
}

const onServers = globSync('{packages,apps,scripts,bench,e2e/simulation}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules'],
}).filter((file) => apart.includes(nameOf(file)) && !suitesOfTheSoak.includes(file));

const isAlone = (file: string) => alone.some((one) => matchesGlob(file, one));
/** The suites that share a worker. */
export const sharingServers: readonly string[] = onServers.filter((file) => !isAlone(file));
const serverTests: Step = vitest(
  'servers and stores',
  ...['--project', 'unit', '--project', 'web', '--isolate=false'],
  ...sharingServers,
);

/** A worker for each file: they set clocks, measure what they take and start other programs. */
const apartTests: Step = vitest('unit, each apart', '--project', 'unit', ...onServers.filter(isAlone));

/** Every test but what the soak tells at length. */
export const allTests: readonly Step[] = [
  inOneWorker('unit and web', apart),
  serverTests,
  apartTests,
  browserTests,
  hostileTests,
  severalServers,
];

import { runStep, type Step, say } from '../steps.ts';

/** The quick part of the tests, under a minute: format, lint, types, unit, dead code, hygiene (interfaces 1). */
export const checkSteps: readonly Step[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  {
    name: 'promises',
    command: 'oxlint',
    args: ['--type-aware', '--config', '.oxlintrc.json', 'packages', 'apps', 'scripts'],
  },
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'types of the web app', command: 'tsc', args: ['-p', 'apps/web'] },
  { name: 'types of the browser tests', command: 'tsc', args: ['-p', 'e2e'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'hygiene', command: 'node', args: ['scripts/check/hygiene.ts'] },
];

/** Suites on real servers, whole stores, hashes and hostile files: `npm test` runs them, the quick check does not. */
const slow = [
  ...['kill', 'backup', 'bus', 'postgres', 'sqlite', 'open', 'hostile', 'corpus', 'workbook', 'stream-keeper', 'serve'],
  ...['two-servers', 'two-nodes', 'sessions', 'directory', 'sync', 'lines', 'viewers-agree', 'engine-faults'],
  ...['change-email', 'reset-password', 'set-password', 'user-command', 'fixation', 'smtp-transport', 'bin'],
  ...['tokens', 'accounts', 'seats', 'access', 'publish', 'report', 'live', 'topics-details', 'engine', 'user'],
  ...['mail-queue', 'mail-of-a-portal', 'doctor', 'doctor-services', 'kerberos', 'slow-provider', 'account-rules'],
  ...[
    'users',
    'user-rules',
    'user-groups',
    'rights-race',
    'gropic-perms',
    'admin-details',
    'assume-admin',
    'access-matrix',
  ],
  ...['single-sign-on', 'forged-answers', 'logout-token', 'join-account', 'provider-faults'],
  ...['snapshots', 'snapshots-two-nodes', 'snapshot-due'],
  ...['password-policy', 'scheduler', 'rights-now', 'clock-set-back', 'engine-memory', 'membership', 'line'],
  ...['run-store-command', 'whole-store', 'broken-copies', 'daily-copies', 'killed-recovery', 'recover-settings'],
];
/** One worker for many files: to start one for each took longer than the tests; `npm test` keeps them apart. */
const quickUnit: Step = {
  name: 'unit',
  command: 'vitest',
  args: [
    'run',
    '--project',
    'unit',
    '--project',
    'web',
    '--isolate=false',
    '--exclude',
    `**/{${slow.join(',')}}.test.ts`,
  ],
};

if (import.meta.main) {
  let failed = 0;
  for (const step of [...checkSteps, quickUnit]) if (!(await runStep(step)).isGood) failed++;
  say(failed === 0 ? '\nall good' : `\n${failed} steps failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

import { globSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';
import { root, type Step } from '../steps.ts';
import { browserTests, hostileTests } from './suites/browser.ts';
import { sharing } from './suites/sharing.ts';

/** Suites on real servers, whole stores, threads, hashes, hostile files and very many cases: `npm test` runs them, the quick check does not. */
const slow = [
  ...['kill', 'backup', 'bus', 'postgres', 'sqlite', 'open', 'hostile', 'corpus', 'workbook', 'stream-keeper', 'serve'],
  ...['two-servers', 'two-nodes', 'sessions', 'directory', 'sync', 'lines', 'viewers-agree', 'engine-faults'],
  ...['change-email', 'reset-password', 'set-password', 'user-command', 'fixation', 'smtp-transport', 'bin'],
  ...['tokens', 'accounts', 'seats', 'access', 'publish', 'report', 'live', 'topics-details', 'engine', 'user'],
  ...['mail-queue', 'mail-of-a-portal', 'doctor', 'doctor-services', 'slow-provider', 'account-rules'],
  ...['directory-account'],
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
  ...['lock-order', 'in-transaction', 'simulation', 'mutants'],
  ...['growth', 'hostile-books', 'page-histories', 'long-report', 'one-name', 'audit-rows', 'render-file', 'work-held'],
  ...['bodies-at-once', 'body', 'child', 'secret-guesses', 'secret-guesses-two-nodes', 'rights-while-waiting'],
  ...['pool-lanes', 'other-nodes', 'long-cells', 'known-pages', 'many-steps'],
  ...['any-order', 'grid-shape', 'row-grid', 'placed-controls', 'cell-index', 'unreadable-snapshot', 'history'],
  ...['app', 'username', 'client-address', 'undo-ops', 'short-outages', 'compared-pages', 'reads', 'holding'],
  ...['interleavings', 'report-under-load', 'missed-rights', 'login-throttle', 'passwords', 'pool', 'writer'],
  ...['group-commit', 'keyframe-maker', 'stamps', 'rights-index', 'membership-index', 'view-change'],
  ...['properties', 'publish-whole', 'inline'],
  ...['exit-codes', 'proxy-sample', 'publish-workbook', 'examples', 'follow-report', 'wording'],
  ...[
    'hostile-charts',
    'hostile-formulas',
    'features',
    'live-book',
    'publish-folder',
    'read-source',
    'office-workbook',
  ],
  ...['hostile-newer', 'live-report', 'publish-steps', 'past', 'one-publisher', 'book-threads', 'plain-number'],
  ...['publish-values', 'values-anywhere', 'publishing', 'cut-off', 'one-pruner', 'told-steps', 'refused-body'],
  ...['caller', 'scan-folder', 'write-report', 'page-changes', 'openapi', 'bounded', 'entries', 'raw-index'],
  ...['drained-server', 'figures', 'deploy-files', 'product', 'followed-versions', 'three-servers', 'told-faults'],
  ...[
    'proofs',
    'proofs-beside',
    'verify',
    'verify-backup',
    'upgrade-wait',
    'upgrade-beside',
    'name-again',
    'removed-before',
    'sum-ranges',
    'few-at-once',
    'past-threads',
    'random-histories',
  ],
  ...['same-answers', 'write-in-doubt', 'tracing', 'traced-servers', 'open-tracing', 'otlp-tracing'],
  ...['kill-thinning', 'former-cleaner', 'bus-outage', 'sweeper'],
  ...[
    'guard',
    'held-unseen',
    'held-by-another',
    'released-by-itself',
    'after-rollback',
    'seeded',
    'seeded-publishes',
    'killed-held',
  ],
  ...['memory-book', 'book-publisher', 'office-book', 'office-mock', 'file-book', 'live-publisher'],
  ...[
    'pictures',
    'sparklines',
    'write-drawings',
    'small-books',
    'rights-growth',
    'page-model',
    'name-lists',
    'long-pages',
  ],
  ...['user-command-dispatch', 'keep-history', 'checks', 'loop-figures', 'sheet-diff', 'newer-charts', 'chart-extras'],
  ...[
    'bus-away',
    'nats-payload',
    'pools-apart',
    'pg-notify',
    'prepared',
    'many-viewers',
    'every-viewer',
    'verify-restored',
  ],
  ...['run-store-command', 'whole-store', 'broken-copies', 'daily-copies', 'killed-recovery', 'recover-settings'],
];
/** Suites that need nothing of their own and take long: the quick check leaves them to `npm test`. */
const lengthy = [
  ...['former-store', 'plain-cells', 'plain-looks', 'live-work', 'live-formulas', 'conditional-formats', 'left-unsaid'],
  ...['rule-formulas', 'chart-kinds', 'ods', 'controls', 'store-full', 'list-users', 'heard-again', 'pages-under-way'],
  ...['socket-outlet', 'retention', 'released-as-seen', 'linked-files', 'libreoffice', 'common-sequence'],
  ...['bad-workbooks', 'values-as-workbook', 'values-as-file', 'held-values', 'judged-again', 'link-version'],
  ...['past-rights', 'rehearsed-as-fired', 'since-snapshot'],
  ...['calculate', 'layout-cost', 'compare-reports', 'shapes', 'chart-layout', 'stored-info-clocks', 'rules-elsewhere'],
];
/** Of these, what takes longest and tells what others tell in short: `npm run soak` runs them. */
export const suitesOfTheSoak: readonly string[] = [
  'apps/server/src/storage/kill.test.ts',
  'apps/server/src/storage/settings-backups/killed-recovery.test.ts',
  'apps/cli/src/commands/publish-folder.test.ts',
  'packages/sheet/src/drawings/chart/hostile-newer.test.ts',
  // They ask within seconds of what was done elsewhere: beside two other suites on two cores that says little.
  'apps/server/src/areas/live/same-answers.test.ts',
  'apps/server/src/areas/live/write-in-doubt.test.ts',
];
/** `npm test` tries some of their cases, `npm run soak` all of them. */
export const suitesOfManyCases: readonly string[] = [
  'apps/server/src/areas/admin/rights-race.test.ts',
  'apps/server/src/areas/live/viewers-agree.test.ts',
  'apps/server/src/controls/interleavings.test.ts',
  'apps/server/src/report/publish/publish-steps.test.ts',
  'packages/sheet/src/live/live-report.test.ts',
  'packages/sheet/src/values/live-book.test.ts',
];
/** Suites that load the optional module kerberos, which is built with Debian packages. */
const withKerberos = ['kerberos', 'open-windows-sign-in'];
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
  return ![...apart, ...lengthy].includes(basename(file).replace(/\.test\.tsx?$/, ''));
}

const onServers = globSync('{packages,apps,scripts,bench,e2e/simulation}/**/*.test.ts', {
  cwd: root,
  exclude: ['**/node_modules'],
}).filter((file) => apart.includes(basename(file, '.test.ts')) && !suitesOfTheSoak.includes(file));

/** The suites that share a worker. */
export const sharingServers: readonly string[] = onServers.filter((file) =>
  sharing.some((one) => matchesGlob(file, `apps/server/src/${one}.test.ts`)),
);
const serverTests: Step = vitest('servers and stores', '--project', 'unit', '--isolate=false', ...sharingServers);

/** A worker for each file: they set clocks, measure what they take and start other programs. */
const apartTests: Step = vitest(
  'unit, each apart',
  ...['--project', 'unit', '--project', 'web'],
  ...onServers.filter((file) => !sharingServers.includes(file)),
);

/** Every test but what the soak tells at length. */
export const allTests: readonly Step[] = [
  inOneWorker('unit and web', apart),
  serverTests,
  apartTests,
  browserTests,
  hostileTests,
];

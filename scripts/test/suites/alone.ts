/**
 * Suites that want a worker of their own, of those on servers, stores and threads. All others share workers, one file
 * after another: to load the server anew for each took longer than most of their tests.
 */
export const alone: readonly string[] = [
  // They measure time, memory or the loop, and compiled code of others is in what they measure.
  'apps/cli/src/publish/page-changes.test.ts',
  'apps/server/src/{drained-server,figures}.test.ts',
  'apps/server/src/areas/guard/every-viewer.test.ts',
  'apps/server/src/http/{bodies-at-once,work-held}.test.ts',
  'apps/server/src/http/figures/loop-figures.test.ts',
  'apps/server/src/identity/oidc/slow-provider.test.ts',
  'apps/server/src/principals/name-lists.test.ts',
  'apps/server/src/report/{engine-memory,held/placed-controls}.test.ts',
  'apps/server/src/rights/membership-index.test.ts',
  'apps/server/src/testing/foreign-input/growth.test.ts',
  'packages/page/src/{grid-shape,compare/growth,model/growth}.test.ts',
  'packages/sheet/src/{growth,hostile-books,render-file,write/page/inline}.test.ts',
  // They set the clock, the environment or modules of their process.
  'apps/server/src/areas/guard/{long-pages,released-by-itself}.test.ts',
  'apps/server/src/areas/live/{bus-away,bus-outage,followed-versions,two-servers}.test.ts',
  'apps/server/src/areas/publish/office-workbook.test.ts',
  'apps/server/src/areas/reports/{report,rights-while-waiting}.test.ts',
  'apps/server/src/http/body.test.ts',
  'apps/server/src/identity/operator/user-command.test.ts',
  'apps/server/src/identity/sessions/{many-viewers,sweeper}.test.ts',
  'apps/server/src/identity/windows/{kerberos,open-windows-sign-in}.test.ts',
  'apps/server/src/jobs/{keep-history,snapshots/scheduler}.test.ts',
  'apps/server/src/live/bus/pg-notify.test.ts',
  // They count calls of what all servers of a process share.
  'apps/server/src/report/clean/{pool,pool-lanes}.test.ts',
  'apps/server/src/report/compare/raw-index.test.ts',
  'apps/server/src/storage/{postgres/prepared,sqlite/writer}.test.ts',
  // Traces are those of the process.
  'apps/server/src/{traced-servers,tracing}.test.ts',
  'apps/server/src/tracing/*.test.ts',
  // It is loaded with a fault put into it.
  'e2e/simulation/**/*.test.ts',
];

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in that order: begun first, none of them is left running alone at the end. */
export const longest: readonly string[] = [
  'e2e/faults/kill.test.ts',
  'e2e/cluster/cluster.test.ts',
  'e2e/demo/processes.test.ts',
  'e2e/viewer/busy.test.ts',
  'e2e/identity/account.test.ts',
  'e2e/time/strip.test.ts',
  'e2e/identity/login-pages.test.ts',
  'e2e/viewer/viewer.test.ts',
  'e2e/admin/rights-live.test.ts',
  'e2e/admin/accessible.test.ts',
  'e2e/admin/super-pages.test.ts',
  'e2e/controls/controls.test.ts',
  'e2e/publish/publishing-page.test.ts',
  'e2e/report-document/behaviour.test.ts',
  'e2e/viewer/walk.test.ts',
  'e2e/live/dead-line.test.ts',
  'e2e/viewer/keyboard-run.test.ts',
  'e2e/live/live.test.ts',
  'e2e/publish/excel/add-in.test.ts',
  'e2e/admin/admin-page.test.ts',
  'e2e/viewer/compare.test.ts',
  'e2e/viewer/accessible.test.ts',
  'e2e/report-document/waiting.test.ts',
  'e2e/publish/libreoffice.test.ts',
  'e2e/identity/cross-site.test.ts',
  'e2e/demo/demo.test.ts',
  'e2e/controls/following.test.ts',
  'e2e/identity/windows.test.ts',
  'e2e/publish/command-line.test.ts',
  'e2e/cleaning/cleaning.test.ts',
  'e2e/identity/single-sign-on.test.ts',
  'e2e/admin/recovery.test.ts',
  'e2e/publish/python.test.ts',
  'e2e/viewer/export.test.ts',
  'e2e/time/verify.test.ts',
  'e2e/report-document/versions.test.ts',
  'e2e/publish/corpus.test.ts',
  'e2e/identity/account-accessible.test.ts',
  'e2e/identity/login-pages-accessible.test.ts',
  'e2e/faults/snapshots.test.ts',
  'packages/sheet/src/drawings/chart/hostile-newer.test.ts',
  'packages/sheet/src/hostile-books.test.ts',
  'apps/cli/src/exit-codes.test.ts',
  'packages/sheet/src/live/live-report.test.ts',
  'apps/server/src/storage/postgres.test.ts',
  'apps/server/src/areas/admin/rights-race.test.ts',
  'apps/cli/src/commands/whole-store.test.ts',
  'apps/server/src/storage/settings-backups/killed-recovery.test.ts',
  'apps/server/src/storage/settings-backups/broken-copies.test.ts',
  'apps/cli/src/commands/user.test.ts',
  'packages/sheet/src/corpus.test.ts',
  'scripts/demo/desk/workbook.test.ts',
  'apps/server/src/storage/kill.test.ts',
  'apps/server/src/directory/directory.test.ts',
  'apps/server/src/mail/mail-queue.test.ts',
  'apps/server/src/live/two-nodes.test.ts',
  'apps/server/src/live/bus/bus.test.ts',
];

/** Orders the files of a project by the list above, the others after them as Vitest would. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place < 0 ? longest.length : place;
}

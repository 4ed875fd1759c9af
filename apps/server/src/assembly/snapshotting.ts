import { randomUUID } from 'node:crypto';
import { snapshotRoutes } from '#areas/admin/snapshot-routes.ts';
import type { Route } from '#http/route.ts';
import { SnapshotScheduler } from '#jobs/snapshots/scheduler.ts';
import type { Bus } from '#ports/bus.ts';
import type { Stores } from '#ports/stores.ts';
import type { Reporting } from './reporting.ts';

export interface SnapshottingDeps {
  readonly stores: Stores;
  readonly bus: Bus;
  readonly settings: { readonly versionHours: number };
  readonly reporting: Reporting;
  readonly onFault: (fault: unknown) => void;
}

/** What administrators see of daily snapshots: told to their pages, and what wakes the schedulers of other servers. */
const LIST = 'snapshots';

/** The calls about snapshots and the schedule that takes them; what either changes the viewers hear of. */
export function makeSnapshotting({ stores, bus, settings, reporting, onFault }: SnapshottingDeps): {
  readonly routes: readonly Route[];
  readonly scheduler: SnapshotScheduler;
} {
  const onCaptured = reporting.snapshotTaken.bind(reporting);
  const scheduler = new SnapshotScheduler({ stores, settings, owner: randomUUID(), onCaptured, onFault });
  bus.onMessage((message) => {
    if (message.kind === 'admin' && message.list === LIST) scheduler.wake();
  });
  bus.onGap(() => scheduler.wake());
  const routes = snapshotRoutes({
    stores,
    rights: reporting.viewing.rights,
    readRights: () => reporting.readRights(),
    onSettings(gropic) {
      reporting.tellAdmins(LIST, gropic);
      scheduler.wake();
    },
    onCaptured,
  });
  return { routes, scheduler };
}

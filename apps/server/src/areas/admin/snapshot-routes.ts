import * as calls from '@sheetwire/contract/admin';
import type { Gropic } from '@sheetwire/rules/gropic';
import type { Topic } from '@sheetwire/rules/topic';
import { on, type Route } from '#http/route.ts';
import type { Rights } from '#policies/rights.ts';
import type { Stores } from '#ports/stores.ts';
import { captureSnapshot } from './capture-snapshot.ts';
import { snapshotSettings } from './snapshot-settings.ts';

export interface SnapshotDeps {
  readonly stores: Pick<Stores, 'snapshots' | 'snapshotSettings' | 'reports' | 'now'>;
  readonly rights: () => Rights;
  /** Told of a setting that was saved. */
  readonly onSettings: (gropic: Gropic) => void;
  /** Told of a snapshot that was taken. */
  readonly onCaptured: (topic: Topic) => void;
  /** Reports of which a snapshot is being taken by hand. */
  readonly busy: Set<Topic>;
}

export function snapshotRoutes(own: Omit<SnapshotDeps, 'busy'>): Route[] {
  const deps = { ...own, busy: new Set<Topic>() };
  return [
    on(calls.snapshotSettings, 'licensed', (input, request) => snapshotSettings(deps, input, request)),
    on(calls.captureSnapshot, 'licensed', (input, request) => captureSnapshot(deps, input, request)),
  ];
}

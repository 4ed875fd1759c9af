import * as calls from '@sheetwire/contract/admin';
import type { Topic } from '@sheetwire/rules/topic';
import { on, type Route } from '#http/route.ts';
import { captureSnapshot } from './capture-snapshot.ts';
import type { SnapshotDeps } from './snapshot-deps.ts';
import { snapshotSettings } from './snapshot-settings.ts';

export function snapshotRoutes(own: Omit<SnapshotDeps, 'busy'>): Route[] {
  const deps = { ...own, busy: new Set<Topic>() };
  return [
    on(calls.snapshotSettings, 'licensed', (input, request) => snapshotSettings(deps, input, request)),
    on(calls.captureSnapshot, 'licensed', (input, request) => captureSnapshot(deps, input, request)),
  ];
}

import type { snapshotSettings as call } from '@sheetwire/contract/admin';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { parseSnapshotLocation } from '@sheetwire/rules/snapshot-location';
import { defaultSnapshotLocation, parseSnapshotTime } from '@sheetwire/rules/snapshot-time';
import type { KnownRequest } from '#http/route.ts';
import { mayConfigure } from '#policies/administering.ts';
import { takeAdminTurn } from './admin-turns.ts';
import { maySnapshot, type SnapshotDeps } from './snapshot-deps.ts';

/** What the calls about snapshots answer to a location that is none. */
export const unknownLocation = 'Unknown location; choose one from the list';

/** Sets the daily snapshot of a gropic: for its admins (spec 2, Snapshot section; semantics 6). */
export async function snapshotSettings(
  deps: SnapshotDeps,
  { gropic, captureSnapshot, rollTime, rollTimeLocation, backdate }: Parsed<typeof call>,
  { actor, address }: KnownRequest,
): Promise<Output<typeof call>> {
  const { stores, onSettings } = deps;
  if (!(await maySnapshot(deps, actor, gropic))) return { unauthorized: true };
  const location = locationOf(rollTimeLocation);
  if (location === undefined) return { message: unknownLocation };
  const time = parseSnapshotTime(rollTime);
  await takeAdminTurn({ stores }, actor, 'rightsChanges');
  // The right may have gone while the turn was waited for.
  if (!mayConfigure(deps.rights(), actor, gropic)) return { unauthorized: true };
  const setting = { gropic, captures: captureSnapshot, time, location, backdates: backdate };
  await stores.snapshotSettings.save(setting, { actor: actor.user, address });
  onSettings(gropic);
  return {};
}

/** A location of the list; left empty it is the default (spec 3, Snapshot settings). */
export function locationOf(text: string): string | undefined {
  return parseSnapshotLocation(text.trim() === '' ? defaultSnapshotLocation : text);
}

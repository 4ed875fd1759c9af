import type { captureSnapshot as call } from '@sheetwire/contract/admin';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { texts } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import { snapshotDateAt } from '@sheetwire/rules/snapshot-due';
import { zoneOfLocation } from '@sheetwire/rules/snapshot-location';
import { formatDatedTopic, gropicOf, type Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { mayConfigure } from '#policies/administering.ts';
import { maySnapshot, type SnapshotDeps } from './snapshot-deps.ts';
import { locationOf, unknownLocation } from './snapshot-settings.ts';

type Answer = Output<typeof call>;
/** The call after its checks. */
interface Ask {
  readonly topic: Topic;
  readonly zone: string;
  readonly backdates: boolean;
  readonly actor: string;
  readonly address: string;
  /** Whether the caller may still take it: the report is read first. */
  readonly mayStill: () => boolean;
}

/** Captures a report as it is now: for its admins, of a report only (spec 5, Snapshot). */
export async function captureSnapshot(
  deps: SnapshotDeps,
  input: Parsed<typeof call>,
  { actor, address }: KnownRequest,
): Promise<Answer> {
  const { topic, date } = input.topic;
  const refuse = (message: string) => ({ topic: formatDatedTopic(input.topic), success: false, message });
  const gropic = gropicOf(topic);
  if (!(await maySnapshot(deps, actor, gropic))) return { unauthorized: true, ...refuse(texts.unauthorized) };
  if (date !== undefined) return refuse('Snapshots are taken of the live report; leave out the date');
  const location = locationOf(input.location);
  const zone = location === undefined ? undefined : zoneOfLocation(location);
  if (zone === undefined) return refuse(unknownLocation);
  if (deps.busy.has(topic) || deps.busy.size >= limits.snapshots.atOnce) {
    return refuse('A snapshot is already being taken; try again in a moment');
  }
  deps.busy.add(topic);
  try {
    const mayStill = () => mayConfigure(deps.rights(), actor, gropic);
    return await capture(deps, { topic, zone, backdates: input.backdate, actor: actor.user, address, mayStill });
  } finally {
    deps.busy.delete(topic);
  }
}

/** A second capture of a date takes the place of the first; both are in the audit log (semantics 6). */
async function capture({ stores, onCaptured }: SnapshotDeps, ask: Ask): Promise<Answer> {
  const { topic, zone, backdates, actor, address, mayStill } = ask;
  const report = await stores.reports.newest(topic);
  const now = await stores.now();
  if (!mayStill()) return { unauthorized: true, topic, success: false, message: texts.unauthorized };
  if (!report || report.pages.length === 0) {
    return { topic, success: false, message: 'Nothing to capture; the report has not been published' };
  }
  const date = snapshotDateAt(now, { zone, backdates });
  const after = { date, version: report.version };
  const note = { at: now, actor, action: 'snapshot captured', object: topic, after, address };
  const capturing = stores.snapshots.capture({ topic, date, capturedAt: now, report }, note);
  // It may be kept though its answer was lost: calendars look again in either case.
  const isReplaced = await capturing.finally(() => onCaptured(topic));
  const message = `Captured ${topic} for ${date}${isReplaced ? ', replacing the earlier snapshot' : ''}`;
  return { topic, success: true, message };
}

import type { Output, Parsed } from '@sheetwire/contract/call';
import { secretHeaders } from '@sheetwire/contract/headers';
import { limits } from '@sheetwire/contract/limits';
import type { versions as call } from '@sheetwire/contract/past/calls';
import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { mayConfigure } from '#policies/administering.ts';
import { viewOf } from '#policies/viewing.ts';
import type { KeptVersion, VersionBucket, VersionSpan } from '#ports/past/report-past.ts';
import type { VersionMark } from '#ports/past/version-marks.ts';
import { holdOf } from '#report/hold-of.ts';
import { timeDigits, timeOfDigits } from '#report/publish-times.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { utcOf } from './past-report.ts';
import { type Silence, silences } from './silences.ts';

type Answer = Output<typeof call>;
type Bucket = Answer['buckets'][number];

/** When a report changed, how much and by whom (time 2); without the right to view it there is nothing. */
export async function versions(deps: ReportsDeps, input: Parsed<typeof call>, request: KnownRequest): Promise<Answer> {
  const { topic } = input;
  deps.pastRate.take(request.actor.user);
  if (!(await mayLook(deps, topic, request))) return nothing;
  const oldest = await deps.past.oldest(topic);
  const newest = deps.engine.head(topic);
  if (!oldest || !newest) return nothing;
  const now = await deps.storeNow();
  const from = input.from === undefined ? Date.parse(utcOf(oldest)) : Date.parse(input.from);
  const to = input.to === undefined ? Math.max(now, timeOfDigits(newest.time)) : Date.parse(input.to);
  const most = input.most ?? limits.past.usualBuckets;
  const before = await lastBefore(deps, topic, from, oldest);
  const span = from > to ? none : await spanOf(deps, topic, { before, to });
  const isAny = span.first <= span.last;
  const told = isAny ? await deps.past.buckets(topic, { versions: span, from, to, most }) : [];
  const taken = await deps.snapshots.taken(topic, { from, to, most });
  const published = told.map(publishBucket);
  const snapshots = taken.map(({ capturedAt, version }) => snapshotBucket(new Date(capturedAt).toISOString(), version));
  const marks = isAny ? (await deps.marks.between(topic, span)).map(markBucket) : [];
  const until = Math.min(now, to);
  const silent = from > to ? [] : silences(published, { from, until, last: before && timeOfDigits(before.time) });
  const { kept, isLess } = await deps.keptOf(topic);
  const hold = await holdOf(deps, topic);
  // A right that was lost while the store was asked closes the list too.
  if (!(await mayLook(deps, topic, request))) return nothing;
  const waits = heldBucket(deps, topic, { from, to });
  const buckets = [...published, ...silent.map(silenceBucket), ...snapshots, ...marks, ...waits];
  return {
    buckets: buckets.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    ...{ oldestUtc: utcOf(oldest), newestUtc: utcOf(newest), newestVersion: newest.version },
    ...whatMay(deps, { topic, hold }, request),
    ...(isLess && { kept }),
  };
}

const nothing: Answer = { buckets: [], oldestUtc: null, newestUtc: null, newestVersion: 0 };

/** Whether the past of a report is open to a caller: as the report itself (time 2). */
export async function mayLook(deps: ReportsDeps, topic: Topic, request: KnownRequest): Promise<boolean> {
  const { actor, address } = request;
  const viewSecret = request.header(secretHeaders.view);
  await deps.guardViewSecret({ actor, address, topic, head: deps.engine.head(topic), given: viewSecret });
  const head = deps.engine.head(topic);
  return head !== undefined && viewOf(deps, { head, actor, viewSecret }).mayView;
}

function publishBucket({ first, last, versions: count, cells, bytes }: VersionBucket): Bucket {
  return {
    from: utcOf(first),
    to: utcOf(last),
    firstVersion: first.version,
    lastVersion: last.version,
    versions: count,
    cells,
    bytes,
    kind: 'publish',
    by: first.sender,
  };
}

/** The last version before a time, epoch ms; undefined where none is kept. */
async function lastBefore(
  { past }: ReportsDeps,
  topic: Topic,
  from: number,
  oldest: KeptVersion,
): Promise<KeptVersion | undefined> {
  const before = { time: timeDigits(from - 1) };
  return oldest.time > before.time ? undefined : past.at(topic, before);
}

/** No version at all. */
const none: VersionSpan = { first: 1, last: 0 };

/**
 * The versions of a time, by the times that they tell: the store has a clock of its own, and a version that is told to lie in a
 * time is in the list of it, whatever that clock said.
 */
async function spanOf(
  { past }: ReportsDeps,
  topic: Topic,
  { before, to }: { readonly before: KeptVersion | undefined; readonly to: number },
): Promise<VersionSpan> {
  const last = await past.at(topic, { time: timeDigits(to) });
  return { first: (before?.version ?? 0) + 1, last: last?.version ?? 0 };
}

function silenceBucket({ from, to }: Silence): Bucket {
  const none = { firstVersion: 0, lastVersion: 0, versions: 0, cells: 0, bytes: 0, by: '' };
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), kind: 'silence', ...none };
}

function snapshotBucket(at: string, version: number): Bucket {
  const none = { versions: 0, cells: 0, bytes: 0, by: '' };
  return { from: at, to: at, firstVersion: version, lastVersion: version, kind: 'snapshot', ...none };
}

/** A publish that waits for approval. */
function heldBucket(
  { heldNow }: ReportsDeps,
  topic: Topic,
  { from, to }: { readonly from: number; readonly to: number },
): Bucket[] {
  const held = heldNow(topic);
  if (!held || held.since < from || held.since > to) return [];
  const at = new Date(held.since).toISOString();
  const { number: version, sender: by } = held;
  const none = { versions: 0, cells: 0, bytes: 0 };
  return [{ from: at, to: at, firstVersion: version, lastVersion: version, kind: 'held', ...none, by }];
}

function markBucket(mark: VersionMark): Bucket {
  const { version, kind, words, restored, by } = mark;
  const [at, none] = [utcOf(mark), { versions: 0, cells: 0, bytes: 0 }];
  const of = { firstVersion: version, lastVersion: version, kind, by, words };
  return { from: at, to: at, ...none, ...of, ...(kind === 'rollback' && { restored }) };
}

/** Told to who may tag versions, roll back and release (time 4). */
function whatMay(
  deps: ReportsDeps,
  { topic, hold }: { readonly topic: Topic; readonly hold: VersionMark | undefined },
  { actor }: KnownRequest,
): Pick<Answer, 'mayRollBack' | 'heldVersion'> {
  const rights = deps.rights();
  const isAdmin = actor.kind === 'session' && mayConfigure(rights, actor, gropicOf(topic));
  if (!isAdmin && (actor.kind === 'session' || !rights.mayPublish(actor.user, topic))) return {};
  return { mayRollBack: true, ...(hold && { heldVersion: hold.version }) };
}

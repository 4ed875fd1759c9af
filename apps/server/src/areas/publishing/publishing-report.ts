import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { publishingReport as call } from '@sheetwire/contract/publishing/calls';
import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { RefusedPublish } from '#lib/refused/refused-publishes.ts';
import { inSlices } from '#lib/slices.ts';
import { isTooOldFor, keeps, mayConfigure } from '#policies/administering.ts';
import type { HeldPublish } from '#ports/guard/guard-store.ts';
import { narrowed } from '#ports/past/retention.ts';
import type { VersionMark } from '#ports/past/version-marks.ts';
import type { LastVersion } from '#ports/report-log.ts';
import { toldWaiting } from '#report/guard/told-held.ts';
import type { PublishingDeps } from './publishing-deps.ts';
import { standingOf, utcOf, viewersOf } from './standing.ts';

/** One report as its publishers and admins see it: its publishes, what is not shown, what was refused (decision 59, time 4). */
export async function publishingReport(
  deps: PublishingDeps,
  { topic, most = limits.publishedVersions.usual }: Parsed<typeof call>,
  { actor }: KnownRequest,
): Promise<Output<typeof call>> {
  deps.rate.take(actor.user);
  assertMay(deps, topic, actor);
  const logged = await deps.log.last(topic, most + 1);
  const shown = logged.slice(0, most);
  const marks = await deps.marks.since(topic, shown.at(-1)?.version ?? 0);
  const broken = await brokenOf(deps, topic);
  const held = await deps.marks.held(topic);
  const waits = await deps.guardStore.held(topic);
  const now = await newestPages(deps, topic);
  const historyBytes = await deps.past.bytes(topic);
  const kept = narrowed(deps.kept, await deps.retention.of(topic));
  const viewers = await inSlices(viewersOf(deps, [topic]));
  assertMay(deps, topic, actor);
  const isAdmin = mayConfigure(deps.rights(), actor, gropicOf(topic));
  return {
    ...standingOf(deps, topic, viewers.get(topic) ?? 0),
    versions: shown.map((version) => ({ ...told(version, now), ...marked(version, marks), ...broken(version) })),
    hasMore: logged.length > most,
    historyBytes,
    kept,
    ...(isAdmin && { keptAtMost: narrowed(deps.kept, {}) }),
    mayRollBack: isAdmin,
    ...(held && { held: toldHold(held) }),
    ...(waits && { waits: toldWaits(deps, waits) }),
    notShown: now.notShown,
    refused: deps.refused.of(topic).map(toldRefusal),
  };
}

/** Told of the versions that were published though they broke a rule; nothing is looked up where no rule ever was. */
async function brokenOf({ guard, guardStore }: PublishingDeps, topic: Topic) {
  const found = guard.setting(topic) ? await guardStore.marked(topic, limits.publishedVersions.most) : [];
  const broken = new Map(found.map((one) => [one.version, one.broken]));
  return ({ version }: Pick<LastVersion, 'version'>) => {
    const rules = broken.get(version);
    return rules ? { broken: [...rules] } : {};
  };
}

function toldWaits({ guard, engine }: PublishingDeps, waits: HeldPublish) {
  const releaseAfterMin = guard.setting(waits.topic)?.releaseAfterMin ?? 0;
  return toldWaiting(waits, { releaseAfterMin, liveVersion: engine.head(waits.topic)?.version ?? 0 });
}

/** Rights may go while the store is read. */
function assertMay(deps: PublishingDeps, topic: Topic, actor: KnownRequest['actor']): void {
  const rights = deps.rights();
  const gropic = gropicOf(topic);
  if (rights.mayPublish(actor.user, topic) || keeps(rights, actor, gropic)) {
    if (isTooOldFor(rights, actor, gropic)) throw new Refusal('version_too_old');
    return;
  }
  throw new Refusal('not_allowed', { message: `You don't have rights to publish ${topic}; ask one of its admins` });
}

/** Its tag, and of a rollback what it brought back and why. */
function marked({ version }: LastVersion, marks: readonly VersionMark[]) {
  const own = marks.filter((mark) => mark.version === version);
  const tag = own.find(({ kind }) => kind === 'tag');
  const rollback = own.find(({ kind }) => kind === 'rollback');
  return {
    ...(tag && { tag: tag.words }),
    ...(rollback && { reason: rollback.words, restored: rollback.restored }),
  };
}

function toldHold({ version, restored, by, time, words: reason }: VersionMark) {
  return { version, restored, by, timeUtc: utcOf(time), reason };
}

interface NewestPages {
  readonly version: number;
  readonly bytes: number;
  readonly pages: number;
  readonly notShown: string[];
}

/** METADATA says what the pages of a workbook leave out (fidelity 2). */
function newestPages({ engine }: PublishingDeps, topic: Topic): Promise<NewestPages> {
  return engine.read(topic, (state) => ({
    version: state?.version ?? 0,
    bytes: (state?.pages ?? []).reduce((sum, page) => sum + page.bytes, 0),
    pages: state?.pages.length ?? 0,
    notShown: (state?.metadata['Not shown'] ?? '').split('; ').filter(Boolean),
  }));
}

const nothing = { pages: 0, cells: 0, rows: 0, styles: 0, replaced: 0 };

function told({ version, time, sender, source, change }: LastVersion, now: NewestPages) {
  const facts = { version, timeUtc: utcOf(time), sender, source };
  switch (change.kind) {
    case 'whole':
      return { ...facts, ...nothing, kind: change.kind, ...(version === now.version ? sizes(now) : { bytes: null }) };
    case 'long':
      return { ...facts, ...nothing, kind: change.kind, bytes: change.bytes };
    case 'delta':
      return { ...facts, ...change.counts, kind: 'changes' as const };
  }
}

function sizes({ bytes, pages }: NewestPages) {
  return { bytes, pages };
}

function toldRefusal({ at, ...rest }: RefusedPublish) {
  return { timeUtc: new Date(at).toISOString(), ...rest };
}

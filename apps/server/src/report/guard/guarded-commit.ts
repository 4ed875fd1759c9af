import { limits } from '@sheetwire/contract/limits';
import type { BrokenRule } from '@sheetwire/page/guard/judge';
import { Refusal } from '#lib/refusal.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { HeldPublish, SetSecrets } from '#ports/guard/guard-store.ts';
import { VersionConflict } from '#ports/report-log.ts';
import type { Tracing } from '#ports/tracing.ts';
import type { Computed } from '#report/publish/computed.ts';
import type { Published } from '#report/publish/publishes.ts';
import { storedForm } from '#report/report-state.ts';
import type { TopicEntry } from '#report/topic-entry.ts';
import type { Versions, Worked } from '#report/versions.ts';
import type { Guard } from './guard.ts';
import type { GuardTurn, Judged } from './guard-turn.ts';

/** What publishes of guarded reports are committed by. */
export interface GuardedDeps {
  readonly guard: Guard;
  readonly versions: Pick<Versions, 'assertNewest' | 'commit'>;
  readonly steps?: Pick<Tracing, 'begin'> | undefined;
}

interface Guarded {
  readonly entry: TopicEntry;
  readonly worked: Worked;
  readonly turn: GuardTurn;
}

/**
 * Keeps a publish as a version, holds it or refuses it, as the rules of its report say. Pages that were changed in place
 * for what is not kept are let go at once: nobody sees them (time 5).
 */
export async function guardedCommit(deps: GuardedDeps, asked: Guarded): Promise<Published> {
  const { worked } = asked;
  const { step } = worked;
  if (!step) return unchanged(deps, asked);
  // Pages that are changed in place are judged and told to the store in one turn, before anybody can look.
  const isInPlace = worked.before !== undefined && step.state.pages === worked.before.pages;
  const judged = isInPlace ? judgedInPlace(deps, asked, step) : await judgedInSlices(deps, asked, step);
  switch (judged.action) {
    case 'publish': {
      if (judged.broken.length > 0 || asked.turn.held) return keptOver(deps, asked, judged);
      // Nearly all publishes of guarded reports: no more than one without rules.
      const published = await deps.versions.commit(asked.entry, worked);
      asked.turn.kept(published.version, judged.standing, worked.sender);
      return published;
    }
    case 'hold':
      return held(deps, asked, judged.broken);
    case 'refuse':
      letGo(asked.entry, worked);
      await deps.versions.assertNewest(asked.entry, worked.before?.version ?? 0);
      throw new Refusal('guard_refused', { message: refusedWords(judged.broken) });
  }
}

/** A version that rules warn of, or that takes the place of what waits. */
async function keptOver(deps: GuardedDeps, { entry, worked, turn }: Guarded, judged: Judged): Promise<Published> {
  const { sender } = worked;
  const { broken } = judged;
  const settles = turn.held && { revision: turn.held.revision, note: overtaken(deps.guard, turn.held, sender) };
  // Cells for what another publisher had waiting, by its number, are not for this version.
  if (turn.held && turn.held.sender !== sender) entry.floor = Math.max(entry.floor ?? 0, turn.held.number);
  const own = { ...worked, ...secretsOf(worked, ownOf(turn, sender)), guard: { broken, settles } };
  const published = await deps.versions.commit(entry, own);
  turn.kept(published.version, judged.standing, sender);
  if (settles) deps.guard.settled(entry.topic);
  return broken.length > 0 ? { ...published, warnings: broken } : published;
}

function judgedInPlace({ steps }: GuardedDeps, { entry, worked, turn }: Guarded, step: Computed): Judged {
  const end = steps?.begin('judge');
  try {
    return turn.judge(step, worked.sender);
  } catch (fault) {
    letGo(entry, worked);
    throw fault;
  } finally {
    end?.();
  }
}

/** Of what nobody sees yet. */
async function judgedInSlices({ steps }: GuardedDeps, { worked, turn }: Guarded, step: Computed): Promise<Judged> {
  const end = steps?.begin('judge');
  try {
    return await turn.judgeInSlices(step, worked.sender);
  } finally {
    end?.();
  }
}

/** What is as viewers see it takes the place of what waits; another publisher that waited sends the whole report next. */
async function unchanged({ guard, versions }: GuardedDeps, { entry, worked, turn }: Guarded): Promise<Published> {
  const published = await versions.commit(entry, worked);
  const { held: waits } = turn;
  const { topic } = entry;
  if (waits)
    await guard.reject(
      { topic, number: waits.number, isRefused: waits.sender !== worked.sender },
      overtaken(guard, waits, worked.sender),
    );
  return published;
}

async function held(
  { guard }: GuardedDeps,
  { entry, worked, turn }: Guarded,
  broken: readonly BrokenRule[],
): Promise<Published> {
  const { before, step, sender, source } = worked;
  if (!step) throw new TypeError('a publish that changes nothing is not held');
  const report = { ...storedForm(step.state), sender };
  letGo(entry, worked);
  const waits = await guard.hold({
    topic: entry.topic,
    base: before?.version ?? 0,
    sender,
    source,
    report,
    broken,
    before: turn.held,
    ...secretsOf(worked, ownOf(turn, sender)),
  });
  if (!waits) throw new VersionConflict(before?.version ?? 0);
  return { version: before?.version ?? 0, time: before?.time ?? 'no_time', changed: false, held: waits };
}

/** Pages that were changed in place are not what viewers see. */
function letGo(entry: TopicEntry, { before, step }: Worked): void {
  if (before && step?.state.pages === before.pages) entry.forget();
}

/** What waits, where it is of the same publisher: what another one asked for goes with that publish. */
function ownOf({ held: waits }: GuardTurn, sender: string): HeldPublish | undefined {
  return waits?.sender === sender ? waits : undefined;
}

/** Its own, else those of the publish that it takes the place of. */
export function secretsOf({ viewSecret, publishSecret }: SetSecrets, before: SetSecrets | undefined): SetSecrets {
  return {
    viewSecret: viewSecret === undefined ? before?.viewSecret : viewSecret,
    publishSecret: publishSecret === undefined ? before?.publishSecret : publishSecret,
  };
}

function overtaken(guard: Guard, { topic, number }: HeldPublish, actor: string): AuditNote {
  return { at: guard.now(), actor, action: 'held publish replaced', object: topic, after: { number }, address: '' };
}

/** The rules that refuse come first. */
function refusedWords(broken: readonly BrokenRule[]): string {
  const refusing = broken.filter(({ action }) => action === 'refuse');
  const words = refusing.map(({ rule, words: found }) => `Rule ${rule + 1}: ${found}`).join('. ');
  return words.slice(0, limits.guard.words).toWellFormed();
}

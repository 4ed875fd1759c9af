import type { Output } from '@sheetwire/contract/call';
import type { publishRelease as call } from '@sheetwire/contract/publishing/history';
import { gropicOf } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { signedOut } from '#lib/signed-out.ts';
import { isTooOldFor, keeps } from '#policies/administering.ts';
import type { HeldPublish } from '#ports/guard/guard-store.ts';
import { notAnAdmin, type ReleaseAsk } from '../history/keeper.ts';
import type { PublishDeps } from '../publish-deps.ts';
import { asStored, noteRefusal } from '../publisher.ts';
import { publishAnswer } from './publish-answer.ts';

interface HeldAsk extends ReleaseAsk {
  /** What waits, if anything does. */
  readonly held: HeldPublish | undefined;
}

/**
 * Releases a held publish, or rejects it: for the admins of its report; who sent it may take it back. Of two who decide at
 * once one is told that it waits no more (time 5).
 */
export async function releaseHeld(
  deps: PublishDeps,
  ask: HeldAsk,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const { topic, version: number, accept, revision } = ask;
  const refusal = await asStored(deps, () => refusalNow(deps, ask, request));
  if (refusal?.code === 'not_allowed') await noteRefusal(deps, topic, request, notAnAdmin);
  if (refusal) throw refusal;
  const note = noteOf(deps, ask, request);
  if (accept) {
    const stillMay = () => {
      const now = refusalNow(deps, ask, request);
      if (now) throw now;
    };
    const published = await deps.engine.release(topic, { number, revision, note: note('publish released'), stillMay });
    if (!published) throw gone(deps, ask);
    await deps.books.drop(topic);
    return publishAnswer(topic, published);
  }
  const isGone = await deps.guard.reject({ topic, number, isRefused: true }, note('publish rejected'));
  if (!isGone) throw gone(deps, ask);
  await deps.books.drop(topic);
  noteForPublisher(deps, ask, request);
  const head = deps.engine.head(topic);
  return { topic, version: head?.version ?? 0, time: head?.time ?? 'no_time', changed: false };
}

function refusalNow(
  deps: PublishDeps,
  { topic, version, accept, held }: HeldAsk,
  { actor }: KnownRequest,
): Refusal | undefined {
  if (deps.callers.isGone(actor)) return signedOut(actor);
  const rights = deps.rights();
  const gropic = gropicOf(topic);
  const isOwn = held?.number === version && held.sender === actor.user;
  if (keeps(rights, actor, gropic) || (!accept && isOwn && rights.mayPublish(actor.user, topic))) {
    return isTooOldFor(rights, actor, gropic) ? new Refusal('version_too_old') : undefined;
  }
  return new Refusal('not_allowed', { message: `Only an admin of ${topic} can release or reject a held publish` });
}

function noteOf({ guard }: PublishDeps, { topic, version, reason }: HeldAsk, { actor, address }: KnownRequest) {
  const after = { number: version, ...(reason !== '' && { reason }) };
  return (action: string) => ({ at: guard.now(), actor: actor.user, action, object: topic, after, address });
}

function gone({ guard }: PublishDeps, { topic }: HeldAsk): Refusal {
  const now = guard.waiting(topic);
  if (!now) return new Refusal('held_is_gone');
  const message = 'A newer publish has replaced it and breaks other rules; review it first';
  return new Refusal('held_is_gone', { message, have: now.number });
}

/** The Publishing page tells why nothing came of it. */
function noteForPublisher({ refused }: PublishDeps, { topic, reason, held }: HeldAsk, { actor }: KnownRequest): void {
  if (!held) return;
  const why = reason === '' ? '' : `: ${reason}`;
  const deed = held.sender === actor.user ? 'Withdrawn' : 'Rejected';
  refused.note(topic, held.sender, new Refusal('guard_refused', { message: `${deed} by ${actor.user}${why}` }));
}

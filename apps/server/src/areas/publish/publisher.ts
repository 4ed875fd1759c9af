import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import type { Actor } from '#lib/actor.ts';
import { Refusal } from '#lib/refusal.ts';
import { mayTouchAdministered } from '#policies/addin-version.ts';
import type { AuditNote } from '#ports/audit.ts';
import { proves } from '#report/secrets.ts';
import type { PublishDeps } from './publish-deps.ts';

/** The header that proves the publish secret on every publish call (interfaces 4). */
const SECRET_HEADER = 'x-sheetwire-publish-secret';

/**
 * The caller as a publisher of the topic: counts against the rate, holds the right and proves the secret; refuses
 * otherwise with the row of the catalogue, and notes a refused right or a wrong secret in the audit log (semantics 2, 8).
 */
export async function asPublisher(deps: PublishDeps, topic: Topic, request: KnownRequest): Promise<Actor> {
  takeTurn(deps, request);
  return mayPublish(deps, topic, request);
}

/** Counts a call against the caller's rate. */
export function takeTurn(deps: PublishDeps, { actor }: KnownRequest): void {
  deps.rate.take(actor.bearerId ?? actor.user);
}

/** As `asPublisher`, for a call on several topics: the rate is left to it. */
export async function mayPublish(deps: PublishDeps, topic: Topic, request: KnownRequest): Promise<Actor> {
  const { actor } = request;
  const rights = deps.rights();
  if (!rights.mayPublish(actor.user, topic)) {
    await noteRefusal(deps, topic, request, 'no right to publish');
    throw new Refusal('not_allowed', { message: `You may not publish ${topic}; ask an administrator of it` });
  }
  if (rights.isAdministered(topic) && !mayTouchAdministered(actor.addinVersion)) throw new Refusal('version_too_old');
  if (!(await provesSecret(deps, topic, request))) throw new Refusal('wrong_publish_secret');
  return actor;
}

/** A wrong secret is a guess and counts; a missing one is none. */
async function provesSecret(deps: PublishDeps, topic: Topic, request: KnownRequest): Promise<boolean> {
  const kept = deps.engine.head(topic)?.publishSecret ?? null;
  if (kept === null) return true;
  const given = request.header(SECRET_HEADER) ?? '';
  const reason = 'wrong publish secret';
  if (given === '') {
    await noteRefusal(deps, topic, request, reason);
    return false;
  }
  return deps.guesses.isRight({
    secret: 'publish',
    caller: request.actor.user,
    address: request.address,
    topic,
    given,
    isRight: () => proves(deps.secrets, topic, { purpose: 'publish', kept, given }),
    firstNote: () => refusalNote(deps, topic, request, reason),
  });
}

async function noteRefusal(deps: PublishDeps, topic: Topic, request: KnownRequest, reason: string): Promise<void> {
  const note = refusalNote(deps, topic, request, reason);
  if (note) await deps.audit.add(note);
}

/** The row about a refusal, unless one was written a while ago. */
function refusalNote(
  { refusals, clock }: PublishDeps,
  topic: Topic,
  { actor, address }: KnownRequest,
  reason: string,
): AuditNote | undefined {
  if (!refusals.isDue(`${actor.user} ${reason} ${topic}`)) return undefined;
  return { at: clock.now(), actor: actor.user, action: 'publish refused', object: topic, after: { reason }, address };
}

import { secretHeaders, sessionHeader } from '@sheetwire/contract/headers';
import type { User } from '@sheetwire/rules/principal';
import { gropicOf, groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { signedOut } from '#lib/signed-out.ts';
import { mayTouchAdministered } from '#policies/addin-version.ts';
import { names } from '#policies/topic-rights.ts';
import type { AuditNote } from '#ports/audit.ts';
import { proves } from '#report/secrets.ts';
import { assertNotHeld } from './history/held.ts';
import type { PublishDeps } from './publish-deps.ts';

/** A publish whose secret changes time and again while it waits is judged this often. */
const MAX_JUDGED = 4;

/** Who was found to be a publisher of a topic. */
export interface Publisher {
  readonly user: User;
  /** Refuses when that is so no more; waits for nothing, so that what follows at once is done with the right. */
  readonly stillMay: () => void;
}

/** What a publisher was judged by holds no more. */
class Outdated extends Refusal {}

/** Counts a call against the caller's rate. */
export function takeTurn(deps: PublishDeps, { actor }: KnownRequest): void {
  deps.rate.take(actor.bearerId ?? actor.user);
}

/**
 * Works as a publisher of the topic. The work asks `stillMay` once it waited; who is refused then is judged anew, so
 * that the refusal is the present one, noted and counted as any other (semantics 2, 8).
 */
export function asPublisher<T>(deps: PublishDeps, topic: Topic, request: KnownRequest, work: Work<T>): Promise<T> {
  return noting(deps, topic, request, () => judged(deps, topic, request, work));
}

type Work<T> = (publisher: Publisher) => Promise<T>;

/** Remembers why a publish was refused for whoever publishes the report too; nobody else can fill that list (decision 59). */
export function noting<T>(
  { rights, refused }: PublishDeps,
  topic: Topic,
  { actor: { user } }: KnownRequest,
  work: () => Promise<T>,
): Promise<T> {
  return rights().mayPublish(user, topic) ? refused.during(topic, user, work) : work();
}

async function judged<T>(deps: PublishDeps, topic: Topic, request: KnownRequest, work: Work<T>): Promise<T> {
  for (let judged = 1; ; judged++) {
    const publisher = await mayPublish(deps, topic, request);
    await assertNotHeld(deps, topic);
    try {
      return await work({ ...publisher, stillMay: () => stillGoesOn(deps, topic, publisher) });
    } catch (error) {
      if (!(error instanceof Outdated) || judged === MAX_JUDGED) throw error;
    }
  }
}

/** A rollback while the publish waited holds it too: its content is of before. */
function stillGoesOn({ engine }: PublishDeps, topic: Topic, { stillMay }: Publisher): void {
  stillMay();
  if (engine.head(topic)?.heldVersion !== undefined) throw new Outdated('rolled_back');
}

/**
 * The caller as a publisher of the topic: holds the right and proves the secret; refuses otherwise with the row of the
 * catalogue, and notes a refused right or a wrong secret in the audit log (semantics 2, 8). The rate is left to the call.
 */
export async function mayPublish(deps: PublishDeps, topic: Topic, request: KnownRequest): Promise<Publisher> {
  const refusal = await refusalAsStored(deps, topic, request);
  if (refusal?.code === 'not_allowed') await noteRefusal(deps, topic, request, 'no right to publish');
  if (refusal) throw refusal;
  const kept = keptSecret(deps, topic);
  if (!(await provesSecret(deps, topic, request))) throw new Refusal('wrong_publish_secret');
  await assertLease(deps, topic, request);
  const stillMay = () => {
    const now = refusalNow(deps, topic, request);
    if (now) throw new Outdated(now.code, now.details);
    if (keptSecret(deps, topic) !== kept) throw new Outdated('wrong_publish_secret');
  };
  return { user: request.actor.user, stillMay };
}

/** Who names its session publishes as the holder of the lease, or not at all: one publisher at a time. */
async function assertLease(deps: PublishDeps, topic: Topic, request: KnownRequest): Promise<void> {
  const session = request.header(sessionHeader);
  if (session === undefined || session === '') return;
  const { user, lineHash, kind } = request.actor;
  await deps.controls.assertHolds(session, topic, { user, lineHash, isKey: kind === 'apikey' });
  deps.heard(topic, { isConnected: true });
}

/** Refuses who may publish nothing at all: asked before a body is read to find its topic. */
export function assertPublishesAny(deps: PublishDeps, { actor }: KnownRequest): void {
  if (deps.callers.isGone(actor)) throw signedOut(actor);
  const rights = deps.rights();
  if (rights.unadministered === 'entity') return;
  const { principals } = rights.holder(actor.user);
  for (const { publishers } of rights.administered.values()) if (names(publishers, principals)) return;
  throw new Refusal('not_allowed', { message: "You don't have rights to publish any reports; ask an admin" });
}

/**
 * As `refusalNow`, by the lists as the store has them: a refusal ends a publisher's line, and a right that another server
 * gave it a moment ago may not be known here yet.
 */
async function refusalAsStored(deps: PublishDeps, topic: Topic, request: KnownRequest): Promise<Refusal | undefined> {
  const refusal = refusalNow(deps, topic, request);
  if (refusal?.code !== 'not_allowed') return refusal;
  await Promise.all([gropicOf(topic), groupOfTopic(topic)].map((gropic) => deps.readLists(gropic)));
  return refusalNow(deps, topic, request);
}

/** Why the caller may not publish the topic, its secret aside. */
function refusalNow(deps: PublishDeps, topic: Topic, { actor }: KnownRequest): Refusal | undefined {
  if (deps.callers.isGone(actor)) return signedOut(actor);
  const rights = deps.rights();
  if (!rights.mayPublish(actor.user, topic)) {
    return new Refusal('not_allowed', { message: `You don't have rights to publish ${topic}; ask one of its admins` });
  }
  const isOld = rights.isAdministered(topic) && !mayTouchAdministered(actor.addinVersion);
  return isOld ? new Refusal('version_too_old') : undefined;
}

function keptSecret(deps: PublishDeps, topic: Topic): string | null {
  return deps.engine.head(topic)?.publishSecret ?? null;
}

/** A wrong secret is a guess and counts; a missing one is none. */
async function provesSecret(deps: PublishDeps, topic: Topic, request: KnownRequest): Promise<boolean> {
  const kept = keptSecret(deps, topic);
  if (kept === null) return true;
  const given = request.header(secretHeaders.publish) ?? '';
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

/** Notes in the audit log who was refused. */
export async function noteRefusal(
  deps: PublishDeps,
  topic: Topic,
  request: KnownRequest,
  reason: string,
): Promise<void> {
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

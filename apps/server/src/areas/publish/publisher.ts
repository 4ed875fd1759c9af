import { secretHeaders, sessionHeader } from '@sheetwire/contract/headers';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
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

function judged<T>(deps: PublishDeps, topic: Topic, request: KnownRequest, work: Work<T>): Promise<T> {
  return judgedAnew(async () => {
    const publisher = await mayPublish(deps, topic, request);
    await assertNotHeld(deps, topic);
    return work({ ...publisher, stillMay: () => stillGoesOn(deps, topic, publisher) });
  });
}

/** Work that judges its caller first: whom its `stillMay` refuses is judged anew. */
export async function judgedAnew<T>(work: () => Promise<T>): Promise<T> {
  for (let judged = 1; ; judged++) {
    try {
      return await work();
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
  const refusal = await asStored(deps, () => refusalNow(deps, topic, request));
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
export async function assertPublishesAny(deps: PublishDeps, { actor }: KnownRequest): Promise<void> {
  const refusal = await asStored(deps, () => {
    if (deps.callers.isGone(actor)) return signedOut(actor);
    const rights = deps.rights();
    if (rights.unadministered === 'entity') return undefined;
    const { principals } = rights.holder(actor.user);
    for (const { publishers } of rights.administered.values()) if (names(publishers, principals)) return undefined;
    return new Refusal('not_allowed', { message: "You don't have rights to publish any reports; ask an admin" });
  });
  if (refusal) throw refusal;
}

/**
 * A refusal by the rights as the store has them: one ends a publisher's line, and a right that another server gave it a
 * moment ago, itself or through a group, may not be known here yet.
 */
export async function asStored(
  deps: Pick<PublishDeps, 'readRights'>,
  now: () => Refusal | undefined,
): Promise<Refusal | undefined> {
  const refusal = now();
  if (refusal?.code !== 'not_allowed') return refusal;
  await deps.readRights();
  return now();
}

/** Whether the caller may publish the topic as it stands, its secret aside; waits for nothing. */
export function isPublisherNow(deps: PublishDeps, topic: Topic, request: KnownRequest): boolean {
  return refusalNow(deps, topic, request) === undefined;
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
  if (!refusals.isDue(actor.user, `${reason} ${topic}`)) return undefined;
  return { at: clock.now(), actor: actor.user, action: 'publish refused', object: topic, after: { reason }, address };
}

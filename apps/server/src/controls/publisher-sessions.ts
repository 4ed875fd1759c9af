import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { Refusal } from '#lib/refusal.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Bus } from '#ports/bus.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { ControlStore, OpenSession, PublisherSession } from '#ports/controls.ts';
import type { PollWaits } from './poll-waits.ts';

export interface SessionsDeps {
  readonly store: ControlStore;
  readonly bus: Pick<Bus, 'send'>;
  readonly clock: Clock;
  readonly chance: Chance;
}

/** Who asks for a session. */
export interface Asker {
  /** What its caller's credential is known by: a session serves the one that opened it. */
  readonly lineHash: string;
  /** Refuses when the publisher may publish the topic no more. */
  readonly assertMay: (topic: Topic) => Promise<void>;
  /** Whether the publisher may publish the topic as it stands; waits for nothing. */
  readonly mayNow: (topic: Topic) => boolean;
}

/** Whose session it is; an API key outlives its user's password. */
export type Owner = Pick<PublisherSession, 'user' | 'lineHash'> & { readonly isKey: boolean };

/** Who opens a session; one that stands by takes over from nobody who is there. */
export type Opener = Owner &
  Pick<PublisherSession, 'instanceId'> & {
    readonly isStandby?: boolean;
    /** Throws when the publisher may publish the topics no more; asked once the session is stored, which ends then. */
    readonly stillMay?: () => void;
  };

const SECRET_BYTES = 24;
const SECOND = 1000;

/** The sessions of connected publishers: whose they are, what they publish still, and what ends them. */
export class PublisherSessions {
  readonly #deps: SessionsDeps;
  readonly #polls: PollWaits;
  /** Sessions that polled here, with when their lease was written. */
  readonly #known = new BoundedMap<string, Owner & { readonly renewedAt: number }>(limits.controls.callers);

  constructor(deps: SessionsDeps, polls: PollWaits) {
    this.#deps = deps;
    this.#polls = polls;
  }

  /** Connects a publisher; who published one of the topics before is told so at once. Answers the session's secret. */
  async open({ isKey, isStandby = false, stillMay, ...owner }: Opener, topics: readonly Topic[]): Promise<string> {
    const secret = Buffer.from(this.#deps.chance.bytes(SECRET_BYTES)).toString('base64url');
    const hash = hashOf(secret);
    const opening = await this.#deps.store.open({ hash, ...owner }, topics, isStandby);
    if (opening === 'too_many') {
      const message = `This account has ${limits.controls.sessions} connected publishers; disconnect one first`;
      throw new Refusal('too_many', { message, retryAfter: limits.publisherLease / SECOND });
    }
    if ('heldFor' in opening) throw new Refusal('lease_held', { retryAfter: Math.ceil(opening.heldFor / SECOND) });
    this.#note(hash, { ...owner, isKey });
    this.#tellOver(opening.ended);
    this.#tell(opening.reduced);
    try {
      stillMay?.();
    } catch (refusal) {
      await this.#deps.store.end([hash]);
      this.#tellOver([hash]);
      throw refusal;
    }
    return secret;
  }

  /** The session of a caller, without the topics that it may publish no more: all of them end it. */
  async find(session: string, { lineHash, assertMay }: Omit<Asker, 'mayNow'>): Promise<OpenSession> {
    const { store } = this.#deps;
    const found = await store.find(session);
    if (found?.lineHash !== lineHash) throw takenOver();
    const refused = await refusalsOf(found.topics, assertMay);
    const [first] = refused.values();
    if (first === undefined) return found;
    const gone = [...refused.keys()];
    const topics = found.topics.filter((topic) => !refused.has(topic));
    if (topics.length === 0) {
      await store.end([session]);
      this.#tellOver([session]);
      throw first;
    }
    await store.lose(session, gone);
    this.#tell([session]);
    return { ...found, topics, lost: [...found.lost, ...gone] };
  }

  /** Refuses a caller whose session does not hold the lease of a topic; a publish renews it. */
  async assertHolds(session: string, topic: Topic, owner: Owner): Promise<void> {
    const found = await this.#deps.store.find(session);
    if (found?.lineHash !== owner.lineHash || !found.topics.includes(topic)) throw takenOver();
    await this.renew(session, owner);
  }

  /** Writes the lease anew when it is some seconds old. */
  async renew(session: string, owner: Owner): Promise<void> {
    const known = this.#known.get(session);
    const now = steadyTime(this.#deps.clock);
    if (known && Math.abs(now - known.renewedAt) < limits.controls.renewAfter) return;
    if (!(await this.#deps.store.renew(session))) throw takenOver();
    this.#note(session, owner);
  }

  /** A credential is gone, or all of a user: their publishers are connected no more. */
  async signedOut(isGone: (owner: Owner) => boolean): Promise<void> {
    const sessions = [...this.#known].filter(([, owner]) => isGone(owner)).map(([session]) => session);
    for (const session of sessions) this.#known.delete(session);
    await this.#deps.store.end(sessions);
    for (const session of sessions) this.#polls.wakeSession(session, 'signed-out');
    this.#tellOver(sessions);
  }

  /** Another server ended a session or took topics of it; one that waits here looks for itself. */
  heardOver(session: string): void {
    this.#polls.wakeSession(session, 'session');
  }

  /** Finds what a lost message hid. */
  async look(): Promise<void> {
    const waiting = this.#polls.sessions();
    const leases = await this.#deps.store.leases([...waiting.keys()]);
    for (const [session, count] of waiting) {
      if (leases.get(session) !== count) this.#polls.wakeSession(session, 'session');
    }
  }

  #note(session: string, { user, lineHash, isKey }: Owner): void {
    this.#known.set(session, { user, lineHash, isKey, renewedAt: steadyTime(this.#deps.clock) });
  }

  #tellOver(sessions: readonly string[]): void {
    for (const session of sessions) this.#known.delete(session);
    this.#tell(sessions);
  }

  #tell(sessions: readonly string[]): void {
    for (const session of sessions) {
      this.#polls.wakeSession(session, 'session');
      this.#deps.bus.send({ kind: 'publisher-over', session });
    }
  }
}

/** Sessions are known by the hash of their secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export function takenOver(): Refusal {
  return new Refusal('taken_over', {
    message: 'Another publisher has taken over, or the session has ended; open a new one',
  });
}

/** Topics that may be published no more; what only asks for patience refuses the call. */
async function refusalsOf(topics: readonly Topic[], assertMay: Asker['assertMay']): Promise<Map<Topic, Refusal>> {
  const refused = new Map<Topic, Refusal>();
  for (const topic of topics) {
    try {
      await assertMay(topic);
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.code === 'too_many') throw fault;
      refused.set(topic, fault);
    }
  }
  return refused;
}

import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { Refusal } from '#http/refusal.ts';
import type { Bus } from '#ports/bus.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type {
  Ack,
  AckedUpdate,
  ControlStore,
  Lapse,
  NewUpdate,
  OpenSession,
  PublisherSession,
  UpdateEnd,
  WaitingUpdate,
} from '#ports/controls.ts';
import { midEditMark, readCursor, writeCursor } from './cursor.ts';
import { MidEdits } from './mid-edits.ts';
import { PollWaits, type Wake } from './poll-waits.ts';
import type { Timers } from './timers.ts';
import { UpdateWaits } from './update-waits.ts';

export interface ControlsDeps {
  readonly store: ControlStore;
  readonly bus: Pick<Bus, 'send'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly timers: Timers;
  /** What a publisher said of an update or a held value; done before its viewer hears of it. */
  readonly onAcked: (update: AckedUpdate) => Promise<void>;
  /** Publishers that fell silent. */
  readonly onLapsed: (lapse: Lapse) => void;
  /** Faults that have no caller to be told to. */
  readonly onFault: (fault: unknown) => void;
}

/** A publisher's poll. */
export interface PollAsk {
  readonly session: string;
  /** What its caller's credential is known by: a session serves the one that opened it. */
  readonly lineHash: string;
  /** An API key outlives its user's password. */
  readonly isKey: boolean;
  readonly cursor: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Refuses when the publisher may publish the topics no more. */
  readonly assertMay: (topics: readonly Topic[]) => Promise<void>;
  /** Notes that the publisher was heard. */
  readonly heard: (topics: readonly Topic[]) => void;
}

type Asker = Pick<PollAsk, 'lineHash' | 'assertMay'>;

/** Whose session it is. */
export type Owner = Pick<PublisherSession, 'user' | 'lineHash'> & Pick<PollAsk, 'isKey'>;

export interface PollAnswer {
  readonly cursor: string;
  readonly updates: readonly WaitingUpdate[];
  readonly midEdit: readonly Topic[];
}

const ID_BYTES = 12;
const SECRET_BYTES = 24;

/** The round trip of controls between viewers and connected publishers, over any number of servers (semantics 5). */
export class Controls {
  readonly #deps: ControlsDeps;
  readonly #polls: PollWaits;
  readonly #updates: UpdateWaits;
  readonly #midEdits: MidEdits;
  /** Sessions that polled here, with when their lease was written. */
  readonly #known = new Map<string, Owner & { readonly renewedAt: number }>();

  constructor(deps: ControlsDeps) {
    this.#deps = deps;
    this.#polls = new PollWaits(deps.timers);
    this.#updates = new UpdateWaits(deps.timers);
    this.#midEdits = new MidEdits(deps.timers, (topic) => this.#polls.wakeTopic(topic));
  }

  /** Connects a publisher; who published one of the topics before is told so at once. Answers the session's secret. */
  async open(
    { isKey, ...owner }: Owner & Pick<PublisherSession, 'instanceId'>,
    topics: readonly Topic[],
  ): Promise<string> {
    const secret = Buffer.from(this.#deps.chance.bytes(SECRET_BYTES)).toString('base64url');
    const hash = hashOf(secret);
    const opening = await this.#deps.store.open({ hash, ...owner }, topics);
    if (opening === 'too_many') {
      const message = `This account has ${limits.controls.sessions} connected publishers; end one of them`;
      throw new Refusal('too_many', { message, retryAfter: limits.publisherLease / SECOND });
    }
    this.#note(hash, { ...owner, isKey });
    this.#tellOver(opening.ended);
    return secret;
  }

  /** Waits for updates of a session's topics; a newer publisher or a lost right ends the wait (interfaces 4). */
  async poll(ask: PollAsk): Promise<PollAnswer> {
    const session = hashOf(ask.session);
    const found = await this.#find(session, ask);
    if (this.#polls.isFull) throw new Refusal('too_many', { retryAfter: 1 });
    const { wait, close } = this.#polls.open(session, found.topics, ask.waitMs);
    const gone = () => wait.wake('left');
    ask.signal.addEventListener('abort', gone);
    try {
      await this.#renew(session, { ...found, isKey: ask.isKey });
      ask.heard(found.topics);
      const cursor = readCursor(ask.cursor);
      for (let why: Wake = 'news'; why !== 'left' && why !== 'stopped'; why = await wait.next()) {
        await this.#assertGoesOn(why, session, ask);
        const answer = await this.#look(session, found.topics, cursor);
        if (!answer && why !== 'time') continue;
        await this.#renew(session, { ...found, isKey: ask.isKey });
        ask.heard(found.topics);
        return answer ?? this.#nothingNew(ask.cursor, found.topics);
      }
      return this.#nothingNew(ask.cursor, found.topics);
    } finally {
      ask.signal.removeEventListener('abort', gone);
      close();
    }
  }

  /** Ends updates as their publisher says; answers those whose viewers were told before that they failed. */
  async acknowledge(
    ask: { readonly session: string; readonly acks: readonly Ack[] } & Asker,
  ): Promise<readonly string[]> {
    const session = hashOf(ask.session);
    await this.#find(session, ask);
    const result = await this.#deps.store.acknowledge({ session, acks: ask.acks });
    if (result === 'gone') throw takenOver();
    for (const update of result.acked) {
      await this.#deps.onAcked(update).catch(this.#deps.onFault);
      this.#updates.end(update.id, update.status);
    }
    for (const topic of new Set(result.acked.map((update) => update.topic))) this.#tell(topic);
    return result.late;
  }

  /** Hands an update to the topic's publisher and waits for what it says (semantics 5). */
  async send(update: NewUpdate): Promise<UpdateEnd | 'nobody'> {
    if (this.#updates.isFull) throw new Refusal('too_many', { retryAfter: 1 });
    const { store, chance } = this.#deps;
    const id = Buffer.from(chance.bytes(ID_BYTES)).toString('base64url');
    const ended = this.#updates.open(id, update.topic);
    try {
      const accepted = await store.accept(id, update);
      if (accepted === 'nobody') return accepted;
      if (accepted === 'full') throw new Refusal('too_many', { retryAfter: 1 });
      this.#polls.wakeTopic(update.topic);
      this.#tell(update.topic);
      return (await ended) ?? (await store.withdraw(id));
    } finally {
      this.#updates.end(id, undefined);
    }
  }

  /** Somebody types in a report, or stopped. */
  midEdit(topic: Topic, who: string, isTyping: boolean): void {
    this.#midEdits.set(topic, who, isTyping);
    this.#deps.bus.send({ kind: 'midedit', topic, who, isTyping });
  }

  /** What other servers tell. */
  hear = {
    control: (topic: Topic): void => {
      this.#polls.wakeTopic(topic);
      this.#inBackground(this.#readEnds(this.#updates.ids(topic)));
    },
    midEdit: (topic: Topic, who: string, isTyping: boolean): void => this.#midEdits.set(topic, who, isTyping),
    over: (session: string): void => this.#polls.wakeSession(session, 'session'),
  } as const;

  /** Publishers who wait ask again whether they may. */
  rightsChanged(): void {
    this.#polls.wakeAll('rights');
  }

  /** A credential is gone, or all of a user: their publishers are connected no more. */
  async signedOut(isGone: (owner: Owner) => boolean): Promise<void> {
    const sessions = [...this.#known].filter(([, owner]) => isGone(owner)).map(([session]) => session);
    for (const session of sessions) this.#known.delete(session);
    await this.#deps.store.end(sessions);
    for (const session of sessions) this.#polls.wakeSession(session, 'signed-out');
    this.#tellOver(sessions);
  }

  /** Finds what a lost message hid, and publishers that fell silent. */
  async look(): Promise<void> {
    const { store, onLapsed } = this.#deps;
    for (const lapse of await store.lapse()) onLapsed(lapse);
    await this.#readEnds(this.#updates.ids());
    const sessions = this.#polls.sessions();
    if (sessions.length === 0) return;
    const alive = new Set(await store.alive(sessions));
    for (const session of sessions) if (!alive.has(session)) this.#polls.wakeSession(session, 'session');
    for (const topic of await store.topicsWaiting()) this.#polls.wakeTopic(topic);
  }

  /** Ends every poll under way. */
  stop(): void {
    this.#polls.stop();
  }

  async #find(session: string, { lineHash, assertMay }: Asker): Promise<OpenSession> {
    const found = await this.#deps.store.find(session);
    if (found?.lineHash !== lineHash) throw takenOver();
    try {
      await assertMay(found.topics);
    } catch (refused) {
      if (refused instanceof Refusal && refused.code !== 'too_many') await this.#end(session);
      throw refused;
    }
    return found;
  }

  async #assertGoesOn(why: Wake, session: string, ask: Asker): Promise<void> {
    if (why === 'signed-out') throw new Refusal('not_signed_in');
    if (why === 'session' || why === 'rights') await this.#find(session, ask);
  }

  async #look(
    session: string,
    topics: readonly Topic[],
    cursor: ReturnType<typeof readCursor>,
  ): Promise<PollAnswer | undefined> {
    const taken = await this.#deps.store.take({ session, cursor: cursor.given });
    if (!taken) throw takenOver();
    const midEdit = this.#midEdits.among(topics);
    if (taken.updates.length === 0 && midEditMark(midEdit) === cursor.midEdit) return undefined;
    return { cursor: writeCursor(taken.cursor, midEdit), updates: taken.updates, midEdit };
  }

  #nothingNew(cursor: string, topics: readonly Topic[]): PollAnswer {
    return { cursor, updates: [], midEdit: this.#midEdits.among(topics) };
  }

  async #renew(session: string, owner: Owner): Promise<void> {
    const known = this.#known.get(session);
    const now = this.#deps.clock.now();
    if (known && Math.abs(now - known.renewedAt) < limits.controls.renewAfter) return;
    if (!(await this.#deps.store.renew(session))) throw takenOver();
    this.#note(session, owner);
  }

  #note(session: string, { user, lineHash, isKey }: Owner): void {
    this.#known.delete(session);
    this.#known.set(session, { user, lineHash, isKey, renewedAt: this.#deps.clock.now() });
    const oldest = this.#known.size > limits.controls.callers ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  async #end(session: string): Promise<void> {
    this.#known.delete(session);
    await this.#deps.store.end([session]);
    this.#tellOver([session]);
  }

  async #readEnds(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const [id, how] of await this.#deps.store.ends(ids)) this.#updates.end(id, how);
  }

  #tell(topic: Topic): void {
    this.#deps.bus.send({ kind: 'control', topic });
  }

  #tellOver(sessions: readonly string[]): void {
    for (const session of sessions) {
      this.#known.delete(session);
      this.#polls.wakeSession(session, 'session');
      this.#deps.bus.send({ kind: 'publisher-over', session });
    }
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch(this.#deps.onFault);
  }
}

const SECOND = 1000;

/** Sessions are known by the hash of their secret. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function takenOver(): Refusal {
  return new Refusal('taken_over', { message: 'Another publisher took over, or the session is over; open it anew' });
}

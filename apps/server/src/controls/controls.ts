import type { Topic } from '@sheetwire/rules/topic';
import { Refusal } from '#lib/refusal.ts';
import { signedOut } from '#lib/signed-out.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type {
  Ack,
  AckedUpdate,
  ControlPlace,
  Lapse,
  NewUpdate,
  OpenSession,
  UpdateEnd,
  WaitingUpdate,
} from '#ports/controls.ts';
import { markOf, readCursor, writeCursor } from './cursor.ts';
import { MidEdits } from './mid-edits.ts';
import { PollWaits, type Wake } from './poll-waits.ts';
import {
  type Asker,
  hashOf,
  type Opener,
  type Owner,
  PublisherSessions,
  type SessionsDeps,
  takenOver,
} from './publisher-sessions.ts';
import type { Timers } from './timers.ts';
import { UpdateWaits } from './update-waits.ts';

export interface ControlsDeps extends SessionsDeps {
  readonly timers: Timers;
  /** What a publisher said of an update or a held value; done before its viewer hears of it. */
  readonly onAcked: (update: AckedUpdate) => Promise<void>;
  /** Publishers that fell silent. */
  readonly onLapsed: (lapse: Lapse) => void;
  /** Told of every publisher whose lease has lapsed, where one may have been missed. */
  readonly onMissed: (lapses: readonly Lapse[]) => void;
  /** How updates ended, and how many ms after they came. */
  readonly onEnded?: (how: UpdateEnd | 'nobody', ms: number) => void;
  /** Faults that have no caller to be told to. */
  readonly onFault: (fault: unknown) => void;
}

/** A publisher's poll. */
export interface PollAsk extends Asker, Pick<Owner, 'isKey'> {
  readonly session: string;
  readonly cursor: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Notes that the publisher was heard. */
  readonly heard: (topics: readonly Topic[]) => void;
}

export interface PollAnswer {
  readonly cursor: string;
  readonly updates: readonly WaitingUpdate[];
  readonly midEdit: readonly Topic[];
  readonly lost: readonly Topic[];
}

const ID_BYTES = 12;

/** The round trip of controls between viewers and connected publishers, over any number of servers (semantics 5). */
export class Controls {
  readonly #deps: ControlsDeps;
  readonly #polls: PollWaits;
  readonly #sessions: PublisherSessions;
  readonly #updates: UpdateWaits;
  /** Lapses that may be missed, and those that were looked for. */
  #losses = 0;
  #lossesFound = 0;
  readonly #midEdits: MidEdits;

  constructor(deps: ControlsDeps) {
    this.#deps = deps;
    this.#polls = new PollWaits(deps.timers, deps.onFault);
    this.#sessions = new PublisherSessions(deps, this.#polls);
    this.#updates = new UpdateWaits(deps.timers);
    this.#midEdits = new MidEdits(deps.timers, (topic) => this.#polls.wakeTopic(topic));
  }

  /** Connects a publisher; who published one of the topics before is told so at once. Answers the session's secret. */
  open(owner: Opener, topics: readonly Topic[]): Promise<string> {
    return this.#sessions.open(owner, topics);
  }

  /** Refuses a publish by a session that no longer holds the lease of the topic (decision 62). */
  async assertHolds(session: string, topic: Topic, owner: Owner): Promise<void> {
    await this.#sessions.assertHolds(hashOf(session), topic, owner);
  }

  /** Waits for updates of a session's topics; what it loses of them ends the wait too (interfaces 4). */
  async poll(ask: PollAsk): Promise<PollAnswer> {
    const session = hashOf(ask.session);
    let found = await this.#sessions.find(session, ask);
    // Nothing is taken for who has gone by now.
    if (ask.signal.aborted) return this.#nothingNew(ask.cursor, found);
    if (this.#polls.isFull) throw new Refusal('too_many', { retryAfter: 1 });
    const { wait, close } = this.#polls.open(session, found.topics, ask);
    const gone = () => wait.wake('left');
    ask.signal.addEventListener('abort', gone);
    try {
      await this.#heard(session, found, ask);
      const cursor = readCursor(ask.cursor);
      for (let why: Wake = 'news'; why !== 'left' && why !== 'stopped'; why = await wait.next()) {
        found = await this.#goesOn(why, { session, found, ask });
        wait.leases = found.topics.length;
        const answer = await this.#look(session, found, cursor);
        if (!answer && why !== 'time') continue;
        await this.#heard(session, found, ask);
        if (!answer) return this.#nothingNew(ask.cursor, found);
        if (answer.updates.every(({ topic }) => ask.mayNow(topic))) return answer;
        // The right went while the store was asked: what was taken is given to nobody, and to whoever comes next.
        wait.wake(why);
        wait.wake('rights');
      }
      return this.#nothingNew(ask.cursor, found);
    } finally {
      ask.signal.removeEventListener('abort', gone);
      close();
    }
  }

  /** Ends updates as their publisher says; answers those whose viewers were told before that they failed. */
  async acknowledge(
    ask: { readonly session: string; readonly acks: readonly Ack[] } & Omit<Asker, 'mayNow'>,
  ): Promise<readonly string[]> {
    const session = hashOf(ask.session);
    await this.#sessions.find(session, ask);
    const result = await this.#deps.store.acknowledge({ session, acks: ask.acks });
    if (result === 'gone') throw takenOver();
    for (const update of result.acked) {
      await this.#deps.onAcked(update).catch(this.#deps.onFault);
      this.#updates.end(update.id, update.status);
    }
    for (const topic of new Set(result.acked.map((update) => update.topic))) this.#tell(topic);
    return result.late;
  }

  /**
   * Hands an update to the topic's publisher and waits for what it says (semantics 5). One that is sent again comes with
   * the id that it had, and is worked on once.
   */
  async send(update: NewUpdate, sameId?: string): Promise<UpdateEnd | 'nobody'> {
    if (this.#updates.isFull) throw new Refusal('too_many', { retryAfter: 1 });
    const { clock, onEnded } = this.#deps;
    const from = steadyTime(clock);
    const how = await this.#send(update, sameId);
    onEnded?.(how, steadyTime(clock) - from);
    return how;
  }

  async #send(update: NewUpdate, sameId?: string): Promise<UpdateEnd | 'nobody'> {
    const { store } = this.#deps;
    const id = sameId ?? this.newId();
    const { ended, close } = this.#updates.open(id, update.topic);
    try {
      const accepted = await store.accept(id, update);
      if (accepted === 'nobody') return accepted;
      if (accepted === 'full') throw new Refusal('too_many', { retryAfter: 1 });
      if (accepted.end !== undefined) return accepted.end;
      this.#polls.wakeTopic(update.topic);
      this.#tell(update.topic);
      return (await ended) ?? (await this.#withdraw(id));
    } finally {
      close();
    }
  }

  /** An id that no other update has. */
  newId(): string {
    return Buffer.from(this.#deps.chance.bytes(ID_BYTES)).toString('base64url');
  }

  /** Why its publisher did not take an update; '' when it did not say. */
  reasonOf(id: string): Promise<string> {
    return this.#deps.store.reasonOf(id);
  }

  /** An update for which nobody was connected has ended: the report shows its value already. */
  noteHeld(id: string, place: ControlPlace): Promise<void> {
    return this.#deps.store.noteHeld(id, place);
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
    over: (session: string): void => this.#sessions.heardOver(session),
  } as const;

  /** Who waits and may publish a topic of theirs no more looks again; others would read the store for nothing. */
  rightsChanged(): void {
    this.#polls.wakeRefused();
  }

  /** Publishers of a topic that has another secret show theirs again. */
  secretChanged(topic: Topic): void {
    this.#polls.wakeTopic(topic, 'rights');
  }

  /** A credential is gone, or all of a user: their publishers are connected no more. */
  signedOut(isGone: (owner: Owner) => boolean): Promise<void> {
    return this.#sessions.signedOut(isGone);
  }

  /** Finds what a lost message hid, and publishers that fell silent. */
  async look(): Promise<void> {
    const { store } = this.#deps;
    await this.#lookForLapses();
    await this.#readEnds(this.#updates.ids());
    await this.#sessions.look();
    if (this.#polls.sessions().size === 0) return;
    for (const topic of await store.topicsWaiting()) this.#polls.wakeTopic(topic);
  }

  /** Something was lost on its way here: the next look finds the lapses that were told of. */
  noteLoss(): void {
    this.#losses++;
  }

  /** The store tells each lapse once; of one whose answer was lost, or that another server told of in vain, it tells all. */
  async #lookForLapses(): Promise<void> {
    const { store, onLapsed, onMissed } = this.#deps;
    const losses = this.#losses;
    const told = await store.lapse().catch((fault: unknown) => {
      this.noteLoss();
      throw fault;
    });
    for (const lapse of told) onLapsed(lapse);
    if (losses === this.#lossesFound) return;
    onMissed(await store.lapsed());
    this.#lossesFound = losses;
  }

  /** Ends every poll under way. */
  stop(): void {
    this.#polls.stop();
  }

  async #heard(session: string, { user, topics }: OpenSession, { lineHash, isKey, heard }: PollAsk): Promise<void> {
    await this.#sessions.renew(session, { user, lineHash, isKey });
    heard(topics);
  }

  /** The session as it is after what happened. */
  async #goesOn(
    why: Wake,
    { session, found, ask }: { readonly session: string; readonly found: OpenSession; readonly ask: PollAsk },
  ): Promise<OpenSession> {
    if (why === 'signed-out') throw signedOut();
    return why === 'session' || why === 'rights' ? this.#sessions.find(session, ask) : found;
  }

  async #look(
    session: string,
    { topics, lost }: OpenSession,
    cursor: ReturnType<typeof readCursor>,
  ): Promise<PollAnswer | undefined> {
    const taken = await this.#deps.store.take({ session, cursor: cursor.given });
    if (!taken) throw takenOver();
    const midEdit = this.#midEdits.among(topics);
    const isTold = markOf(midEdit) === cursor.midEdit && markOf(lost) === cursor.lost;
    if (taken.updates.length === 0 && isTold) return undefined;
    return { cursor: writeCursor({ given: taken.cursor, midEdit, lost }), updates: taken.updates, midEdit, lost };
  }

  #nothingNew(cursor: string, { topics, lost }: OpenSession): PollAnswer {
    return { cursor, updates: [], midEdit: this.#midEdits.among(topics), lost };
  }

  async #withdraw(id: string): Promise<UpdateEnd> {
    const how = await this.#deps.store.withdraw(id);
    this.#updates.end(id, how);
    return how;
  }

  async #readEnds(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const [id, how] of await this.#deps.store.ends(ids)) this.#updates.end(id, how);
  }

  #tell(topic: Topic): void {
    this.#deps.bus.send({ kind: 'control', topic });
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch(this.#deps.onFault);
  }
}

import type { Addressee } from '@sheetwire/rules/addressee';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';

/** Whose pages a control stands on: '' for the common ones, else whom a private page is for. */
export type PageOwner = Addressee | '';

/** A control of a report, by its name in capitals. */
export interface ControlPlace {
  readonly topic: Topic;
  readonly owner: PageOwner;
  readonly key: string;
}

/** The last value of a control that the server keeps for its publisher (semantics 5, holdControls). */
export interface HeldValue {
  readonly owner: PageOwner;
  readonly key: string;
  /** The control's name as it is published. */
  readonly name: string;
  readonly value: string | null;
  readonly user: User;
  /** Epoch ms. */
  readonly at: number;
  /** The version that shows it, and the publisher's own version before it. */
  readonly version: number;
  readonly base: number;
  /** The control as its publisher wrote it: a publish that says the same again does not override the value. */
  readonly markup: string;
}

/** What a version does to held values, written with it or not at all. */
export interface HeldChange {
  readonly set?: HeldValue;
  /** The value is news to the publisher: one that connected meanwhile is given it. */
  readonly isNews?: boolean;
  /** The update that brought it: sent again it has ended, and covers nothing that came since. */
  readonly sentAs?: string;
  readonly drop: readonly Pick<HeldValue, 'owner' | 'key'>[];
}

/** A connected publisher; its secret is kept as a hash only. */
export interface PublisherSession {
  readonly hash: string;
  readonly user: User;
  /** What its credential or key is known by when it ends. */
  readonly lineHash: string;
  readonly instanceId: string;
}

/** A session with what it publishes. */
export interface OpenSession extends Pick<PublisherSession, 'user' | 'lineHash'> {
  readonly topics: readonly Topic[];
  /** What it was opened for and publishes no more. */
  readonly lost: readonly Topic[];
}

/**
 * `too_many`: the account has as many sessions as it may. Of the sessions that published a topic before, `reduced` go on
 * with others and `ended` have none left.
 */
export type Opening = 'too_many' | Held | { readonly ended: readonly string[]; readonly reduced: readonly string[] };

/** Another program's lease of one of the topics lasts so many ms more: who stands by waits. */
export interface Held {
  readonly heldFor: number;
}

/** An update on its way to a publisher. */
export interface NewUpdate extends ControlPlace {
  readonly name: string;
  readonly value: string | null;
  readonly user: User;
  /** A hash of the control as its publisher wrote it. */
  readonly mark: string;
}

/** How an update ended: as its publisher said, or withdrawn since nobody said anything in time. */
export type UpdateEnd = AckStatus | 'withdrawn';

/** `nobody`: no publisher is connected. `full`: too many updates of the topic wait. `end`: it was sent before. */
export type Acceptance = 'nobody' | 'full' | { readonly id: string; readonly end?: UpdateEnd };

export interface WaitingUpdate {
  readonly id: string;
  readonly topic: Topic;
  readonly name: string;
  readonly value: string | null;
  readonly user: User;
  /** Epoch ms. */
  readonly at: number;
  readonly isHeld: boolean;
}

export type AckStatus = 'updated' | 'rejected' | 'skip_retry';

export interface Ack {
  readonly id: string;
  readonly status: AckStatus;
  /** Why its publisher did not take it, in its own words. */
  readonly message?: string | undefined;
}

/** An update that was acknowledged, just now or as now. */
export interface AckedUpdate extends ControlPlace {
  readonly id: string;
  readonly status: AckStatus;
  readonly at: number;
  readonly name: string;
  readonly value: string | null;
  readonly user: User;
  /** As it was sent; of a held value its version. */
  readonly mark: string;
  readonly isHeld: boolean;
}

/** `gone`: the session is over or was taken over. */
export type Acked = 'gone' | { readonly acked: readonly AckedUpdate[]; readonly late: readonly string[] };

/** What one poll is given; a cursor names what its session has been given before. */
export interface Taken {
  readonly cursor: number;
  readonly updates: readonly WaitingUpdate[];
}

/** A session whose publisher has not polled for longer than its lease. */
export interface Lapse {
  readonly topics: readonly Topic[];
  /** Epoch ms of the last poll. */
  readonly seenAt: number;
}

/** Connected publishers, updates on their way to them, and held values (semantics 5, interfaces 4). */
export interface ControlStore {
  /** Makes the session the publisher of its topics; who published one before has lost it. */
  open(session: PublisherSession, topics: readonly Topic[], isStandby?: boolean): Promise<Opening>;
  /** A session that is not over. */
  find(session: string): Promise<OpenSession | undefined>;
  /** Of some sessions that are not over, how many topics each publishes. */
  leases(sessions: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Prolongs the lease; false when the session is over. */
  renew(session: string): Promise<boolean>;
  /** Takes some of its topics from a session, which is over without any. */
  lose(session: string, topics: readonly Topic[]): Promise<void>;
  /** Ends sessions: their publishers may publish no more. */
  end(sessions: readonly string[]): Promise<void>;
  /** Marks sessions that did not poll in time; each is told once. */
  lapse(): Promise<readonly Lapse[]>;
  /** Sessions that have lapsed and were told: what a server that starts must know. */
  lapsed(): Promise<readonly Lapse[]>;
  /**
   * Puts an update in line for the topic's connected publisher. One that is sent again under its id, since its answer was
   * lost, is not put there twice.
   */
  accept(id: string, update: NewUpdate): Promise<Acceptance>;
  /** Notes an update as ended whose value the report shows already: nobody was connected for it. */
  noteHeld(id: string, place: ControlPlace): Promise<void>;
  /** Topics with updates that nobody was given yet. */
  topicsWaiting(): Promise<readonly Topic[]>;
  /** The next updates in order, but for those given up to the cursor; undefined when the session is over. */
  take(ask: { readonly session: string; readonly cursor: number }): Promise<Taken | undefined>;
  acknowledge(ask: { readonly session: string; readonly acks: readonly Ack[] }): Promise<Acked>;
  /** How updates ended, of those that have. */
  ends(ids: readonly string[]): Promise<ReadonlyMap<string, UpdateEnd>>;
  /** Why its publisher did not take an update; '' when it did not say. */
  reasonOf(id: string): Promise<string>;
  /** Ends an update that nobody acknowledged: it is given to no publisher any more. Answers how it ended. */
  withdraw(id: string): Promise<UpdateEnd>;
}

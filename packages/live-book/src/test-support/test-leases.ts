import type { Clock } from '@sheetwire/client/clock';
import { NetworkFailure } from '@sheetwire/client/failures';
import type { ControlUpdate } from '@sheetwire/client/publisher-updates';
import { limits } from '@sheetwire/contract/limits';
import { refusalOf, refuseWith } from './refuse-with.ts';

/** What a viewer hears of an entry. */
export interface Heard {
  readonly status: string;
  readonly message?: string;
}

interface Waiting {
  readonly update: ControlUpdate;
  readonly answer: (heard: Heard) => void;
}

/** Who may publish a report, and what its viewers entered: one publisher at a time, for as long as it polls or publishes. */
export class TestLeases {
  readonly #clock: Clock;
  #holder: { readonly session: string; readonly instanceId: string; until: number } | undefined;
  #sessions = 0;
  #poll:
    | { readonly session: string; readonly end: (answer: unknown) => void; readonly fail: (fault?: Error) => void }
    | undefined;
  readonly #waiting = new Map<string, Waiting>();
  readonly #handed = new Set<string>();
  /** Entries that nobody waits for any more. */
  readonly withdrawn = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  open(instanceId: string, isStandby: boolean): unknown {
    const { holder } = this;
    if (holder && isStandby && holder.instanceId !== instanceId) {
      refuseWith('lease_held', Math.max(1, holder.until - this.#clock.now()));
    }
    const session = `session ${++this.#sessions}`;
    this.#holder = { session, instanceId, until: this.#clock.now() + limits.publisherLease };
    this.#poll?.fail();
    this.#poll = undefined;
    return { session, leaseMs: limits.publisherLease };
  }

  /** Whose lease runs. */
  get holder() {
    return this.#holder && this.#holder.until > this.#clock.now() ? this.#holder : undefined;
  }

  /** Whether a session may publish, which renews its lease. */
  holds(session: string): boolean {
    if (this.#holder?.session !== session) return false;
    this.#holder.until = this.#clock.now() + limits.publisherLease;
    return true;
  }

  poll(session: string): unknown {
    if (!this.holds(session)) refuseWith('taken_over');
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#poll = { session, end: resolve, fail: (fault = refusalOf('taken_over')) => reject(fault) };
    this.#clock.after(limits.controlWait, () => resolve({ cursor: 'c', updates: [] }));
    this.#hand();
    return promise;
  }

  /** The line is cut, as by a restart; sessions are in the store. */
  cut(): void {
    this.#poll?.fail(new NetworkFailure(new TypeError('cut')));
    this.#poll = undefined;
  }

  /** A viewer enters a value; answers what they hear. */
  enter(name: string, value: string | null, id = `entry ${this.#waiting.size + this.#handed.size}`): Promise<Heard> {
    const { promise, resolve } = Promise.withResolvers<Heard>();
    const update = { id, topic: 'ACME/RATES/DAILY', name, value, user: 'ACME/jane.doe', time: '2026-11-23T12:00:00Z' };
    this.#waiting.set(id, { update, answer: resolve });
    this.#hand();
    return promise;
  }

  acknowledge(acks: unknown): unknown {
    const late: string[] = [];
    for (const { id, ...heard } of Array.isArray(acks) ? acks : []) {
      if (this.withdrawn.has(id)) late.push(id);
      this.#waiting.get(id)?.answer(heard);
      this.#waiting.delete(id);
    }
    return late.length > 0 ? { late } : {};
  }

  #hand(): void {
    const updates = [...this.#waiting.values()].map(({ update }) => update).filter(({ id }) => !this.#handed.has(id));
    if (!this.#poll || updates.length === 0) return;
    for (const { id } of updates) this.#handed.add(id);
    this.#poll.end({ cursor: 'c', updates });
    this.#poll = undefined;
  }
}

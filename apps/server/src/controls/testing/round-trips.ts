import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { BusMessage } from '#ports/bus.ts';
import type { AckStatus, ControlStore } from '#ports/controls.ts';
import { Controls, type PollAnswer } from '../controls.ts';
import type { ManualTimers } from './manual-timers.ts';

const topic = branded<'Topic'>('ACME/DESK/ORDERS');
const owner = { user: branded<'User'>('ACME/bot'), lineHash: 'line', isKey: true, instanceId: 'book' };
const viewer = branded<'User'>('ACME/ann');

/** One thing that happens; `isHeard` is false when the servers' messages of it are lost. */
export type Event = { readonly isHeard: boolean } & (
  | { readonly kind: 'send'; readonly node: number; readonly control: 'A' | 'B' }
  | { readonly kind: 'open' | 'poll' | 'kill' | 'resend'; readonly node: number }
  | { readonly kind: 'ack'; readonly status: AckStatus; readonly isAnswerLost: boolean }
  | { readonly kind: 'lose' | 'die' }
  | { readonly kind: 'pass'; readonly ms: number }
);

interface Node {
  controls: Controls;
  isDead: boolean;
}

interface Publisher {
  readonly session: string;
  cursor: string;
  /** The poll under way; its answer is lost when it is no longer this one. */
  poll: object | undefined;
  readonly known: Map<string, Sent>;
  readonly due: Sent[];
}

/** An update and all that became of it; `answer` is undefined while its viewer waits, or when its server was killed. */
export interface Sent {
  readonly number: number;
  readonly control: string;
  id: string;
  answer: string | undefined;
  /** What its publisher said first. */
  word: AckStatus | undefined;
}

/** Two servers on one store, one publisher at a time, viewers, and what goes wrong between them. */
export class RoundTrips {
  readonly sent: Sent[] = [];
  /** What no round trip may show. */
  readonly wrong: string[] = [];
  readonly #timers: ManualTimers;
  readonly #store: ControlStore;
  readonly #nodes: Node[];
  #messages: { from: Node; message: BusMessage }[] = [];
  #publisher: Publisher | undefined;
  #chance = 0;

  constructor(store: ControlStore, timers: ManualTimers) {
    this.#store = store;
    this.#timers = timers;
    this.#nodes = [this.#start(), this.#start()];
  }

  async happen(event: Event): Promise<void> {
    await this.#do(event);
    await turn();
    const messages = event.isHeard ? this.#messages : [];
    this.#messages = [];
    for (const { from, message } of messages) for (const node of this.#nodes) if (node !== from) hear(node, message);
    await turn();
  }

  /** Lets every viewer have an answer. */
  async finish(): Promise<void> {
    await this.happen({ kind: 'pass', ms: limits.controlAck, isHeard: true });
  }

  #start(): Node {
    const node: Node = { isDead: false, controls: this.#controls(() => node) };
    return node;
  }

  #controls(self: () => Node): Controls {
    return new Controls({
      store: aliveStore(this.#store, () => self().isDead),
      bus: { send: (message) => void this.#messages.push({ from: self(), message }) },
      clock: this.#timers,
      timers: this.#timers,
      chance: { bytes: (count) => Buffer.from(String(++this.#chance).padStart(count, '0')) },
      onAcked: async () => undefined,
      onLapsed: () => undefined,
      onMissed: () => undefined,
      onFault: (fault) => this.wrong.push(String(fault)),
    });
  }

  async #do(event: Event): Promise<void> {
    switch (event.kind) {
      case 'send':
        return this.#send(this.#node(event.node), event.control);
      case 'resend':
        return this.#resend(this.#node(event.node));
      case 'open':
        return this.#open(this.#node(event.node));
      case 'poll':
        return this.#poll(this.#node(event.node));
      case 'ack':
        return this.#ack(event);
      case 'lose':
        if (this.#publisher) this.#publisher.poll = undefined;
        return undefined;
      case 'die':
        this.#publisher = undefined;
        return undefined;
      case 'kill':
        this.#node(event.node).isDead = true;
        this.#nodes[event.node] = this.#start();
        return undefined;
      case 'pass':
        return this.#pass(event.ms);
    }
  }

  #node(number: number): Node {
    return this.#nodes[number] ?? this.#start();
  }

  #send({ controls }: Node, control: string): void {
    const sent: Sent = { number: this.sent.length, control, id: '', answer: undefined, word: undefined };
    this.sent.push(sent);
    this.#hand(controls, sent);
  }

  /** The last one whose viewer has no answer is sent again: the line broke, or its server was killed. */
  #resend({ controls }: Node): void {
    const sent = this.sent.findLast(({ answer }) => answer === undefined);
    if (sent) this.#hand(controls, sent);
  }

  #hand(controls: Controls, sent: Sent): void {
    const { number, control } = sent;
    const place = { topic, owner: '' as const, key: control, name: control };
    controls.send({ ...place, value: String(number), user: viewer, mark: '' }, `update-${number}`).then(
      (answer) => this.#answered(sent, answer),
      (error: unknown) => this.wrong.push(`${number}: ${String(error)}`),
    );
  }

  #answered(sent: Sent, answer: string): void {
    sent.answer = answer;
    if (answer !== (sent.word ?? answer) || (answer === 'updated' && sent.word === undefined)) {
      this.wrong.push(`${sent.number} is answered ${answer} and its publisher said ${sent.word}`);
    }
  }

  async #open({ controls }: Node): Promise<void> {
    const session = await controls.open(owner, [topic]);
    this.#publisher = { session, cursor: '', poll: undefined, known: new Map(), due: [] };
  }

  #poll({ controls }: Node): void {
    const publisher = this.#publisher;
    if (!publisher) return;
    const poll = {};
    publisher.poll = poll;
    const { session, cursor } = publisher;
    const rights = { ...owner, assertMay: async () => undefined, mayNow: () => true, heard: () => undefined };
    const { signal } = new AbortController();
    controls.poll({ session, cursor, waitMs: limits.controlWait, signal, ...rights }).then(
      (answer) => {
        if (publisher.poll === poll && this.#publisher === publisher) this.#take(publisher, answer);
      },
      (error: unknown) => this.wrong.push(`a poll fails: ${String(error)}`),
    );
  }

  #take(publisher: Publisher, { cursor, updates }: PollAnswer): void {
    publisher.poll = undefined;
    publisher.cursor = cursor;
    for (const { id, value } of updates) {
      const sent = this.sent[Number(value)];
      if (!sent) continue;
      sent.id = id;
      publisher.due.push(sent);
      if (!publisher.known.has(id)) this.#first(publisher, sent);
      publisher.known.set(id, sent);
    }
  }

  /** The publisher is given an update that it did not know. */
  #first(publisher: Publisher, sent: Sent): void {
    if (sent.answer !== undefined && sent.answer !== 'updated') {
      this.wrong.push(`${sent.number} is given after ${sent.answer}`);
    }
    const later = (one: Sent) => one.control === sent.control && one.number > sent.number;
    if ([...publisher.known.values()].some(later)) this.wrong.push(`${sent.number} is given after a later one`);
    if (this.sent.some((one) => later(one) && one.word === 'updated'))
      this.wrong.push(`${sent.number} undoes a later one`);
  }

  async #ack({ status, isAnswerLost }: Extract<Event, { kind: 'ack' }>): Promise<void> {
    const publisher = this.#publisher;
    const due = publisher?.due.splice(0) ?? [];
    if (!publisher || due.length === 0) return;
    const ids = [...new Set(due.map((sent) => sent.id))];
    const acks = ids.map((id) => ({ id, status }));
    const waiting = due.filter((sent) => sent.answer === undefined && sent.word === undefined);
    const rights = { lineHash: owner.lineHash, assertMay: async () => undefined };
    for (const sent of waiting) sent.word = status;
    const { controls } = this.#node(0);
    const late = await controls.acknowledge({ session: publisher.session, acks, ...rights });
    for (const sent of waiting) if (late.includes(sent.id)) sent.word = undefined;
    if (isAnswerLost) publisher.due.push(...due);
  }

  async #pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= limits.controlAck) {
      this.#timers.pass(Math.min(left, limits.controlAck));
      await turn();
      for (const { controls } of this.#nodes) await controls.look();
      await turn();
    }
  }
}

function hear({ controls }: Node, message: BusMessage): void {
  if (message.kind === 'control') controls.hear.control(topic);
  if (message.kind === 'publisher-over') controls.hear.over(message.session);
}

/** A killed server asks the store nothing, and hears nothing of what it asked. */
function aliveStore(store: ControlStore, isDead: () => boolean): ControlStore {
  const unlessDead = async <T>(work: () => Promise<T>): Promise<T> => {
    const answer = isDead() ? undefined : await work();
    return answer === undefined || isDead() ? ((await never) as T) : answer;
  };
  return {
    open: (...given) => unlessDead(() => store.open(...given)),
    find: async (...given) => (isDead() ? never : store.find(...given)),
    leases: (...given) => unlessDead(() => store.leases(...given)),
    lose: async (...given) => (isDead() ? never : store.lose(...given)),
    renew: (...given) => unlessDead(() => store.renew(...given)),
    end: async (...given) => (isDead() ? never : store.end(...given)),
    lapsed: () => unlessDead(() => store.lapsed()),
    lapse: () => unlessDead(() => store.lapse()),
    accept: (...given) => unlessDead(() => store.accept(...given)),
    topicsWaiting: () => unlessDead(() => store.topicsWaiting()),
    take: async (...given) => (isDead() ? never : store.take(...given)),
    acknowledge: (...given) => unlessDead(() => store.acknowledge(...given)),
    noteHeld: async (...given) => (isDead() ? never : store.noteHeld(...given)),
    ends: (...given) => unlessDead(() => store.ends(...given)),
    reasonOf: async (...given) => (isDead() ? never : store.reasonOf(...given)),
    withdraw: (...given) => unlessDead(() => store.withdraw(...given)),
  };
}

const never: Promise<never> = new Promise(() => undefined);

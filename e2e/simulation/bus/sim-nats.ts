import type { NatsLine } from '@sheetwire/server/live/bus/nats-line';
import type { LineState } from '../world/line.ts';
import type { Machine } from '../world/machine.ts';
import type { World } from '../world/world.ts';

type Callback = Parameters<NatsLine['subscribe']>[1]['callback'];
type Status = NatsLine extends { status(): AsyncIterable<infer One> } ? One : never;

/** What one way takes, ms. */
const WAY = { from: 0.3, to: 3 };
/** A silent line is found by pings. */
const STALE = { from: 2000, to: 4000 };
const RETRY = { from: 100, to: 200 };

/** The NATS server of a simulated portal: it keeps nothing, and carries each subject in order, subjects as they come. */
export class SimNats {
  readonly world: World;
  readonly lines = new Set<SimNatsLine>();
  #isUp = true;
  /** What share of the messages goes lost without a word, and comes twice. */
  lost = 0;
  twice = 0;

  constructor(world: World) {
    this.world = world;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  become(isUp: boolean): void {
    this.#isUp = isUp;
    if (!isUp) for (const line of this.lines) line.broken();
  }

  connect(machine: Machine, state: LineState): SimNatsLine {
    const line = new SimNatsLine(this, machine, state);
    this.lines.add(line);
    return line;
  }

  publish(from: SimNatsLine, subject: string, text: string): void {
    for (const line of this.lines) {
      if (line === from || this.world.isSo(this.lost)) continue;
      line.bring(subject, text);
      if (this.world.isSo(this.twice)) line.bring(subject, text);
    }
  }
}

/** One server's connection, as the client of NATS has it. */
export class SimNatsLine implements NatsLine {
  /** As NATS has it by itself. */
  readonly payload: number = 1024 * 1024;
  readonly #nats: SimNats;
  readonly #machine: Machine;
  readonly #wanted = new Map<string, Callback>();
  /** What the server knows of that. */
  #known = new Set<string>();
  readonly #statuses: Status[] = [];
  readonly #flushes = new Set<(fault: Error) => void>();
  readonly #lastDown = new Map<string, number>();
  #told: (() => void) | undefined;
  #lastUp = 0;
  #state: LineState;
  #isConnected: boolean;
  #isClosed = false;
  /** Grows with each connection: what an earlier one carried is lost. */
  #connection = 0;
  #held: (() => void)[] = [];

  constructor(nats: SimNats, machine: Machine, state: LineState) {
    this.#nats = nats;
    this.#machine = machine;
    this.#state = state;
    this.#isConnected = state === 'open' && nats.isUp;
    if (!this.#isConnected) this.#retry();
  }

  get isUp(): boolean {
    return this.#isConnected;
  }

  subscribe(subject: string, { callback }: { readonly callback: Callback }) {
    this.#wanted.set(subject, callback);
    this.#up(`subscribe`, () => this.#known.add(subject));
    return {
      unsubscribe: () => {
        if (this.#wanted.get(subject) !== callback) return;
        this.#wanted.delete(subject);
        this.#up(`unsubscribe`, () => this.#known.delete(subject));
      },
    };
  }

  publish(subject: string, text: string): void {
    this.#up('publish', () => this.#nats.publish(this, subject, text));
  }

  flush(): Promise<void> {
    if (!this.#isConnected) return Promise.reject(new Error('the connection to NATS is broken'));
    return new Promise((resolve, reject) => {
      this.#flushes.add(reject);
      const answer = () => {
        this.#flushes.delete(reject);
        resolve();
      };
      this.#up('ping', () => this.#down('pong', '', answer));
    });
  }

  async *status(): AsyncIterable<Status> {
    for (;;) {
      const next = this.#statuses.shift();
      if (next) yield next;
      else if (this.#isClosed) return;
      else
        await new Promise<void>((resolve) => {
          this.#told = resolve;
        });
    }
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#nats.lines.delete(this);
    this.#told?.();
  }

  /** Its line becomes another. */
  become(state: LineState): void {
    this.#state = state;
    if (state === 'dead') this.broken();
    if (state === 'silent') this.#findSilence();
    if (state !== 'open') return;
    const held = this.#held;
    this.#held = [];
    for (const carry of held) carry();
  }

  /** The connection is lost; it is mended by itself. */
  broken(): void {
    if (!this.#isConnected || this.#isClosed) return;
    this.#isConnected = false;
    this.#connection++;
    this.#known = new Set();
    this.#held = [];
    this.#plan(1, 'disconnect', () => {
      for (const refuse of this.#flushes) refuse(new Error('the connection to NATS is broken'));
      this.#flushes.clear();
      this.#tell({ type: 'disconnect', server: 'nats' });
      this.#retry();
    });
  }

  /** A message comes to this server when it is subscribed to. */
  bring(subject: string, text: string): void {
    const wide = `${subject.slice(0, subject.lastIndexOf('.'))}.*`;
    const name = [subject, wide].find((each) => this.#known.has(each));
    if (name === undefined) return;
    this.#down('message', subject, () => this.#wanted.get(name)?.(null, { subject, string: () => text }));
  }

  #retry(): void {
    const { between } = this.#nats.world;
    this.#plan(between(RETRY.from, RETRY.to), 'reconnect', () => {
      if (this.#isClosed || this.#isConnected) return;
      if (this.#state !== 'open' || !this.#nats.isUp) {
        this.#retry();
        return;
      }
      this.#isConnected = true;
      for (const subject of this.#wanted.keys()) this.#up('subscribe', () => this.#known.add(subject));
      this.#tell({ type: 'reconnect', server: 'nats' });
    });
  }

  #findSilence(): void {
    const { between } = this.#nats.world;
    const connection = this.#connection;
    this.#plan(between(STALE.from, STALE.to), 'stale', () => {
      if (this.#state === 'silent' && this.#connection === connection) this.broken();
    });
  }

  #tell(status: Status): void {
    this.#statuses.push(status);
    const told = this.#told;
    this.#told = undefined;
    told?.();
  }

  /** To the server, in order. */
  #up(what: string, run: () => void): void {
    if (!this.#isConnected || this.#isClosed) return;
    const { scheduler, between } = this.#nats.world;
    this.#lastUp = Math.max(this.#lastUp, scheduler.now + between(WAY.from, WAY.to));
    this.#carry({ what: `nats ${what}`, at: this.#lastUp, machine: undefined, run });
  }

  /** From the server, each subject in order. */
  #down(what: string, subject: string, run: () => void): void {
    const { scheduler, between } = this.#nats.world;
    const at = Math.max(this.#lastDown.get(subject) ?? 0, scheduler.now + between(WAY.from, WAY.to));
    this.#lastDown.set(subject, at);
    this.#carry({ what: `nats ${what}`, at, machine: this.#machine, run });
  }

  #carry({ what, at, machine, run }: Carried): void {
    const { scheduler } = this.#nats.world;
    const connection = this.#connection;
    const arrive = () => {
      if (connection !== this.#connection) return;
      if (this.#state === 'silent') this.#held.push(() => scheduler.plan({ after: 0, what, machine, run: arrive }));
      else run();
    };
    scheduler.plan({ after: at - scheduler.now, what, machine, run: arrive });
  }

  #plan(after: number, what: string, run: () => void): void {
    this.#nats.world.scheduler.plan({ after, what: `nats ${what}`, machine: this.#machine, run });
  }
}

interface Carried {
  readonly what: string;
  readonly at: number;
  readonly machine: Machine | undefined;
  readonly run: () => void;
}

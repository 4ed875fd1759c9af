import { limits } from '@sheetwire/contract/limits';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { steadyTime } from '#lib/steady-time.ts';
import type { AuditLog } from '#ports/audit.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { SeatAnswer, SeatAsk, SeatLine, SeatStore } from '#ports/seats.ts';

/** License seats (semantics 3). */
export interface Seats {
  /** 0 is as many as come. */
  readonly total: number;
  /** True when the user holds a seat now, having taken a free one if need be; each call keeps it. */
  take(user: User, line: SeatLine): boolean | Promise<boolean>;
  release(user: User): Promise<void>;
  /** How many were held on all servers when last seen. */
  taken(): number;
  /** Gives up the seats of those who went silent. */
  tidy(): Promise<void>;
  /** Resolves once nothing is under way. */
  settle(): Promise<void>;
}

export interface SeatsDeps {
  readonly store: SeatStore;
  readonly audit: AuditLog;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  /** Told in words that somebody began to wait. */
  readonly note: (line: string) => void;
}

/** The seats that the settings name; without a number nothing is kept anywhere. */
export function makeSeats(deps: SeatsDeps, total: number): Seats {
  return total === 0 ? boundless : new SharedSeats(deps, total);
}

const boundless: Seats = {
  total: 0,
  take: () => true,
  release: async () => undefined,
  taken: () => 0,
  tidy: async () => undefined,
  settle: async () => undefined,
};

interface Pending extends SeatAsk {
  readonly promise: Promise<boolean>;
  readonly answer: (isHeld: boolean) => void;
  readonly fail: (error: unknown) => void;
  /** False once the user let go: what the store says then is not kept. */
  isWanted: boolean;
}

/**
 * One server's view of the seats that all servers share. A holder's call is answered from memory and told to the store
 * once a minute, with those of all other holders: a server that dies may cost a holder `seenEvery` and `upkeep.every` of
 * the time that a seat is kept, and never makes it last longer. Of those who wait many share one look at the store, and each is told to it every few seconds.
 */
export class SharedSeats implements Seats {
  readonly total: number;
  readonly #deps: SeatsDeps;
  /** When the store last said that they hold one, by a watch that nobody sets; in that order. */
  readonly #holders = new Map<User, number>();
  /** When the store was last told that they wait. */
  readonly #waiting = new Map<User, number>();
  readonly #noted = new Map<User, number>();
  /** Holders whose seats the store is to be told of. */
  readonly #renewals = new Map<User, SeatAsk>();
  #renewing: NodeJS.Timeout | undefined;
  #pending = new Map<string, Pending>();
  #asked: readonly Pending[] = [];
  #round: Promise<void> | undefined;
  #look: { readonly at: number; readonly next: Promise<ReadonlySet<string>> } | undefined;
  #seen: { readonly at: number; readonly watch: number } | undefined;
  #taken = 0;

  constructor(deps: SeatsDeps, total: number) {
    this.#deps = deps;
    this.total = total;
    deps.bus.onMessage((message) => {
      const user = message.kind === 'seat' ? parseUser(message.user) : undefined;
      if (user !== undefined) this.#forget(user);
    });
    deps.bus.onGap(() => this.#holders.clear());
  }

  take(user: User, line: SeatLine): boolean | Promise<boolean> {
    const now = this.#watch();
    const age = now - (this.#holders.get(user) ?? Number.NEGATIVE_INFINITY);
    if (age >= 0 && age < limits.seenEvery) return true;
    if (age >= 0 && age < limits.seatIdle - 2 * limits.seenEvery) {
      this.#renewLater({ user, line });
      return true;
    }
    const told = now - (this.#waiting.get(user) ?? Number.NEGATIVE_INFINITY);
    if (told >= 0 && told < limits.seatTold) return this.#askWhenFree({ user, line }, now);
    return this.#ask({ user, line });
  }

  async release(user: User): Promise<void> {
    this.#forget(user);
    await this.#deps.store.release(user);
    this.#forget(user);
    this.#deps.bus.send({ kind: 'seat', user });
  }

  taken(): number {
    if (this.#look === undefined || this.#watch() - this.#look.at >= limits.seatLook) {
      this.#next(this.#watch()).catch(this.#deps.onFault);
    }
    return this.#taken;
  }

  async tidy(): Promise<void> {
    await this.#send([]);
  }

  async settle(): Promise<void> {
    this.#renew();
    while (this.#round !== undefined) await this.#round;
  }

  /** Those who hold one are told to the store together, every few seconds. */
  #renewLater(ask: SeatAsk): void {
    this.#renewals.set(ask.user, ask);
    if (this.#renewals.size >= limits.upkeep.most) this.#renew();
    else this.#renewing ??= setTimeout(() => this.#renew(), limits.upkeep.every).unref();
  }

  #renew(): void {
    clearTimeout(this.#renewing);
    this.#renewing = undefined;
    const asks = [...this.#renewals.values()];
    this.#renewals.clear();
    Promise.all(asks.map((ask) => this.#ask(ask))).catch(this.#deps.onFault);
  }

  async #askWhenFree(ask: SeatAsk, now: number): Promise<boolean> {
    return (await this.#next(now)).has(ask.user) && this.#ask(ask);
  }

  /** Who would get in now; many who wait share one look. */
  #next(now: number): Promise<ReadonlySet<string>> {
    if (this.#look !== undefined && Math.abs(now - this.#look.at) < limits.seatLook) return this.#look.next;
    const next = this.#lookAtLine();
    this.#look = { at: now, next };
    return next;
  }

  async #lookAtLine(): Promise<ReadonlySet<string>> {
    const { taken, next } = await this.#deps.store.look(this.total);
    this.#taken = taken;
    return new Set(next);
  }

  #ask(ask: SeatAsk): Promise<boolean> {
    const key = `${ask.user}\n${ask.line.hash}`;
    const known = this.#pending.get(key);
    if (known !== undefined) return known.promise;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.#pending.set(key, { ...ask, promise, answer: resolve, fail: reject, isWanted: true });
    this.#round ??= this.#askAll();
    return promise;
  }

  /** One round at a time: those who come meanwhile share the next. */
  async #askAll(): Promise<void> {
    await Promise.resolve();
    while (this.#pending.size > 0) {
      const entries = [...this.#pending].slice(0, limits.seatRound);
      for (const [key] of entries) this.#pending.delete(key);
      this.#asked = entries.map(([, one]) => one);
      try {
        this.#settleRound(await this.#send(this.#asked));
      } catch (error) {
        for (const one of this.#asked) one.fail(error);
      }
    }
    this.#asked = [];
    this.#round = undefined;
  }

  async #send(asks: readonly SeatAsk[]): Promise<SeatAnswer> {
    const { store } = this.#deps;
    const seen = this.#seen && { at: this.#seen.at, elapsed: this.#watch() - this.#seen.watch };
    const plain = asks.map(({ user, line }) => ({ user, line }));
    const answer = await store.ask({ asks: plain, seats: this.total, seen: seen ?? null });
    this.#seen = { at: answer.at, watch: this.#watch() };
    this.#taken = answer.taken;
    return answer;
  }

  #settleRound({ held, refused }: SeatAnswer): void {
    const now = this.#watch();
    const holders = new Set(held);
    for (const { user, isWanted, answer } of this.#asked) {
      const isHeld = holders.has(user);
      if (isWanted) this.#remember(user, isHeld, now);
      answer(isHeld);
    }
    for (const user of refused) this.#noteRefused(user, now);
  }

  #remember(user: User, isHeld: boolean, now: number): void {
    this.#holders.delete(user);
    this.#waiting.delete(user);
    put(isHeld ? this.#holders : this.#waiting, user, now);
  }

  #forget(user: User): void {
    this.#holders.delete(user);
    this.#waiting.delete(user);
    this.#renewals.delete(user);
    this.#look = undefined;
    for (const one of [...this.#asked, ...this.#pending.values()]) if (one.user === user) one.isWanted = false;
  }

  /** One row for each who begins to wait, however often they lose the place and come again. */
  #noteRefused(name: string, now: number): void {
    const user = parseUser(name);
    if (user === undefined || now - (this.#noted.get(user) ?? Number.NEGATIVE_INFINITY) < limits.seatIdle) return;
    put(this.#noted, user, now);
    const { audit, clock, note, onFault } = this.#deps;
    const object = `${this.#taken} of ${this.total} seats taken`;
    note(`license: ${object}, ${user} is waiting`);
    const row = { actor: user, action: 'license refused', object, address: '' };
    audit.add({ ...row, at: clock.now() }).catch(onFault);
  }

  #watch(): number {
    const { clock } = this.#deps;
    return steadyTime(clock);
  }
}

/** The latest stand last, and the first go when there are too many. */
function put(map: Map<User, number>, user: User, at: number): void {
  map.delete(user);
  map.set(user, at);
  for (const first of map.keys()) {
    if (map.size <= limits.maxKnownCallers) return;
    map.delete(first);
  }
}

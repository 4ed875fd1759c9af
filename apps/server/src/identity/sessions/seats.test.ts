import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Bus, BusMessage } from '#ports/bus.ts';
import type { SeatStore } from '#ports/seats.ts';
import type { Stores } from '#ports/stores.ts';
import { openStores } from '#storage/open-stores.ts';
import { makeSeats, type Seats } from './seats.ts';

const retry = limits.sessionRetry.desktop;
let isDown = false;
let watch = 0;
let dir = '';
let stores: Stores;
let calls = { ask: 0, look: 0 };
let heard: ((message: BusMessage) => void)[] = [];
let notes: string[] = [];
const faults: unknown[] = [];

let now = Date.UTC(2026, 10, 21);
const comers: User[] = [];
beforeEach(() => {
  calls = { ask: 0, look: 0 };
  heard = [];
  notes = [];
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await Promise.all(comers.splice(0).map((user) => stores.users.remove(user)));
});
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sheetwire-seats-'));
  stores = await openStores({ databaseUrl: '', dataDir: dir, clock: { now: () => now } });
});
afterAll(async () => {
  await stores.close();
  await rm(dir, { recursive: true });
});

/** Time goes by, for clock and watch alike. */
function pass(ms: number): void {
  now += ms;
  watch += ms;
}

/** One server of several; its messages arrive only where a test says so. */
function server(total: number, isHeard = false): Seats {
  const bus: Bus = {
    send: (message) => {
      for (const listener of heard) listener(message);
    },
    sendGap: () => undefined,
    onMessage: (listener) => void (isHeard && heard.push(listener)),
    onGap: () => undefined,
    line: { isUp: true, breaks: 0 },
    follow: async () => 'alone',
    unfollow: () => undefined,
    mayMiss: () => false,
    check: async () => undefined,
    close: async () => undefined,
  };
  const store: SeatStore = {
    ask: async (round) => {
      calls.ask++;
      if (isDown) throw new Error('the store is down');
      return stores.seats.ask(round);
    },
    release: (user) => stores.seats.release(user),
    look: (seats) => {
      calls.look++;
      return stores.seats.look(seats);
    },
  };
  const clock = { now: () => now, steady: () => watch };
  const told = { onFault: (fault: unknown) => faults.push(fault), note: (line: string) => notes.push(line) };
  return makeSeats({ store, audit: stores.audit, bus, clock, ...told }, total);
}

const named = (name: string): User => parseUser(`ACME/${name}`) ?? expect.unreachable();
const line = (user: User) => ({ kind: 'session', hash: `session of ${user}` }) as const;

async function comer(name: string): Promise<User> {
  const user = named(name);
  comers.push(user);
  const times = { createdAt: now, seenAt: now };
  const open = { method: 'password', family: null, address: '', agent: '' } as const;
  await stores.sessions.open({ idHash: line(user).hash, user, ...open, ...times });
  return user;
}

test('without a number of seats everybody gets in and the store hears of nothing', async () => {
  const seats = server(0);
  expect(seats.take(named('ann'), line(named('ann')))).toBe(true);
  await seats.tidy();
  expect([seats.total, seats.taken(), calls]).toEqual([0, 0, { ask: 0, look: 0 }]);
});

test('a holder is answered from memory and the store hears of them once a minute', async () => {
  const seats = server(1);
  const ann = await comer('ann');
  expect(await seats.take(ann, line(ann))).toBe(true);
  for (let n = 0; n < 10 * (limits.seenEvery / retry); n++) {
    pass(retry);
    expect(seats.take(ann, line(ann))).toBe(true);
    await seats.settle();
  }
  expect(calls).toEqual({ ask: 11, look: 0 });
  expect(await stores.seats.look(1)).toEqual({ taken: 1, next: [] });
});

test('those who wait share one look, and the store hears of each every few seconds', async () => {
  const seats = server(1);
  const [ann, ...waiting] = await Promise.all(['ann', 'bob', 'cleo', 'dan'].map(comer));
  if (ann === undefined) throw new Error('nobody came');
  await seats.take(ann, line(ann));
  const poll = () => Promise.all(waiting.map(async (user) => await seats.take(user, line(user))));
  expect(await poll()).toEqual([false, false, false]);
  calls = { ask: 0, look: 0 };
  for (let n = 0; n < limits.seatTold / retry; n++) {
    pass(retry);
    await poll();
  }
  expect(calls).toEqual({ ask: 1, look: limits.seatTold / retry - 1 });
});

test('a seat that was let go is had within one retry, at another server too, whether or not that one is told', async () => {
  for (const isHeard of [true, false]) {
    const [here, there] = [server(1, isHeard), server(1, isHeard)];
    const [ann, bob] = [await comer(`ann${isHeard}`), await comer(`bob${isHeard}`)];
    expect([await here.take(ann, line(ann)), await there.take(bob, line(bob))]).toEqual([true, false]);
    await here.release(ann);
    pass(retry);
    expect([await there.take(bob, line(bob)), await here.take(ann, line(ann))]).toEqual([true, false]);
    await there.release(bob);
    await here.release(ann);
  }
});

test('who let go at one server holds nothing at another that was told', async () => {
  const [here, there] = [server(1, true), server(1, true)];
  const [ann, bob] = [await comer('ann'), await comer('bob')];
  expect([await here.take(ann, line(ann)), await there.take(ann, line(ann))]).toEqual([true, true]);
  await here.release(ann);
  expect([await here.take(bob, line(bob)), await there.take(ann, line(ann))]).toEqual([true, false]);
});

test('holders keep their seats and those who wait their order through a restart', async () => {
  const before = server(1);
  const [ann, bob, cleo] = [await comer('ann'), await comer('bob'), await comer('cleo')];
  for (const user of [ann, bob]) await before.take(user, line(user));
  now += limits.seatIdle - limits.seenEvery;
  const after = server(1);
  expect(await after.take(cleo, line(cleo))).toBe(false);
  expect(await after.take(ann, line(ann))).toBe(true);
  await after.release(ann);
  pass(retry);
  expect([await after.take(cleo, line(cleo)), await after.take(bob, line(bob))]).toEqual([false, true]);
});

test('a clock that is set takes no seat away and keeps none', async () => {
  const seats = server(1);
  const [ann, bob] = [await comer('ann'), await comer('bob')];
  await seats.take(ann, line(ann));
  pass(retry);
  now += 3 * limits.seatIdle;
  expect([await seats.take(bob, line(bob)), await seats.take(ann, line(ann))]).toEqual([false, true]);
  now -= 6 * limits.seatIdle;
  pass(limits.seatPlaceKept);
  expect([await seats.take(bob, line(bob)), await seats.take(ann, line(ann))]).toEqual([false, true]);
  await seats.settle();
  for (let passed = 0; passed <= limits.seatIdle; passed += limits.seatPlaceKept / 2) {
    pass(limits.seatPlaceKept / 2);
    await seats.take(bob, line(bob));
  }
  pass(retry);
  expect(await seats.take(bob, line(bob))).toBe(true);
});

test('the first refusal is a row of the audit log and a line of the log, a hundred more are not', async () => {
  const seats = server(1);
  const [ann, edna] = [await comer('ann'), await comer('edna')];
  await seats.take(ann, line(ann));
  for (let n = 0; n < 100; n++) {
    await seats.take(edna, line(edna));
    pass(n % 10 === 0 ? limits.seatPlaceKept + 1 : retry);
    await seats.take(ann, line(ann));
  }
  await seats.settle();
  const rows = (await stores.audit.read({ limit: 100 })).filter(({ actor }) => actor === edna);
  expect(rows).toMatchObject([{ actor: 'ACME/edna', action: 'license refused', object: '1 of 1 seats taken' }]);
  expect(notes).toEqual(['license: 1 of 1 seats taken, ACME/edna is waiting']);
});

test('a store that cannot be asked lets nobody in and keeps those who are in', async () => {
  const seats = server(2);
  const [ann, bob] = [await comer('ann'), await comer('bob')];
  await seats.take(ann, line(ann));
  isDown = true;
  await expect(seats.take(bob, line(bob))).rejects.toThrow('down');
  isDown = false;
  expect(seats.take(ann, line(ann))).toBe(true);
});

test('of a thousand who want ten seats at two servers never more than ten are in, and they get in as they came', async () => {
  const [seats, count] = [10, 1000];
  const nodes = [server(seats), server(seats)];
  const nodeOf = (n: number) => nodes[n % 2] ?? expect.unreachable();
  const users = await Promise.all(Array.from({ length: count }, (_, n) => comer(`user${n}`)));
  const poll = async (n: number) => {
    const user = users[n] ?? expect.unreachable();
    return (await nodeOf(n).take(user, line(user))) ? n : -1;
  };
  const all = Array.from({ length: count }, (_, n) => n);
  const isIn = (n: number) => n >= 0;
  // They come one after the other, some at each server.
  let inside: number[] = [];
  for (const n of all) inside.push(await poll(n));
  inside = inside.filter(isIn);
  for (let from = 0; from < count; from += seats) {
    expect(inside).toEqual(all.slice(from, from + seats));
    expect((await stores.seats.look(seats)).taken).toBe(inside.length);
    for (const n of inside) await nodeOf(n).release(users[n] ?? expect.unreachable());
    pass(retry);
    inside = (await Promise.all(all.slice(from + seats).map(poll))).filter(isIn);
  }
}, 60_000);

import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import { afterEach, expect, test, vi } from 'vitest';
import { toAll } from '#testing/to-all.ts';
import type { Frame } from './frames.ts';
import { LiveHub } from './hub.ts';
import { LiveStream, type Outlet } from './live-stream.ts';

const daily = topicOf('ACME/RATES/DAILY');
const ann = userOf('ACME/ann');

afterEach(() => {
  vi.restoreAllMocks();
});

/** Bytes kept in a list; `waiting` is set by the test. */
class ListOutlet implements Outlet {
  waiting = 0;
  isClosed = false;
  within = Number.POSITIVE_INFINITY;
  readonly written: Buffer[] = [];
  #drained: (() => void)[] = [];

  write({ plain }: Frame): void {
    this.written.push(plain);
  }

  onceDrained(listener: () => void): void {
    this.#drained.push(listener);
  }

  drain(): void {
    this.waiting = 0;
    for (const listener of this.#drained.splice(0)) listener();
  }

  close(within: number): void {
    this.isClosed = true;
    this.within = within;
  }

  destroy(): void {
    this.isClosed = true;
  }

  get events(): string[] {
    return this.written.map((bytes) => bytes.toString().split('\n')[0]?.replace('event: ', '') ?? '');
  }
}

function rig() {
  const hub = new LiveHub(toAll);
  const open = (user: User = ann, version = 1) => {
    const outlet = new ListOutlet();
    const owner = {
      user,
      addressee: addresseeOf(user),
      kind: 'session' as const,
      addinVersion: null,
      lineHash: user,
      sessionHash: user,
      bearerId: null,
    };
    const stream = new LiveStream(`s${hub.size}`, owner, outlet);
    hub.open(stream);
    hub.setWatches(stream, [{ topic: daily, version, viewSecret: undefined, mayInteract: false, checkedAt: 0 }]);
    return { outlet, stream };
  };
  return { hub, open };
}

const step = (from: number, value = 'x') => ({
  topic: daily,
  from,
  to: from + 1,
  time: '20261121120000000',
  sender: ann,
  ops: [[0, 'c', 0, value]] as const,
});

test('a stream begins with hello and then carries deltas', () => {
  const { hub, open } = rig();
  const { outlet } = open();
  void hub.broadcast(step(1));
  expect(outlet.events).toEqual(['hello', 'delta']);
});

test('hello says how often the stream speaks at least, by which a viewer tells a dead line', () => {
  const { open } = rig();
  const [first = ''] = open().outlet.written.map(String);
  const data: unknown = JSON.parse(/^data: (.*)$/m.exec(first)?.[1] ?? '');
  expect(data).toMatchObject({ beat: limits.streamBeat });
});

test('one buffer serves every viewer of a version', () => {
  const { hub, open } = rig();
  const a = open();
  const b = open();
  void hub.broadcast(step(1));
  expect(a.outlet.written[1]).toBe(b.outlet.written[1]);
});

/** A clock on which each look takes as long as a slice may. */
function slowClock(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += limits.slice;
    return now;
  });
}

test('a version for many viewers lets whatever else is due go on between them, and reaches each once and in order', async () => {
  slowClock();
  const { hub, open } = rig();
  const outlets = Array.from({ length: 200 }, () => open().outlet);
  const told = () => outlets.filter(({ events }) => events.includes('delta')).length;
  const step = (from: number) => ({ topic: daily, from, to: from + 1, time: 't', sender: 's', ops: [] });
  void hub.broadcast(step(1));
  expect(told()).toBeLessThan(100);
  void hub.broadcast(step(2));
  const late = open(ann, 2).outlet;
  const newest = open(ann, 3).outlet;
  while (told() < outlets.length || outlets.at(-1)?.events.length !== 3) await nextTurn();
  expect(new Set(outlets.map(({ events }) => events.join()))).toEqual(new Set(['hello,delta,delta']));
  await nextTurn();
  expect([late.events, newest.events]).toEqual([['hello', 'delta'], ['hello']]);
});

test('news of a publisher for many viewers lets whatever else is due go on between them, behind the version before it', async () => {
  slowClock();
  const { hub, open } = rig();
  const outlets = Array.from({ length: 200 }, () => open().outlet);
  void hub.broadcast(step(1));
  hub.tell(daily, 'publisher', { topic: daily, seenUtc: '' });
  expect(outlets.filter(({ events }) => events.includes('publisher'))).toEqual([]);
  for (let turns = 0; outlets.at(-1)?.events.length !== 3 && turns < outlets.length; turns++) await nextTurn();
  expect(new Set(outlets.map(({ events }) => events.join()))).toEqual(new Set(['hello,delta,publisher']));
});

test('when many versions are being told the next one waits', async () => {
  slowClock();
  const { hub, open } = rig();
  for (let n = 0; n < 200; n++) open();
  const rooms = Array.from({ length: limits.toldAtOnce + 1 }, (_, n) =>
    hub.broadcast({ topic: daily, from: n + 1, to: n + 2, time: 't', sender: 's', ops: [] }),
  );
  expect(rooms.map((room) => room !== undefined)).toEqual(rooms.map((_, n) => n === limits.toldAtOnce));
  await rooms.at(-1);
});

test('a server that stops waits for no viewer who does not read', () => {
  const { hub, open } = rig();
  const { outlet } = open();
  hub.close();
  expect(outlet.isClosed).toBe(true);
  expect(outlet.within).toBeLessThanOrEqual(500);
});

test('a viewer with a private page is given other bytes than everybody else', () => {
  const bob = userOf('ACME/bob');
  const hub = new LiveHub({
    now: () => ({
      addressing: Symbol('pages'),
      variantOf: (to) => (to === addresseeOf(bob) ? to : ''),
      opsOf: (made, to) => (to === addresseeOf(bob) ? [[0, 'c', 0, 'for bob']] : made.ops),
    }),
  });
  const outlets = [ann, bob, userOf('ACME/cid')].map((user) => {
    const outlet = new ListOutlet();
    const facts = { kind: 'session' as const, addinVersion: null, lineHash: user, sessionHash: user, bearerId: null };
    const stream = new LiveStream(user, { user, addressee: addresseeOf(user), ...facts }, outlet);
    hub.open(stream);
    hub.setWatches(stream, [{ topic: daily, version: 1, viewSecret: undefined, mayInteract: false, checkedAt: 0 }]);
    return outlet;
  });
  void hub.broadcast(step(1));
  const [toAnn, toBob, toCid] = outlets.map(({ written }) => written[1]);
  expect(toBob?.toString()).toContain('for bob');
  expect(toAnn?.toString()).not.toContain('for bob');
  expect(toCid).toBe(toAnn);
});

test('a viewer who is not at the base of a step is told to fetch', () => {
  const { hub, open } = rig();
  const { outlet } = open(ann, 5);
  void hub.broadcast(step(7));
  expect(outlet.events).toEqual(['hello', 'changed']);
});

test('a slow viewer is not queued for; once it reads it is told of the newest version', () => {
  const { hub, open } = rig();
  const { outlet } = open();
  outlet.waiting = 100_000;
  for (let version = 1; version < 500; version++) void hub.broadcast(step(version));
  expect(outlet.events).toEqual(['hello']);
  outlet.drain();
  expect(outlet.written[1]?.toString()).toContain(`"version":500`);
  void hub.broadcast(step(500));
  expect(outlet.events).toEqual(['hello', 'changed', 'delta']);
});

test('a dropped stream hears no more', () => {
  const { hub, open } = rig();
  const { outlet, stream } = open();
  hub.drop(stream);
  void hub.broadcast(step(1));
  expect(outlet.events).toEqual(['hello']);
  expect([...hub.watchersOf(daily)]).toEqual([]);
});

test('an ended stream is told why and closed', () => {
  const { hub, open } = rig();
  const { outlet, stream } = open();
  hub.end(stream, 'ended');
  expect(outlet.written.at(-1)?.toString()).toBe('event: session\ndata: {"reason":"ended"}\n\n');
  expect(outlet.isClosed).toBe(true);
});

test('setting watches anew leaves out what is no longer wanted', () => {
  const { hub, open } = rig();
  const { outlet, stream } = open();
  hub.setWatches(stream, []);
  void hub.broadcast(step(1));
  expect(outlet.events).toEqual(['hello']);
});

function topicOf(text: string): Topic {
  const topic = parseTopic(text);
  if (!topic) throw new Error(`${text} is no topic`);
  return topic;
}

function userOf(text: string): User {
  const user = parseUser(text);
  if (!user) throw new Error(`${text} is no user`);
  return user;
}

test('a topic is watched as long as some stream carries it', () => {
  const { hub, open } = rig();
  expect(hub.isWatched(daily)).toBe(false);
  const [one, other] = [open(), open()];
  hub.drop(one.stream);
  expect(hub.isWatched(daily)).toBe(true);
  hub.drop(other.stream);
  expect(hub.isWatched(daily)).toBe(false);
});

test('of very many streams that a cut-off ends, others have their turn in between, and each ends', async () => {
  const { hub, open } = rig();
  const outlets = Array.from({ length: MANY_STREAMS }, () => open().outlet);
  // Closing takes its time: all of them far more than a slice.
  for (const outlet of outlets) vi.spyOn(outlet, 'close').mockImplementation(() => slowly(outlet));
  hub.cutOff();
  const inOneTurn = outlets.filter(({ isClosed }) => isClosed).length;
  expect(inOneTurn).toBeLessThan(MANY_STREAMS);
  while (hub.size > 0) await nextTurn();
  expect(outlets.every(({ isClosed }) => isClosed)).toBe(true);
});

const MANY_STREAMS = 100;

/** So long that a few dozen fill a slice. */
function slowly(outlet: ListOutlet): void {
  for (const from = performance.now(); performance.now() - from < limits.slice / 30; );
  outlet.isClosed = true;
}

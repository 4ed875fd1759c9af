import { limits } from '@sheetwire/contract/limits';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import { LiveHub } from './hub.ts';
import { LiveStream, type Outlet } from './live-stream.ts';

const daily = topicOf('ACME/RATES/DAILY');
const ann = userOf('ACME/ann');

/** Bytes kept in a list; `waiting` is set by the test. */
class ListOutlet implements Outlet {
  waiting = 0;
  isClosed = false;
  readonly written: Buffer[] = [];
  #drained: (() => void)[] = [];

  write(bytes: Buffer): void {
    this.written.push(bytes);
  }

  onceDrained(listener: () => void): void {
    this.#drained.push(listener);
  }

  drain(): void {
    this.waiting = 0;
    for (const listener of this.#drained.splice(0)) listener();
  }

  close(): void {
    this.isClosed = true;
  }

  destroy(): void {
    this.isClosed = true;
  }

  get events(): string[] {
    return this.written.map((bytes) => bytes.toString().split('\n')[0]?.replace('event: ', '') ?? '');
  }
}

function rig() {
  const hub = new LiveHub({ variantsOf: () => undefined, opsOf: (step) => step.ops });
  const open = (user: User = ann, version = 1) => {
    const outlet = new ListOutlet();
    const owner = {
      user,
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
  hub.broadcast(step(1));
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
  hub.broadcast(step(1));
  expect(a.outlet.written[1]).toBe(b.outlet.written[1]);
});

test('a viewer with a private page is given other bytes than everybody else', () => {
  const bob = userOf('ACME/bob');
  const hub = new LiveHub({
    variantsOf: () => (user) => (user === bob ? user : ''),
    opsOf: (made, user) => (user === bob ? [[0, 'c', 0, 'for bob']] : made.ops),
  });
  const outlets = [ann, bob, userOf('ACME/cid')].map((user) => {
    const outlet = new ListOutlet();
    const facts = { kind: 'session' as const, addinVersion: null, lineHash: user, sessionHash: user, bearerId: null };
    const stream = new LiveStream(user, { user, ...facts }, outlet);
    hub.open(stream);
    hub.setWatches(stream, [{ topic: daily, version: 1, viewSecret: undefined, mayInteract: false, checkedAt: 0 }]);
    return outlet;
  });
  hub.broadcast(step(1));
  const [toAnn, toBob, toCid] = outlets.map(({ written }) => written[1]);
  expect(toBob?.toString()).toContain('for bob');
  expect(toAnn?.toString()).not.toContain('for bob');
  expect(toCid).toBe(toAnn);
});

test('a viewer who is not at the base of a step is told to fetch', () => {
  const { hub, open } = rig();
  const { outlet } = open(ann, 5);
  hub.broadcast(step(7));
  expect(outlet.events).toEqual(['hello', 'changed']);
});

test('a slow viewer is not queued for; once it reads it is told of the newest version', () => {
  const { hub, open } = rig();
  const { outlet } = open();
  outlet.waiting = 100_000;
  for (let version = 1; version < 500; version++) hub.broadcast(step(version));
  expect(outlet.events).toEqual(['hello']);
  outlet.drain();
  expect(outlet.written[1]?.toString()).toContain(`"version":500`);
  hub.broadcast(step(500));
  expect(outlet.events).toEqual(['hello', 'changed', 'delta']);
});

test('a dropped stream hears no more', () => {
  const { hub, open } = rig();
  const { outlet, stream } = open();
  hub.drop(stream);
  hub.broadcast(step(1));
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
  hub.broadcast(step(1));
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

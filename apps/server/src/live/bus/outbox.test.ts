import { limits } from '@sheetwire/contract/limits';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { BusMessage } from '#ports/bus.ts';
import { natsLane } from './lane.ts';
import { natsServers } from './open-bus.ts';
import { Outbox } from './outbox.ts';
import { Proof } from './proof.ts';
import { decodePayload } from './wire.ts';

const version = (topic: string, number: number): BusMessage => ({ kind: 'version', topic, version: number });

const outboxOf = (payload?: number, sign?: (text: string) => string) =>
  new Outbox('a', { laneOf: (topic) => `lane of ${topic}`, payload, sign });
const LANE = 'lane of ACME/RATES/DAILY';

function taken(outbox: Outbox) {
  return outbox.take().map(({ text }) => decodePayload(text, true));
}

test('of many versions of a topic only the highest is sent', () => {
  const outbox = outboxOf();
  for (const number of [3, 5, 4]) outbox.add(version('ACME/RATES/DAILY', number));
  expect(taken(outbox)).toEqual([
    { node: 'a', messages: [version('ACME/RATES/DAILY', 5)], isGap: false, unproved: 0, count: 1 },
  ]);
  expect(outbox.isEmpty).toBe(true);
});

const told = (from: number, to: number, text = 'x'): BusMessage & { readonly kind: 'version' } => ({
  kind: 'version',
  topic: 'ACME/RATES/DAILY',
  version: to,
  steps: { cleaner: 1, list: [{ from, to, time: 't', sender: 's', isLive: true, ops: [[0, 'c', 0, text]] }] },
});
/** What those hear who follow the topic, and what all hear. */
function heardOf(outbox: Outbox) {
  const parcels = outbox.take();
  outbox.hurry();
  parcels.push(...outbox.take());
  const of = (wanted: string | undefined) =>
    parcels.flatMap(({ lane, text }) => (lane === wanted ? (decodePayload(text, true)?.messages ?? []) : []));
  return { followers: of(LANE), all: of(undefined), order: parcels.map(({ lane }) => lane) };
}

test('who follows a topic is sent what changed, all others the head alone, and later', () => {
  const outbox = outboxOf();
  outbox.add(told(3, 4));
  const { followers, all, order } = heardOf(outbox);
  expect(followers).toEqual([told(3, 4)]);
  expect(all).toMatchObject([{ version: 4, steps: { list: [{ from: 3, to: 4, isLive: true }] } }]);
  expect(JSON.stringify(all)).not.toContain('ops');
  expect(order).toEqual([LANE, undefined]);
});

test('the trace of a publish goes to who follows its topic, and is believed of this portal alone', () => {
  const outbox = outboxOf();
  const traced = { ...told(3, 4), trace: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  outbox.add(traced);
  const { followers, all } = heardOf(outbox);
  expect(followers).toEqual([traced]);
  expect(JSON.stringify(all)).not.toContain('trace');
  const foreign = JSON.stringify({ n: 'b', m: [traced] });
  expect(decodePayload(foreign, false)?.messages).toEqual([version('ACME/RATES/DAILY', 4)]);
});

test('the news of many versions goes to all together a moment after what changed, and keeps nothing else waiting', () => {
  vi.useFakeTimers();
  let woken = 0;
  const outbox = new Outbox('a', { laneOf: (topic) => `lane of ${topic}`, wake: () => woken++ });
  const lanes = () => outbox.take().map(({ lane }) => lane);
  for (const from of [3, 4, 5]) {
    outbox.add(told(from, from + 1));
    expect(lanes()).toEqual([LANE]);
  }
  outbox.add({ ...told(1, 2), topic: 'ACME/RATES/OTHER' });
  outbox.add({ kind: 'rights' });
  expect(lanes()).toEqual(['lane of ACME/RATES/OTHER', undefined]);
  expect([outbox.isEmpty, woken]).toEqual([true, 0]);
  vi.advanceTimersByTime(limits.bus.news);
  expect([outbox.isEmpty, woken]).toEqual([false, 1]);
  expect(taken(outbox)).toMatchObject([{ messages: [{ version: 6 }, { version: 2 }] }]);
  vi.advanceTimersByTime(10 * limits.bus.news);
  expect([outbox.isEmpty, woken]).toEqual([true, 1]);
  vi.useRealTimers();
});

test('the news of what the line did not take, or of a report that changed its standing, does not wait', () => {
  const outbox = outboxOf();
  outbox.add(told(3, 4, 'x'.repeat(limits.bus.payload)));
  outbox.add(version('ACME/RATES/OTHER', 7));
  expect(taken(outbox)).toMatchObject([{ messages: [{ version: 4 }, { version: 7 }] }]);
});

test('of versions that follow one another all steps are sent, in one message, and as one to all others', () => {
  const outbox = outboxOf();
  for (const from of [3, 4, 5]) outbox.add(told(from, from + 1));
  const { followers, all } = heardOf(outbox);
  expect(followers).toMatchObject([{ version: 6, steps: { list: [{ to: 4 }, { to: 5 }, { to: 6 }] } }]);
  expect(all).toMatchObject([{ version: 6, steps: { list: [{ from: 3, to: 6 }] } }]);
  outbox.add(told(6, 7));
  outbox.add(told(9, 10));
  expect(heardOf(outbox).followers).toMatchObject([{ version: 10, steps: { list: [{ from: 9, to: 10 }] } }]);
});

test('steps that are too long for the line together come one by one', () => {
  const outbox = outboxOf();
  for (const from of [3, 4, 5]) outbox.add(told(from, from + 1, 'x'.repeat(limits.bus.payload / 2)));
  expect(heardOf(outbox).followers).toMatchObject([{ version: 4 }, { version: 5 }, { version: 6 }]);
});

test('a change that is too long for the line is left out, and the news of it is not', () => {
  const outbox = outboxOf();
  outbox.add(told(3, 4, 'x'.repeat(limits.bus.payload)));
  const { followers, all } = heardOf(outbox);
  expect(followers).toEqual([]);
  expect(all).toMatchObject([{ version: 4, steps: { list: [{ from: 3, to: 4, isLive: true }] } }]);
});

test('a version that is whole goes to all as news', () => {
  const outbox = outboxOf();
  outbox.add(version('ACME/RATES/DAILY', 4));
  expect(heardOf(outbox)).toMatchObject({ followers: [], all: [version('ACME/RATES/DAILY', 4)] });
});

test('on NATS each topic has a subject of its own, whatever its name holds', () => {
  const lanes = ['ACME/RATES/DAILY', 'ACME/RATES/A.B > *', 'ACME/RÄTES/Ü'].map(natsLane);
  expect(new Set(lanes).size).toBe(3);
  for (const lane of lanes) expect(lane).toMatch(/^sheetwire\.version\.[\w-]{43}$/);
});

test('steps that are none leave a hint', () => {
  const hint = { kind: 'version', topic: 'ACME/RATES/DAILY', version: 4 };
  const step = { from: 3, to: 4, time: 't', sender: 's', isLive: true };
  const given = (ops: unknown, rest: object = {}) =>
    decodePayload(
      JSON.stringify({ n: 'b', m: [{ ...hint, steps: { cleaner: 1, list: [{ ...step, ...rest, ops }] } }] }),
      true,
    )?.messages;
  const good = [
    [0, 'c', 0, 'x'],
    [0, 'c', 0, 'x', 2],
    [1, 'r', 0, 1, '<tr></tr>'],
    [0, 's', 1, 'color:red'],
    [0, 'p', '<p>x</p>'],
  ];
  expect(given(good)).toMatchObject([{ steps: { list: [{ ops: good }] } }]);
  const wrong = [
    ...[
      [0, 'c', 0, 7],
      [0, 'c', 0.5, 'x'],
      [-1, 'c', 0, 'x'],
      [0, 'c', 0, 'x', 'y'],
      [0, 'c', 0, 'x', 1, 1],
      [0, 'c', 0],
    ],
    ...[[0, 'r', 0, '<tr></tr>'], [0, 'z', 'x'], [0, 'toString', 'x'], [0, 'p'], 'x', null, [0]],
  ];
  for (const op of wrong) expect(given([op])).toEqual([hint]);
  expect(given('x')).toEqual([hint]);
  for (const rest of [{ from: 4 }, { to: '4' }, { time: 1 }, { isLive: 1 }]) expect(given(good, rest)).toEqual([hint]);
});

test('what changed is believed of a server of this portal alone', () => {
  const [ours, theirs] = [new Proof(Buffer.from('key')), new Proof(Buffer.from('another'))];
  const read = (by: Proof, text: string) => {
    const found = by.read(text);
    return decodePayload(found.text, found.isOurs)?.messages;
  };
  const outbox = outboxOf(limits.bus.natsPayload, (text) => ours.sign(text));
  outbox.add(told(3, 4));
  const [{ text } = { text: '' }] = outbox.take();
  const hint = { kind: 'version', topic: 'ACME/RATES/DAILY', version: 4 };
  expect(read(ours, text)).toEqual([told(3, 4)]);
  expect(read(theirs, text)).toEqual([hint]);
  expect(read(ours, text.replace('"x"', '"y"'))).toEqual([hint]);
  expect(read(ours, text.slice(text.indexOf('{')))).toEqual([hint]);
});

test('without a proof only that is heard which has the store read again', () => {
  const hints: readonly BusMessage[] = [
    version('ACME/RATES/DAILY', 4),
    { kind: 'rights' },
    { kind: 'directory' },
    { kind: 'user', user: 'ACME/ann' },
    { kind: 'control', topic: 'ACME/RATES/DAILY' },
  ];
  const commands: readonly BusMessage[] = [
    { kind: 'ended', user: 'ACME/ann', what: 'everything' },
    { kind: 'session', idHash: 'x' },
    { kind: 'seat', user: 'ACME/ann' },
    { kind: 'publisher', topic: 'ACME/RATES/DAILY', seenAt: 1, isSilent: true },
    { kind: 'publisher-over', session: 'x' },
    { kind: 'refused', topic: 'ACME/RATES/DAILY', at: 1, user: 'ACME/ann', code: 'too_large', message: 'm', count: 1 },
    { kind: 'midedit', topic: 'ACME/RATES/DAILY', who: 'Ann', isTyping: true },
    { kind: 'snapshot', topic: 'ACME/RATES/DAILY' },
    { kind: 'admin', list: 'perms' },
  ];
  const text = JSON.stringify({ n: 'x', m: [...commands, ...hints], g: 1 });
  const unproved = commands.length;
  expect(decodePayload(text)).toEqual({ node: 'x', messages: hints, isGap: false, unproved });
  expect(decodePayload(text, true)).toMatchObject({ messages: [...commands, ...hints], isGap: true, unproved: 0 });
});

test('every payload fits a NOTIFY and together they hold every message once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 1000 }), { maxLength: 60 }), (topics) => {
      const outbox = outboxOf();
      for (const topic of topics) outbox.add(version(topic, 1));
      const texts = outbox.take().map(({ text }) => text);
      expect(texts.every((text) => Buffer.byteLength(text) <= limits.bus.payload)).toBe(true);
      const back = texts.flatMap((text) => decodePayload(text)?.messages ?? []);
      const isWhole = texts.some((text) => decodePayload(text, true)?.isGap);
      if (!isWhole) expect(back).toEqual(topics.map((topic) => version(topic, 1)));
    }),
    { numRuns: 50 },
  );
});

test('a message that fits no payload becomes the word that something was missed', () => {
  const outbox = outboxOf();
  outbox.add(version('X'.repeat(9000), 1));
  expect(taken(outbox)).toEqual([{ node: 'a', messages: [], isGap: true, unproved: 0, count: 1 }]);
});

test('more messages than may wait become the word that something was missed', () => {
  const outbox = outboxOf();
  for (let n = 0; n <= limits.bus.maxWaiting; n++) outbox.add(version(`ACME/RATES/${n}`, 1));
  expect(taken(outbox)).toEqual([{ node: 'a', messages: [], isGap: true, unproved: 0, count: 1 }]);
});

test('of versions without end while the line is down no more is kept than may be, and the others are told to read', () => {
  const outbox = outboxOf();
  for (let n = 1; n <= limits.bus.maxChanges; n++) outbox.add(told(n, n + 1));
  outbox.add(told(limits.bus.maxChanges + 1, limits.bus.maxChanges + 2));
  expect(taken(outbox)).toEqual([{ node: 'a', messages: [], isGap: true, unproved: 0, count: 1 }]);
  outbox.add(told(1, 2));
  expect(heardOf(outbox).followers).toEqual([told(1, 2)]);
});

test('what is no message of ours is dropped', () => {
  for (const text of ['', '{', '[]', 'null', '{"n":1,"m":[]}', '{"n":"a"}'])
    expect(decodePayload(text)).toBeUndefined();
  const mixed = JSON.stringify({
    n: 'a',
    m: [
      { kind: 'rights' },
      { kind: 'toString' },
      { kind: 'version', topic: 'A' },
      { kind: 'admin', list: 'x', gropic: 1 },
      7,
    ],
  });
  expect(decodePayload(mixed)?.messages).toEqual([{ kind: 'rights' }]);
});

test('a bus address names the servers of a cluster', () => {
  expect(natsServers('nats://a:4222, b,nats://c')).toEqual(['nats://a:4222', 'nats://b', 'nats://c']);
});

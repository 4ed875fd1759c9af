import { limits } from '@sheetwire/contract/limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BusMessage } from '#ports/bus.ts';
import { natsServers } from './open-bus.ts';
import { Outbox } from './outbox.ts';
import { Proof } from './proof.ts';
import { decodePayload } from './wire.ts';

const version = (topic: string, number: number): BusMessage => ({ kind: 'version', topic, version: number });

function taken(outbox: Outbox) {
  return outbox.take().map((text) => decodePayload(text));
}

test('of many versions of a topic only the highest is sent', () => {
  const outbox = new Outbox('a');
  for (const number of [3, 5, 4]) outbox.add(version('ACME/RATES/DAILY', number));
  expect(taken(outbox)).toEqual([{ node: 'a', messages: [version('ACME/RATES/DAILY', 5)], isGap: false }]);
  expect(outbox.isEmpty).toBe(true);
});

const told = (from: number, to: number, text = 'x'): BusMessage => ({
  ...{ kind: 'version', topic: 'ACME/RATES/DAILY', version: to },
  steps: { cleaner: 1, list: [{ from, to, time: 't', sender: 's', isLive: true, ops: [[0, 'c', 0, text]] }] },
});
const messagesOf = (outbox: Outbox) => outbox.take().flatMap((text) => decodePayload(text, true)?.messages ?? []);

test('of versions that follow one another all steps are sent, in one message', () => {
  const outbox = new Outbox('a');
  for (const from of [3, 4, 5]) outbox.add(told(from, from + 1));
  expect(messagesOf(outbox)).toMatchObject([{ version: 6, steps: { list: [{ to: 4 }, { to: 5 }, { to: 6 }] } }]);
  outbox.add(told(6, 7));
  outbox.add(told(9, 10));
  expect(messagesOf(outbox)).toMatchObject([{ version: 10, steps: { list: [{ from: 9, to: 10 }] } }]);
});

test('a change that is too long for the line is left out, and the news of it is not', () => {
  const outbox = new Outbox('a');
  outbox.add(told(3, 4, 'x'.repeat(limits.bus.payload)));
  const [message] = messagesOf(outbox);
  expect(message).toMatchObject({ version: 4, steps: { list: [{ from: 3, to: 4, isLive: true }] } });
  expect(JSON.stringify(message)).not.toContain('ops');
});

test('what changed is believed of a server of this portal alone', () => {
  const [ours, theirs] = [new Proof(Buffer.from('key')), new Proof(Buffer.from('another'))];
  const read = (by: Proof, text: string) => {
    const found = by.read(text);
    return decodePayload(found.text, found.isOurs)?.messages;
  };
  const outbox = new Outbox('a', limits.bus.natsPayload, (text) => ours.sign(text));
  outbox.add(told(3, 4));
  const [text = ''] = outbox.take();
  const hint = { kind: 'version', topic: 'ACME/RATES/DAILY', version: 4 };
  expect(read(ours, text)).toEqual([told(3, 4)]);
  expect(read(theirs, text)).toEqual([hint]);
  expect(read(ours, text.replace('"x"', '"y"'))).toEqual([hint]);
  expect(read(ours, text.slice(text.indexOf('{')))).toEqual([hint]);
});

test('every payload fits a NOTIFY and together they hold every message once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 1000 }), { maxLength: 60 }), (topics) => {
      const outbox = new Outbox('a');
      for (const topic of topics) outbox.add(version(topic, 1));
      const texts = outbox.take();
      expect(texts.every((text) => Buffer.byteLength(text) <= limits.bus.payload)).toBe(true);
      const back = texts.flatMap((text) => decodePayload(text)?.messages ?? []);
      const isWhole = texts.some((text) => decodePayload(text)?.isGap);
      if (!isWhole) expect(back).toEqual(topics.map((topic) => version(topic, 1)));
    }),
    { numRuns: 50 },
  );
});

test('a message that fits no payload becomes the word that something was missed', () => {
  const outbox = new Outbox('a');
  outbox.add(version('X'.repeat(9000), 1));
  expect(taken(outbox)).toEqual([{ node: 'a', messages: [], isGap: true }]);
});

test('more messages than may wait become the word that something was missed', () => {
  const outbox = new Outbox('a');
  for (let n = 0; n <= limits.bus.maxWaiting; n++) outbox.add(version(`ACME/RATES/${n}`, 1));
  expect(taken(outbox)).toEqual([{ node: 'a', messages: [], isGap: true }]);
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

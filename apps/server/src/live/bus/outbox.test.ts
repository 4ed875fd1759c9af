import { limits } from '@sheetwire/contract/limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BusMessage } from '#ports/bus.ts';
import { natsServers } from './open-bus.ts';
import { Outbox } from './outbox.ts';
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

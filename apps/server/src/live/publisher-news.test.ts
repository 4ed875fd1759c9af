import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import type { BusMessage } from '#ports/bus.ts';
import { Publishers } from '#report/publishers.ts';
import { LiveHub } from './hub.ts';
import { PublisherNews } from './publisher-news.ts';

const [one, two] = [branded<'Topic'>('ACME/A/ONE'), branded<'Topic'>('ACME/A/TWO')];

function rig() {
  const publishers = new Publishers();
  const told: BusMessage[] = [];
  const hub = new LiveHub({ variantsOf: () => undefined, opsOf: () => undefined });
  let now = 1_000_000;
  const news = new PublisherNews({
    publishers,
    hub,
    bus: { send: (message) => void told.push(message) },
    clock: { now: () => ++now },
  });
  const silent = (topic: Topic) => publishers.isSilent(topic);
  return { publishers, told, news, silent };
}

test('a publisher whose lease has lapsed is silent until it is heard, which is told at once', () => {
  const { news, told, silent, publishers } = rig();
  news.heard(one);
  news.heard(one);
  expect(told.length).toBe(1);
  news.lapsed(one, 1_000_002);
  expect([silent(one), publishers.seenAt(one)]).toEqual([true, 1_000_002]);
  news.heard(one);
  expect(silent(one)).toBe(false);
  expect(told.map((message) => 'isSilent' in message)).toEqual([false, true, false]);
});

test('a server that starts knows who was silent, but for who published since', () => {
  const { news, told, silent } = rig();
  const lapses = [{ topics: [one, two], seenAt: 500 }];
  news.remember(lapses, (topic) => (topic === two ? 501 : Number.NaN));
  expect([silent(one), silent(two), told]).toEqual([true, false, []]);
});

import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { expect, test, vi } from 'vitest';
import type { BusMessage } from '#ports/bus.ts';
import { Publishers } from '#report/publishers.ts';
import { toAll } from '#testing/to-all.ts';
import { LiveHub } from './hub.ts';
import { PublisherNews } from './publisher-news.ts';

const [one, two] = [branded<'Topic'>('ACME/A/ONE'), branded<'Topic'>('ACME/A/TWO')];

function rig() {
  let [now, steady] = [1_000_000, 0];
  const clock = { now: () => ++now, steady: () => steady };
  const publishers = new Publishers(clock);
  const told: BusMessage[] = [];
  const hub = new LiveHub(toAll);
  const news = new PublisherNews({
    publishers,
    hub,
    bus: { send: (message) => void told.push(message) },
    clock,
  });
  const silent = (topic: Topic) => publishers.isSilent(topic);
  const wait = (ms: number) => {
    now += ms;
    steady += ms;
  };
  const setClock = (ahead: number) => {
    now += ahead;
  };
  const isConnected = () => publishers.isConnected(one);
  const toViewers = vi.spyOn(hub, 'tell');
  return { publishers, told, news, silent, wait, setClock, isConnected, toViewers };
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
  news.remember(lapses, (topic) => 500 + limits.publisherLease + (topic === two ? 1 : 0));
  expect([silent(one), silent(two), told]).toEqual([true, false, []]);
});

test('a publisher that holds a lease is connected, which is told at once and with each of its publishes', () => {
  const { news, told, wait, isConnected } = rig();
  news.heard(one);
  expect(isConnected()).toBe(false);
  news.heard(one, { isConnected: true });
  expect([isConnected(), told.length]).toEqual([true, 2]);
  wait(limits.topicRefresh.desktop);
  news.heard(one);
  expect(told.map((message) => 'isConnected' in message)).toEqual([false, true, true]);
  wait(limits.publisherLease + 1);
  expect(isConnected()).toBe(false);
});

test('who is connected to a server whose clock is an hour off is connected here too, for as long as the lease', () => {
  const hour = 3_600_000;
  for (const ahead of [-hour, hour]) {
    const [there, here] = [rig(), rig()];
    there.setClock(ahead);
    there.news.heard(one, { isConnected: true });
    const seen = { at: 1_000_001 + ahead, isConnected: true, isSilent: false, hasVersion: false };
    here.news.told(one, seen);
    expect([here.isConnected(), here.publishers.seenAt(one)]).toEqual([true, seen.at]);
    expect(here.toViewers.mock.calls).toEqual([[one, 'publisher', expect.objectContaining({ isConnected: true })]]);
    here.wait(limits.publisherLease);
    expect([here.isConnected(), here.publishers.counts()]).toEqual([true, { connected: 1, silent: 0 }]);
    here.wait(1);
    expect([here.isConnected(), here.publishers.counts()]).toEqual([false, { connected: 0, silent: 0 }]);
  }
});

test('a clock that is set while a publisher is connected ends no lease', () => {
  const { news, setClock, isConnected } = rig();
  news.heard(one, { isConnected: true });
  setClock(3_600_000);
  expect(isConnected()).toBe(true);
});

test('a lease that lapsed connects nobody', () => {
  const { news, isConnected } = rig();
  news.heard(one, { isConnected: true });
  news.lapsed(one, 1_000_002);
  expect(isConnected()).toBe(false);
});

test('a publisher of versions is told of by these alone, and to other nodes so that they know it', () => {
  const { news, told, toViewers, publishers } = rig();
  news.heard(one, { hasVersion: true });
  expect([toViewers.mock.calls.length, told.length, publishers.seenAt(one)]).toEqual([0, 1, 1_000_001]);
  const other = rig();
  other.news.told(one, { at: 1_000_001, isConnected: false, isSilent: false, hasVersion: true });
  expect([other.toViewers.mock.calls.length, other.publishers.seenAt(one)]).toEqual([0, 1_000_001]);
});

test('a version of a publisher that was silent, or is connected, is told of beside it', () => {
  const { news, toViewers, wait } = rig();
  news.lapsed(one, 1_000_000);
  news.heard(one, { hasVersion: true });
  news.heard(two, { isConnected: true });
  wait(limits.topicRefresh.desktop);
  news.heard(two, { hasVersion: true });
  expect(toViewers.mock.calls.map(([topic]) => topic)).toEqual([one, one, two, two]);
});

test('a publisher whose silence was told in vain is told as silent, and one that is back or known to be silent is not', () => {
  const { news, told, wait, publishers } = rig();
  const seenAt = 1_000_000;
  const lapse = (topic: Topic) => [{ topics: [topic], seenAt }];
  // Its last version came a moment after it was noted that it was there.
  const lastPublish = () => seenAt + 2;
  news.missed(lapse(one), lastPublish);
  expect([publishers.isSilent(one), publishers.seenAt(one), told]).toEqual([true, seenAt, []]);
  wait(2 * limits.publisherLease);
  news.heard(one);
  news.missed(lapse(one), lastPublish);
  expect(publishers.isSilent(one)).toBe(false);
  news.missed(lapse(two), () => seenAt + 2 * limits.publisherLease);
  expect(publishers.isSilent(two)).toBe(false);
});

import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { afterEach, expect, test, vi } from 'vitest';
import type { Presence } from '#ports/stores.ts';
import { Unread } from '#report/from-log/unread.ts';
import { MissedVersions } from './missed-versions.ts';

const { atOnce } = limits.missedVersions;
const topics = Array.from({ length: 4 * atOnce }, (_, n) => branded<'Topic'>(`ACME/RATES/R${n}`));

const unread = new Unread({ now: () => 0 }, () => Number.POSITIVE_INFINITY);

/** A store in which every report has a newer version, on a server that knows none of them. */
function missed(refresh: (topic: Topic) => Promise<void>, onFault: (fault: unknown) => void) {
  const head = { version: 2, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };
  const reports = { headsSince: async () => topics.map((topic) => ({ ...head, topic })) };
  return new MissedVersions({
    stores: { now: async () => 1, reports },
    engine: { head: () => undefined, refresh, unread },
    clock: { now: () => 0 },
    onFault,
  });
}

afterEach(() => {
  vi.useRealTimers();
});

test('a report that the store is slow with keeps no other waiting, and only so many are read at once', async () => {
  const slow = Promise.withResolvers<void>();
  const read: Topic[] = [];
  let underWay = 0;
  let most = 0;
  const look = missed(
    async (topic) => {
      most = Math.max(most, ++underWay);
      if (topic === topics[0]) await slow.promise;
      else await Promise.resolve();
      underWay--;
      read.push(topic);
    },
    (fault) => expect.unreachable(String(fault)),
  );
  look.look();
  await expect.poll(() => read).toEqual(topics.slice(1));
  expect(most).toBe(atOnce);
  slow.resolve();
  await look.stop();
  expect(read).toEqual([...topics.slice(1), topics[0]]);
});

test('on a store of several servers a look begins well before the last one, on a store of its own where that ended', async () => {
  const asked: number[] = [];
  const headsSince = async (at: number) => {
    asked.push(at);
    return [];
  };
  const reports = { headsSince };
  const rest = {
    engine: { head: () => undefined, refresh: async () => undefined, unread },
    onFault: (fault: unknown) => expect.unreachable(String(fault)),
  };
  for (const shared of [{ presence: {} as Presence }, {}]) {
    const look = new MissedVersions({
      stores: { now: async () => 50_000, reports, ...shared },
      clock: { now: () => 0 },
      ...rest,
    });
    await look.begin();
    await look.looked();
    await look.stop();
  }
  expect(asked).toEqual([50_000 - limits.missedVersions.overlap, 50_000]);
});

test('one that cannot be read is told and asked for again, and the others are read', async () => {
  const faults: unknown[] = [];
  let tries = 0;
  const read = new Set<Topic>();
  const look = missed(
    async (topic) => {
      if (topic === topics[1] && ++tries === 1) throw new Error('unreadable');
      read.add(topic);
    },
    (fault) => faults.push(fault),
  );
  look.look();
  await look.stop();
  expect(faults).toEqual([new Error('unreadable')]);
  expect(read.size).toBe(topics.length - 1);
  look.look();
  await look.stop();
  expect(read.size).toBe(topics.length);
});

test('a look that fails while the server stops is not made again', async () => {
  vi.useFakeTimers();
  const faults: unknown[] = [];
  let asked = 0;
  const down = Promise.withResolvers<number>();
  const look = new MissedVersions({
    stores: {
      now: () => {
        asked++;
        return down.promise;
      },
      reports: { headsSince: async () => [] },
    },
    engine: { head: () => undefined, refresh: async () => undefined, unread },
    clock: { now: () => 0 },
    onFault: (fault) => faults.push(fault),
  });
  look.look();
  const stopped = look.stop();
  down.reject(new Error('closed'));
  await stopped;
  await vi.advanceTimersByTimeAsync(10 * limits.missedVersions.again);
  expect([asked, faults]).toEqual([1, [new Error('closed')]]);
});

test('a look that the store does not answer is made again soon, and what is shown is not vouched for any more', async () => {
  vi.useFakeTimers();
  const { again, every, vouches } = limits.missedVersions;
  let [steady, looks, isAway] = [0, 0, false];
  const missed = new MissedVersions({
    stores: {
      now: async () => {
        looks++;
        if (isAway) throw new Error('away');
        return 1;
      },
      reports: { headsSince: async () => [] },
    },
    engine: { head: () => undefined, refresh: async () => undefined, unread },
    clock: { now: () => 0, steady: () => steady },
    onFault: () => undefined,
  });
  const pass = async (ms: number) => {
    steady += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  missed.start();
  await pass(every);
  isAway = true;
  await pass(every);
  expect([looks, missed.isOverdue]).toEqual([2, false]);
  await pass(again);
  expect(looks).toBe(3);
  await pass(vouches - every - again + 1);
  expect(missed.isOverdue).toBe(true);
  isAway = false;
  await missed.looked();
  expect(missed.isOverdue).toBe(false);
  await missed.stop();
  const last = looks;
  await pass(2 * every);
  expect(looks).toBe(last);
});

test('it is told at once that nothing vouches for what is shown any more, and again until something does', async () => {
  vi.useFakeTimers();
  const { again, vouches } = limits.missedVersions;
  let steady = 0;
  let answer: () => Promise<number> = () => new Promise(() => undefined);
  const missed = new MissedVersions({
    stores: { now: () => answer(), reports: { headsSince: async () => [] } },
    engine: { head: () => undefined, refresh: async () => undefined, unread },
    clock: { now: () => 0, steady: () => steady },
    onFault: () => undefined,
  });
  let told = 0;
  missed.onOverdue = () => told++;
  const pass = async (ms: number) => {
    steady += ms;
    await vi.advanceTimersByTimeAsync(ms);
    return told;
  };
  const slow = Promise.withResolvers<number>();
  answer = () => slow.promise;
  missed.start();
  expect([await pass(vouches), await pass(1), await pass(again), await pass(again)]).toEqual([0, 1, 2, 3]);
  answer = async () => 1;
  slow.resolve(1);
  await pass(0);
  // The look that took so long vouches for nothing, the one that waited for it does.
  await missed.looked();
  told = 0;
  expect([missed.isOverdue, await pass(vouches - 1)]).toEqual([false, 0]);
  const stopped = missed.stop();
  await pass(2 * vouches);
  await stopped;
  expect(told).toBe(0);
});

test('a version that was just stored may be on its way: it is read from the store when it does not come', async () => {
  vi.useFakeTimers();
  let [known, reads] = [1, 0];
  const topic = branded<'Topic'>('ACME/RATES/DAILY');
  const head = { topic, version: 2, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };
  const missed = new MissedVersions({
    stores: { now: async () => 1, reports: { headsSince: async () => [head] } },
    engine: { head: () => ({ ...head, version: known }), refresh: async () => void reads++, unread },
    clock: { now: () => 0 },
    onFault: (fault) => expect.unreachable(String(fault)),
  });
  const look = async (meanwhile: number) => {
    const looked = missed.looked();
    await vi.advanceTimersByTimeAsync(limits.missedVersions.onItsWay - 1);
    known = meanwhile;
    await vi.advanceTimersByTimeAsync(1);
    await looked;
    return reads;
  };
  expect(await look(2)).toBe(0);
  known = 1;
  expect(await look(1)).toBe(1);
});

test('a look that could not read a newer version vouches for nothing', async () => {
  let [steady, isUnreadable] = [0, true];
  const [topic] = topics;
  const head = { version: 2, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };
  const missed = new MissedVersions({
    stores: { now: async () => 1, reports: { headsSince: async () => (topic ? [{ ...head, topic }] : []) } },
    engine: {
      unread,
      head: () => undefined,
      refresh: async () => {
        if (isUnreadable) throw new Error('the answer was lost');
      },
    },
    clock: { now: () => 0, steady: () => steady },
    onFault: () => undefined,
  });
  steady = limits.missedVersions.vouches + 1;
  await missed.looked();
  expect(missed.isOverdue).toBe(true);
  isUnreadable = false;
  await missed.looked();
  expect(missed.isOverdue).toBe(false);
});

test('what was lost is found by a look that begins later, though a report that it names cannot be read', async () => {
  let steady = 0;
  const says = Promise.withResolvers<number>();
  const [at, next] = [says.promise, Promise.resolve(1)];
  let looks = 0;
  const head = { version: 2, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };
  const missed = new MissedVersions({
    stores: {
      now: () => (looks++ === 0 ? at : next),
      reports: { headsSince: async () => topics.slice(0, 1).map((topic) => ({ ...head, topic })) },
    },
    engine: {
      unread,
      head: () => undefined,
      refresh: async () => {
        throw new Error('unreadable');
      },
    },
    clock: { now: () => 0, steady: () => steady },
    onFault: () => undefined,
  });
  expect([missed.isLossOpen, missed.isFailing]).toEqual([false, false]);
  const under = missed.looked();
  steady += 10;
  missed.noteLoss();
  says.resolve(1);
  await under;
  expect([missed.isLossOpen, missed.isFailing]).toEqual([true, true]);
  steady += 10;
  await missed.looked();
  expect([missed.isLossOpen, missed.isFailing]).toEqual([false, true]);
});

test('a look that takes long is in doubt before nothing vouches any more', () => {
  let steady = 0;
  const missed = new MissedVersions({
    stores: { now: () => new Promise<number>(() => undefined), reports: { headsSince: async () => [] } },
    engine: { head: () => undefined, refresh: async () => undefined, unread },
    clock: { now: () => 0, steady: () => steady },
    onFault: () => undefined,
  });
  const seen: [boolean, boolean][] = [];
  for (const at of [
    limits.missedVersions.doubts,
    limits.missedVersions.doubts + 1,
    limits.missedVersions.vouches + 1,
  ]) {
    steady = at;
    seen.push([missed.isFailing, missed.isOverdue]);
  }
  expect(seen).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});

test('what a look finds may have been kept since the look before it was told: so long it is known', async () => {
  let [steady, isThere] = [0, false];
  const [topic] = topics;
  const head = { version: 2, time: '', sender: '', isLive: true, viewSecret: null, publishSecret: null };
  const clock = { now: () => 0, steady: () => steady };
  const known = new Unread(clock, () => 1);
  const missed = new MissedVersions({
    stores: { now: async () => 1, reports: { headsSince: async () => (isThere && topic ? [{ ...head, topic }] : []) } },
    engine: { head: () => undefined, refresh: () => Promise.reject(new Error('unreadable')), unread: known },
    clock,
    onFault: () => undefined,
  });
  await missed.looked();
  [steady, isThere] = [1000, true];
  await missed.looked();
  expect([...known.allFor(1000)]).toEqual([[topic, 2]]);
  expect([...known.allFor(1001)]).toEqual([]);
});

test('a look far back finds what was held up in its commit; one that fails holds up no other', async () => {
  const head = { topic: topics[0] ?? expect.unreachable(), version: 2, time: '', sender: '', isLive: true };
  const found = { ...head, viewSecret: null, publishSecret: null };
  const [asked, read]: [(string | undefined)[], Topic[]] = [[], []];
  const now = 10_000_000;
  /** It became readable five minutes after it was made, and nobody looked for a while then. */
  const madeAt = now - 5 * 60_000 - limits.missedVersions.farBack.every;
  let isWell = false;
  const look = new MissedVersions({
    stores: {
      now: async () => now,
      reports: {
        headsSince: async (at, beside) => {
          asked.push(beside);
          if (beside && !isWell) throw new Error('slow');
          return at <= madeAt ? [found] : [];
        },
      },
    },
    engine: { head: () => undefined, refresh: async (topic) => void read.push(topic), unread },
    clock: { now: () => now },
    onFault: (fault) => expect.unreachable(String(fault)),
  });
  await look.begin();
  await look.looked();
  await expect(look.lookedFarBack()).rejects.toThrow('slow');
  await look.looked();
  expect([asked, read, look.isFailing]).toEqual([[undefined, 'reading', undefined], [], false]);
  isWell = true;
  await look.lookedFarBack();
  expect(read).toEqual([found.topic]);
});

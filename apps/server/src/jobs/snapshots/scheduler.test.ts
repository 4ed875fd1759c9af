import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreFault } from '#ports/store-fault.ts';
import type { Stores } from '#ports/stores.ts';
import { openStores } from '#storage/open-stores.ts';
import { cell, newGropic, report, table, whole } from '#storage/suite/builders.ts';
import { MovedClock } from '#storage/suite/moved-clock.ts';
import { SnapshotScheduler } from './scheduler.ts';

const hour = 3_600_000;
const day = 24 * hour;
const clock = new MovedClock();
const stopping: SnapshotScheduler[] = [];
let dataDir: string;
let stores: Stores;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-snapshots-'));
  stores = await openStores({ databaseUrl: '', dataDir, clock });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const scheduler of stopping.splice(0)) await scheduler.stop();
  await stores.close();
  await rm(dataDir, { recursive: true });
});
/** One server of those on the store. */
function server(owner = 'one') {
  const captured: Topic[] = [];
  const faults: unknown[] = [];
  const scheduler = new SnapshotScheduler({
    stores,
    settings: { versionHours: 24 },
    owner,
    onCaptured: (topic) => captured.push(topic),
    onFault: (fault) => faults.push(fault),
  });
  stopping.push(scheduler);
  return { scheduler, captured, faults };
}

/** A group whose reports are due an hour from now, at 13:00 UTC. */
async function dueGroup(): Promise<string> {
  clock.move(day + 12 * hour - (clock.now() % day));
  const gropic = newGropic();
  const setting = { gropic, captures: true, time: '13:00', location: 'Reykjavik', backdates: false };
  await stores.snapshotSettings.save(setting, { actor: 'ACME/ann', address: '' });
  return gropic;
}

const topicIn = (gropic: string, name = 'DAILY') => branded<'Topic'>(`${gropic}/${name}`);
const publish = (topic: Topic, version: number, text: string) =>
  stores.reports.append(whole({ topic, base: version - 1, version }, report(version, [text])));
const today = (days = 0) => new Date(clock.now() + days * day).toISOString().slice(0, 10);
const rowsOf = async (topic: Topic) =>
  (await stores.audit.read({ limit: 10_000 })).filter((row) => row.object === topic);
const shown = async (topic: Topic, date: string) => {
  const snapshot = await stores.snapshots.atOrBefore(topic, date);
  return snapshot?.date === date ? snapshot.report.pages[0]?.html : undefined;
};

test('a late snapshot holds the report as it stood when it was due, whatever was published since', async () => {
  const { scheduler, captured } = server();
  const topic = topicIn(await dueGroup());
  await publish(topic, 1, 'one');
  clock.move(hour);
  await stores.reports.append(cell({ topic, base: 1, version: 2 }, 'in time'));
  clock.move(1);
  await publish(topic, 3, 'too late');
  clock.move(hour);
  await publish(topic, 4, 'much too late');
  await scheduler.look();
  expect(captured).toEqual([topic]);
  expect(await shown(topic, today())).toBe(table(['in time']));
  const dueUtc = new Date(clock.now() - hour - 1).toISOString();
  expect(await rowsOf(topic)).toMatchObject([{ actor: 'schedule', after: { date: today(), version: 2, dueUtc } }]);
});

test('days that no server saw are made up for while the report is the same', async () => {
  const topic = topicIn(await dueGroup());
  await publish(topic, 1, 'the same');
  clock.move(3 * day);
  const { scheduler } = server();
  await scheduler.look();
  await scheduler.look();
  expect(await stores.snapshots.dates(topic)).toEqual([today(-1), today(-2), today(-3)]);
  expect(await rowsOf(topic)).toHaveLength(3);
});

test('a day whose content is gone is recorded as missed', async () => {
  const topic = topicIn(await dueGroup());
  await publish(topic, 1, 'first day');
  clock.move(2 * hour);
  await publish(topic, 2, 'second day');
  clock.move(day);
  await publish(topic, 3, 'now');
  await publish(topic, 4, 'just now');
  await stores.reports.prune(clock.now());
  const { scheduler } = server();
  await scheduler.look();
  expect(await stores.snapshots.dates(topic)).toEqual([today()]);
  expect(await shown(topic, today())).toBe(table(['second day']));
  const rows = await rowsOf(topic);
  expect(rows.map((row) => row.action)).toEqual(['snapshot captured', 'snapshot missed']);
  expect(rows[1]?.after).toMatchObject({ date: today(-1) });
});

test('a report that came after the instant, or was removed before it, has no snapshot', async () => {
  const gropic = await dueGroup();
  const [late, gone] = [topicIn(gropic, 'LATE'), topicIn(gropic, 'GONE')];
  await publish(gone, 1, 'x');
  await stores.reports.append(whole({ topic: gone, base: 1, version: 2 }, { ...report(2), pages: [] }));
  clock.move(hour);
  clock.move(1);
  await publish(late, 1, 'x');
  const { scheduler, captured } = server();
  await scheduler.look();
  expect(captured).toEqual([]);
  expect([...(await rowsOf(late)), ...(await rowsOf(gone))]).toEqual([]);
});

test('servers that look at once share what is due, each report once', async () => {
  const gropic = await dueGroup();
  const topics = Array.from({ length: 100 }, (_, n) => topicIn(gropic, `R${n}`));
  for (const topic of topics) await publish(topic, 1, topic);
  clock.move(hour);
  const servers = ['one', 'two', 'three'].map(server);
  await Promise.all(servers.map(({ scheduler }) => scheduler.look()));
  const captured = servers.flatMap((one) => one.captured);
  expect(captured.toSorted()).toEqual(topics.toSorted());
  for (const topic of topics) expect(await stores.snapshots.dates(topic)).toEqual([today()]);
});

test('a report that takes longer than a lease stays with its server, and those that wait behind it too', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const gropic = await dueGroup();
  const topics = ['R1', 'R2', 'R3', 'R4'].map((name) => topicIn(gropic, name));
  for (const topic of topics) await publish(topic, 1, topic);
  clock.move(hour);
  const [one, two] = [server('one'), server('two')];
  const [begun, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const contentAt = stores.snapshotSchedule.contentAt.bind(stores.snapshotSchedule);
  vi.spyOn(stores.snapshotSchedule, 'contentAt').mockImplementationOnce(async (...given) => {
    begun.resolve();
    await going.promise;
    return contentAt(...given);
  });
  const renewed = vi.spyOn(stores.snapshotSchedule, 'renew');
  const looking = one.scheduler.look();
  await begun.promise;
  for (let past = 0; past < 2 * limits.snapshots.lease; past += limits.snapshots.renew) {
    clock.move(limits.snapshots.renew);
    await vi.advanceTimersByTimeAsync(limits.snapshots.renew);
    await Promise.all(renewed.mock.results.map(({ value }) => value));
  }
  await two.scheduler.look();
  expect(two.captured).toEqual([]);
  going.resolve();
  await looking;
  expect(one.captured.toSorted()).toEqual(topics);
  expect(one.faults).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a report that cannot be read keeps no other from its snapshot and is given up after some tries', async () => {
  const gropic = await dueGroup();
  const [broken, whole1] = [topicIn(gropic, 'BROKEN'), topicIn(gropic, 'WHOLE')];
  await publish(broken, 1, 'x');
  await stores.reports.append(cell({ topic: broken, base: 1, version: 2 }, 'no such cell', 99));
  await publish(whole1, 1, 'x');
  clock.move(hour);
  const { scheduler, captured, faults } = server();
  for (let look = 0; look < limits.snapshots.tries + 2; look++) {
    await scheduler.look();
    clock.move(hour / 2);
  }
  expect(captured).toEqual([whole1]);
  expect(faults).toHaveLength(limits.snapshots.tries);
  expect(scheduler).toMatchObject({ captured: 1, missed: 1 });
  expect((await rowsOf(broken)).map((row) => row.action)).toEqual(['snapshot missed']);
});

test('a snapshot that is kept though its answer was lost is told of, and taken once', async () => {
  const topic = topicIn(await dueGroup());
  await publish(topic, 1, 'x');
  clock.move(hour);
  const { scheduler, captured, faults } = server();
  const finish = stores.snapshotSchedule.finish.bind(stores.snapshotSchedule);
  const lost = vi.spyOn(stores.snapshotSchedule, 'finish').mockImplementationOnce(async (...given) => {
    await finish(...given);
    throw new StoreFault('the answer was lost');
  });
  await scheduler.look();
  lost.mockRestore();
  expect(faults).toHaveLength(1);
  expect(captured).toEqual([topic]);
  clock.move(hour);
  await scheduler.look();
  expect(captured).toEqual([topic]);
  expect((await rowsOf(topic)).map((row) => row.action)).toEqual(['snapshot captured']);
});

test('a snapshot that is kept at the last try, though its answer was lost, is not counted as missed', async () => {
  const topic = topicIn(await dueGroup());
  await publish(topic, 1, 'x');
  clock.move(hour);
  const { scheduler, faults } = server();
  const finish = stores.snapshotSchedule.finish.bind(stores.snapshotSchedule);
  const lost = vi.spyOn(stores.snapshotSchedule, 'finish');
  for (let attempt = 1; attempt <= limits.snapshots.tries; attempt++) {
    lost.mockImplementationOnce(async (...given) => {
      if (attempt === limits.snapshots.tries) await finish(...given);
      throw new StoreFault('the answer was lost');
    });
    await scheduler.look();
    clock.move(hour / 2);
  }
  lost.mockRestore();
  expect(faults).toHaveLength(limits.snapshots.tries);
  expect(await stores.snapshots.dates(topic)).toEqual([today()]);
  expect(scheduler.missed).toBe(0);
});

test('it wakes by itself when something falls due, and after a fault of the store', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const topic = topicIn(await dueGroup());
  await publish(topic, 1, 'x');
  const captured = Promise.withResolvers<Topic>();
  const faults: unknown[] = [];
  let isDown = true;
  const scheduler = new SnapshotScheduler({
    stores: { snapshotSchedule: stores.snapshotSchedule, now: () => (isDown ? Promise.reject('down') : stores.now()) },
    settings: { versionHours: 24 },
    owner: 'one',
    onCaptured: captured.resolve,
    onFault: (fault) => faults.push(fault),
  });
  stopping.push(scheduler);
  await expect(scheduler.look()).rejects.toBe('down');
  isDown = false;
  clock.move(hour);
  vi.advanceTimersByTime(limits.snapshots.retry);
  expect(await captured.promise).toBe(topic);
});

test('a stop ends what is under way and takes nothing on any more', async () => {
  const gropic = await dueGroup();
  for (let n = 0; n < 40; n++) await publish(topicIn(gropic, `R${n}`), 1, 'x');
  clock.move(hour);
  const { scheduler, captured } = server();
  const looking = scheduler.look();
  await scheduler.stop();
  await looking;
  const other = server('two');
  await other.scheduler.look();
  expect(captured.length + other.captured.length).toBe(40);
});

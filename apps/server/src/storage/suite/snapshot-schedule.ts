import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import type { DueRun, SnapshotSetting } from '#ports/snapshot-schedule.ts';
import { cell, jane, newGropic, type Opened, report, table, whole } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const by = { actor: jane, address: '127.0.0.1' };

/** Due instants, runs and late content; the clock stands at noon UTC of some day when a test begins. */
export function snapshotScheduleSuite(open: Opened, clock: MovedClock): void {
  const noon = () => clock.move(day + 12 * hour - (clock.now() % day));
  const daily = (change: Partial<SnapshotSetting> = {}): SnapshotSetting => ({
    gropic: newGropic(),
    captures: true,
    time: '13:00',
    location: 'Reykjavik',
    backdates: false,
    ...change,
  });
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const topicIn = (gropic: string, name = 'DAILY') => branded<'Topic'>(`${gropic}/${name}`);
  const publish = (topic: Topic, version: number, text: string) =>
    open().reports.append(whole({ topic, base: version - 1, version }, report(version, [text])));
  /** A report that is published, at noon, with a setting for its group. */
  const scheduled = async (change: Partial<SnapshotSetting> = {}) => {
    noon();
    const setting = daily(change);
    const topic = topicIn(setting.gropic);
    await publish(topic, 1, 'x');
    await open().snapshotSettings.save(setting, by);
    return { setting, topic };
  };
  const taken: { run: DueRun; owner: string }[] = [];
  const runsOf = async (gropic: string, owner = 'one'): Promise<DueRun[]> => {
    while (await open().snapshotSchedule.expand());
    const runs = await open().snapshotSchedule.claim(owner, 1000, minute);
    taken.push(...runs.map((run) => ({ run, owner })));
    return runs.filter((run) => run.topic.startsWith(`${gropic}/`));
  };
  const endAll = async () => {
    for (const end of taken.splice(0)) await open().snapshotSchedule.finish(end);
  };
  const contentOf = async (topic: Topic, at: number) => {
    const past = await open().snapshotSchedule.contentAt(topic, at, clock.now() - day);
    return past.kind === 'report' ? past.report.pages[0]?.html : past.kind;
  };

  describe('snapshot settings', () => {
    test("a report's own setting beats its group's, every change is audited", async () => {
      const { snapshotSettings, audit } = open();
      const group = daily();
      const topic = topicIn(group.gropic);
      const own = daily({ gropic: branded<'Gropic'>(topic), captures: false, time: '08:30', backdates: true });
      expect(await snapshotSettings.effective(group.gropic)).toBeUndefined();
      await snapshotSettings.save(group, by);
      expect(await snapshotSettings.effective(own.gropic)).toEqual(group);
      expect(await snapshotSettings.get(own.gropic)).toBeUndefined();
      await snapshotSettings.save(own, by);
      await snapshotSettings.save(own, by);
      expect(await snapshotSettings.effective(own.gropic)).toEqual(own);
      expect(await snapshotSettings.list()).toEqual(expect.arrayContaining([group, own]));
      const rows = (await audit.read({ limit: 1000 })).filter((row) => row.object === own.gropic);
      expect(rows).toMatchObject([{ action: 'snapshot settings changed', actor: jane, before: null }]);
      expect(rows[0]?.after).toEqual({ captures: false, time: '08:30', location: 'Reykjavik', backdates: true });
    });
  });

  describe('due snapshots', () => {
    test('every report of a group is due once, a new one too, but not one with a setting of its own', async () => {
      noon();
      const setting = daily();
      const { gropic } = setting;
      await open().snapshotSettings.save(setting, by);
      for (const name of ['A', 'B', 'C']) await publish(topicIn(gropic, name), 1, name);
      await publish(topicIn(`${gropic}X`), 1, 'of another group');
      await open().snapshotSettings.save(daily({ gropic: branded<'Gropic'>(`${gropic}/C`), captures: false }), by);
      expect(await runsOf(gropic)).toEqual([]);
      clock.move(hour - 1);
      expect(await runsOf(gropic)).toEqual([]);
      clock.move(1);
      const runs = await runsOf(gropic);
      expect(runs.map(({ topic, date, dueAt }) => [topic, date, dueAt])).toEqual([
        [`${gropic}/A`, today(), clock.now()],
        [`${gropic}/B`, today(), clock.now()],
      ]);
      expect(await runsOf(gropic, 'two')).toEqual([]);
      await endAll();
    });

    test('a server that died lets its runs go after the lease; what it ends later without a snapshot counts for nothing', async () => {
      const { setting, topic } = await scheduled();
      clock.move(hour);
      const [first] = await runsOf(setting.gropic);
      clock.move(minute);
      const [second] = await runsOf(setting.gropic, 'two');
      expect(second).toEqual({ ...first, tries: 2 });
      if (!first || !second) throw new Error('not due');
      const snapshot = { topic, date: first.date, capturedAt: clock.now(), report: report(1) };
      expect(await open().snapshotSchedule.finish({ run: first, owner: 'one' })).toBe(false);
      expect(await open().snapshots.dates(topic)).toEqual([]);
      expect(await open().snapshotSchedule.finish({ run: second, owner: 'two', snapshot })).toBe(true);
      expect(await open().snapshotSchedule.finish({ run: second, owner: 'two', snapshot })).toBe(false);
      expect(await open().snapshots.dates(topic)).toEqual([first.date]);
    });

    test('the snapshot of a run that another server holds by now is kept, and the other one ends nothing', async () => {
      const { setting, topic } = await scheduled();
      clock.move(hour);
      const [first] = await runsOf(setting.gropic);
      clock.move(minute);
      const [second] = await runsOf(setting.gropic, 'two');
      if (!first || !second) throw new Error('not due');
      const snapshot = { topic, date: first.date, capturedAt: clock.now(), report: report(1) };
      const end = (run: DueRun, owner: string) => open().snapshotSchedule.finish({ run, owner, snapshot });
      const ended = [await end(first, 'one'), await end(second, 'two'), await open().snapshots.dates(topic)];
      expect(ended).toEqual([true, false, [first.date]]);
      clock.move(hour);
      expect(await runsOf(setting.gropic)).toEqual([]);
    });

    test('a run is held for as long as it is renewed, by its own server alone', async () => {
      await endAll();
      const { setting } = await scheduled();
      clock.move(hour);
      const runs = await runsOf(setting.gropic);
      clock.move(minute - 1);
      await open().snapshotSchedule.renew(runs, 'one', minute);
      await open().snapshotSchedule.renew(runs, 'two', hour);
      clock.move(minute - 1);
      expect(await runsOf(setting.gropic, 'two')).toEqual([]);
      clock.move(1);
      expect(await runsOf(setting.gropic, 'two')).toMatchObject([{ tries: 2 }]);
      await endAll();
    });

    test('a run that is given back waits, and the next look is at that time', async () => {
      await endAll();
      const { setting } = await scheduled({ time: '12:01' });
      expect(await open().snapshotSchedule.nextAt()).toBeLessThanOrEqual(clock.now() + minute);
      clock.move(minute);
      const [run] = await runsOf(setting.gropic);
      if (!run) throw new Error('not due');
      await open().snapshotSchedule.release(run, 'one', 5000);
      expect(await runsOf(setting.gropic)).toEqual([]);
      clock.move(5000);
      expect(await runsOf(setting.gropic)).toMatchObject([{ tries: 2 }]);
      await endAll();
    });

    test('a run that is held waits no longer when the clock is set back', async () => {
      await endAll();
      const { setting } = await scheduled({ time: '12:01' });
      clock.move(minute);
      const [run] = await runsOf(setting.gropic);
      if (!run) throw new Error('not due');
      await open().snapshotSchedule.release(run, 'one', 5000);
      clock.move(-hour);
      expect(await runsOf(setting.gropic)).toMatchObject([{ tries: 2 }]);
      clock.move(hour);
      await endAll();
    });

    test('what is due as it was set is still taken after a change; a new time today comes besides', async () => {
      const { setting } = await scheduled();
      clock.move(hour);
      await open().snapshotSettings.save({ ...setting, time: '14:00' }, by);
      expect(await runsOf(setting.gropic)).toHaveLength(1);
      await endAll();
      clock.move(hour);
      expect(await runsOf(setting.gropic)).toHaveLength(1);
      await endAll();
      await open().snapshotSettings.save({ ...setting, captures: false }, by);
      clock.move(2 * day);
      expect(await runsOf(setting.gropic)).toEqual([]);
      await endAll();
    });

    test('a report that gets a setting of its own is still due as it was its group’s until then', async () => {
      const { setting, topic } = await scheduled();
      clock.move(hour);
      await open().snapshotSettings.save(daily({ gropic: branded<'Gropic'>(topic), captures: false }), by);
      expect(await runsOf(setting.gropic)).toHaveLength(1);
      await endAll();
      clock.move(day);
      expect(await runsOf(setting.gropic)).toEqual([]);
    });

    test('a clock that goes back makes nothing due twice, one that was far ahead stops nothing', async () => {
      const { setting } = await scheduled();
      clock.move(hour);
      expect(await runsOf(setting.gropic)).toHaveLength(1);
      await endAll();
      clock.move(-2 * hour);
      expect(await runsOf(setting.gropic)).toEqual([]);
      await open().snapshotSettings.save({ ...setting, location: 'Accra' }, by);
      clock.move(2 * hour);
      expect(await runsOf(setting.gropic)).toEqual([]);
      clock.move(400 * day);
      expect(await runsOf(setting.gropic)).toHaveLength(7);
      await endAll();
      clock.move(-399 * day);
      expect(await runsOf(setting.gropic)).toEqual([]);
      clock.move(day);
      expect((await runsOf(setting.gropic)).map((run) => run.date)).toEqual([today()]);
      await endAll();
      clock.move(2 * day);
      expect(await runsOf(setting.gropic)).toHaveLength(2);
      await endAll();
      clock.move(-2 * day);
      expect(await runsOf(setting.gropic)).toEqual([]);
      clock.move(day);
      expect((await runsOf(setting.gropic)).map((run) => run.date)).toEqual([today()]);
      await endAll();
    });

    test('a late run leaves a snapshot of the date that was taken since', async () => {
      const { setting, topic } = await scheduled();
      clock.move(hour);
      const [run] = await runsOf(setting.gropic);
      if (!run) throw new Error('not due');
      const { date } = run;
      const late = { topic, date, capturedAt: clock.now(), report: report(1, ['late']) };
      await open().snapshots.capture({ ...late, report: report(1, ['by hand']) });
      expect(await open().snapshotSchedule.finish({ run, owner: 'one', snapshot: late })).toBe(true);
      expect((await open().snapshots.atOrBefore(topic, date))?.report.pages[0]?.html).toBe(table(['by hand']));
    });

    test('a snapshot that a clock far ahead dated gives way to the one of that day', async () => {
      const { setting, topic } = await scheduled();
      clock.move(hour);
      const [run] = await runsOf(setting.gropic);
      if (!run) throw new Error('not due');
      const { date } = run;
      const ahead = { topic, date, capturedAt: clock.now() + day, report: report(1, ['too early']) };
      await open().snapshots.capture(ahead);
      const snapshot = { ...ahead, capturedAt: clock.now(), report: report(1, ['of the day']) };
      await open().snapshotSchedule.finish({ run, owner: 'one', snapshot });
      expect((await open().snapshots.atOrBefore(topic, date))?.report.pages[0]?.html).toBe(table(['of the day']));
    });
  });

  describe('the content of an instant', () => {
    test('is the newest version up to then, replayed from the log', async () => {
      const { reports } = open();
      noon();
      const topic = topicIn(newGropic());
      expect(await contentOf(topic, clock.now())).toBe('none');
      const start = clock.now();
      await publish(topic, 1, 'one');
      clock.move(minute);
      await reports.append(cell({ topic, base: 1, version: 2 }, 'two'));
      clock.move(minute);
      await reports.append(cell({ topic, base: 2, version: 3 }, 'three'));
      expect(await contentOf(topic, start - 1)).toBe('none');
      expect(await contentOf(topic, start)).toBe(table(['one']));
      expect(await contentOf(topic, start + minute)).toBe(table(['two']));
      expect(await contentOf(topic, start + 2 * minute - 1)).toBe(table(['two']));
      expect(await contentOf(topic, clock.now())).toBe(table(['three']));
    });

    test('is kept though the report is published whole meanwhile', async () => {
      noon();
      const setting = daily();
      const topic = topicIn(setting.gropic);
      await publish(topic, 1, 'one');
      await open().reports.append(cell({ topic, base: 1, version: 2 }, 'two'));
      await open().snapshotSettings.save(setting, by);
      clock.move(hour);
      const due = clock.now();
      clock.move(1);
      await publish(topic, 3, 'three');
      clock.move(1);
      await publish(topic, 4, 'four');
      const [run] = await runsOf(setting.gropic);
      if (!run) throw new Error('not due');
      expect(await contentOf(topic, due)).toBe(table(['two']));
      expect(await contentOf(topic, due + 1)).toBe(table(['three']));
      expect(await contentOf(topic, due + 2)).toBe(table(['four']));
      await endAll();
    });

    test('is gone where versions were dropped that may have come after it', async () => {
      const { reports } = open();
      noon();
      const topic = topicIn(newGropic());
      await publish(topic, 1, 'one');
      clock.move(day);
      const between = clock.now();
      clock.move(day + 1);
      await reports.append(cell({ topic, base: 1, version: 2 }, 'two'));
      await reports.prune(clock.now() - hour);
      expect(await contentOf(topic, clock.now() - hour)).toBe(table(['one']));
      expect(await contentOf(topic, between)).toBe('gone');
    });
  });
}

import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { report } from '#storage/suite/builders.ts';
import { type GuardedDesk, guardedDesk, sheet } from './testing/guarded-report.ts';

let desk: GuardedDesk;
beforeAll(async () => {
  desk = await guardedDesk();
});
afterAll(() => desk.server.stop());

test('a snapshot of yesterday that is taken in the morning is what publishes are compared with from then on', async () => {
  const topic = 'ACME/GUARD/MORNING';
  await desk.guarded(topic, [{ kind: 'moved', cell: 'A1', percent: 10, since: 'snapshot', action: 'hold' }]);
  const publish = async (value: string) => {
    const { body } = await desk.bot.call('publish.publishReport', {
      topic,
      pages: [{ name: 'P', html: sheet(value) }],
    });
    return body;
  };
  const capture = () => desk.boss.call('admin/capturesnapshot/', { topic, location: 'Chicago', backdate: true });
  expect(await publish('100')).not.toHaveProperty('held');
  // Nothing was known of yesterday when the day's first publishes came.
  expect(await publish('200')).not.toHaveProperty('held');
  expect(await capture()).toMatchObject({ success: true });
  expect(await publish('230')).toMatchObject({ held: { rules: [{ words: 'A1 on P moved from 200 to 230: 15%' }] } });
  expect(await publish('210')).not.toHaveProperty('held');
  expect(await capture()).toMatchObject({ success: true });
  expect(await publish('230')).not.toHaveProperty('held');
});

test('a snapshot that another server took and could tell nobody of is what publishes are compared with seconds later', async () => {
  const { clock, stores } = desk.server;
  const topic = 'ACME/GUARD/UNTOLD';
  await desk.guarded(topic, [{ kind: 'moved', cell: 'A1', percent: 10, since: 'snapshot', action: 'hold' }]);
  const publish = async (value: string) => {
    const pages = [{ name: 'P', html: sheet(value) }];
    return (await desk.bot.call('publish.publishReport', { topic, pages })).body;
  };
  const takenElsewhere = (value: string) =>
    stores.snapshots.capture({
      topic: branded<'Topic'>(topic),
      date: '2026-11-20',
      capturedAt: clock.now(),
      report: { ...report(1), pages: [{ name: 'P', html: sheet(value), styles: [], user: null }] },
    });
  expect(await publish('100')).not.toHaveProperty('held');
  await takenElsewhere('100');
  clock.move(limits.guard.look);
  expect(await publish('120')).toMatchObject({ held: { rules: [{ words: 'A1 on P moved from 100 to 120: 20%' }] } });
  await takenElsewhere('110');
  clock.move(limits.guard.look);
  expect(await publish('120')).not.toHaveProperty('held');
});

import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { branded } from '@sheetwire/rules/name';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { type GuardedDesk, guardedDesk, sheet } from './testing/guarded-report.ts';

let desk: GuardedDesk;
beforeAll(async () => {
  desk = await guardedDesk();
});
afterAll(() => desk.server.stop());

const minute = 60_000;
const moved: GuardRule[] = [{ kind: 'moved', cell: 'A1', percent: 10, action: 'hold' }];
const publish = async (topic: string, ...values: string[]) =>
  (await desk.bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet(...values) }] })).body;
const shown = async (topic: string) => (await desk.ann.call('reports/report/', { topic })).pages;
const due = () => desk.server.app.reporting.releaseDue();

/** What waits is due to be released by itself. */
async function overdue(topic: string): Promise<Topic> {
  await desk.guarded(topic, moved, { releaseAfterMin: 5 });
  await publish(topic, '100');
  expect(await publish(topic, '200')).toMatchObject({ held: { version: 2 } });
  desk.server.clock.move(5 * minute);
  const report = parseTopic(topic);
  if (!report) throw new Error('malformed');
  return report;
}

test('what waits of a publisher who may publish no more stays for the admins, and keeps no other waiting', async () => {
  const topic = 'ACME/GUARD/NO-RIGHT';
  await overdue(topic);
  await desk.lists(topic, ['ACME/boss'], ['ACME/other']);
  await overdue('ACME/GUARD/WITH-RIGHT');
  await due();
  expect(await shown(topic)).toEqual([sheet('100')]);
  expect(await shown('ACME/GUARD/WITH-RIGHT')).toEqual([sheet('200')]);
  const { rows } = await desk.server.stores.audit.search({ object: 'ACME/GUARD/WITH-RIGHT', limit: 1 });
  expect(rows[0]).toMatchObject({
    action: 'publish released',
    after: expect.stringContaining('nobody decided in time'),
  });
  expect(await desk.boss.call('admin/guard/', { topic })).toMatchObject({ held: { version: 2, by: 'ACME/bot' } });
  const released = await desk.boss.post('publish/release/', { topic, version: 2, accept: true });
  expect(released.body).toMatchObject({ version: 2, changed: true });
});

test('nothing is released by itself behind a rollback that had its turn before it', async () => {
  const topic = 'ACME/GUARD/ROLLED-BACK';
  const report = await overdue(topic);
  const { engine } = desk.server.app.reporting;
  const stored = await desk.server.stores.past.read(report, 1);
  if (!stored) throw new Error('version 1 is gone');
  const first = Promise.withResolvers<never>();
  const before = engine.patch(report, first.promise);
  const asks = { sender: branded<'User'>('ACME/boss'), stillMay: () => undefined, reason: 'wrong', at: 0, address: '' };
  const back = engine.restore(report, { stored, ...asks });
  const asked = Promise.withResolvers<void>();
  const release = engine.release.bind(engine);
  const spy = vi.spyOn(engine, 'release').mockImplementation((...ask) => {
    const released = release(...ask);
    asked.resolve();
    return released;
  });
  const looked = due();
  await asked.promise;
  first.reject(new Refusal('malformed'));
  await expect(before).rejects.toThrow(Refusal);
  expect(await back).toMatchObject({ changed: true });
  await looked;
  spy.mockRestore();
  expect(await shown(topic)).toEqual([sheet('100')]);
  expect(await desk.boss.call('admin/guard/', { topic })).toMatchObject({ held: { version: 2 } });
});

import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { limits } from '@sheetwire/contract/limits';
import { parseTopic } from '@sheetwire/rules/topic';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { type GuardedDesk, guardedDesk, sheet } from './testing/guarded-report.ts';

let desk: GuardedDesk;
beforeAll(async () => {
  desk = await guardedDesk();
});
afterAll(() => desk.server.stop());

const moved: GuardRule[] = [{ kind: 'moved', cell: 'A1', percent: 10, action: 'hold' }];
const publish = (topic: string, ...values: string[]) =>
  desk.bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet(...values) }] });

test('nothing of a held publish is in any answer that a viewer gets, by time, version or cell', async () => {
  const topic = 'ACME/GUARD/UNSEEN';
  await desk.guarded(topic, moved);
  await publish(topic, '100', 'a');
  desk.server.clock.move(1000);
  expect((await publish(topic, '777', 'secret')).body).toMatchObject({ held: { version: 2 } });
  desk.server.clock.move(1000);
  const at = new Date(desk.server.clock.now()).toISOString();
  const figure = { topic, version: 2, page: 'P', cell: 'A1', text: '777' };
  const answers = {
    live: await desk.ann.call('reports/report/', { topic }),
    past: await desk.ann.call('reports/report/', { topic, at }),
    number: await desk.ann.call('reports/report/', { topic, at: 2 }),
    cell: await desk.ann.call('reports/cellhistory/', { topic, page: 'P', cell: 'A1' }),
    versions: await desk.ann.call('reports/versions/', { topic }),
  };
  expect(answers).toMatchObject({
    live: { version: 1, pages: [sheet('100', 'a')] },
    past: { shownVersion: 1, newer: 0 },
    number: { shownVersion: 1 },
    versions: { newestVersion: 1 },
  });
  expect(JSON.stringify(answers)).not.toMatch(/777|secret/);
  expect(await desk.ann.call('reports/verify/', figure)).toMatchObject({ state: 'gone', figures: [] });
  expect((await desk.ann.post('publishing/report/', { topic })).status).toBe(403);
});

test('publishers and admins of the report are told what waits, in words', async () => {
  const topic = 'ACME/GUARD/TOLD';
  await desk.guarded(topic, moved, { releaseAfterMin: 5 });
  await publish(topic, '100');
  await publish(topic, '200');
  const { waits } = await desk.boss.call('publishing/report/', { topic });
  const { held } = await desk.boss.call('admin/guard/', { topic });
  expect(waits).toEqual(held);
  expect(waits).toMatchObject({ version: 2, by: 'ACME/bot', liveVersion: 1, releaseUtc: expect.any(String) });
});

test('another publisher takes nothing back that is not its own, and what its own takes back is told as withdrawn', async () => {
  const topic = 'ACME/GUARD/OWN';
  await desk.guarded(topic, moved);
  await publish(topic, '100');
  await publish(topic, '200');
  const back = { topic, version: 2, accept: false };
  expect((await desk.other.call('publish.publishRelease', back)).status).toBe(403);
  expect((await desk.bot.call('publish.publishRelease', back)).status).toBe(200);
  expect((await desk.boss.call('publishing/report/', { topic })).refused).toMatchObject([
    { message: 'Withdrawn by ACME/bot' },
  ]);
});

test('a right that is lost while a release waits for its turn releases nothing', async () => {
  const topic = 'ACME/GUARD/LOST';
  await desk.guarded(topic, moved);
  await publish(topic, '100');
  await publish(topic, '200');
  const { engine } = desk.server.app.reporting;
  const [report] = [parseTopic(topic)].flatMap((found) => found ?? []);
  if (!report) throw new Error('malformed');
  const note = { at: 0, actor: 'ACME/boss', action: 'publish released', object: topic, address: '' };
  const stillMay = () => {
    throw new Refusal('not_allowed');
  };
  await expect(engine.release(report, { number: 2, note, stillMay })).rejects.toThrow(Refusal);
  expect(await desk.ann.call('reports/report/', { topic })).toMatchObject({ version: 1, pages: [sheet('100')] });
  expect(await desk.boss.call('admin/guard/', { topic })).toMatchObject({ held: { version: 2 } });
});

test('a right that is lost while rules are read tells neither them nor what waits', async () => {
  const topic = 'ACME/GUARD/LOSING';
  await desk.guarded(topic, moved);
  await publish(topic, '100');
  await publish(topic, '777');
  const { guard } = desk.server.stores;
  const marked = guard.marked.bind(guard);
  const read = vi.spyOn(guard, 'marked').mockImplementationOnce(async (...asked) => {
    await desk.lists(topic, ['ACME/other']);
    return marked(...asked);
  });
  expect(await desk.boss.call('admin/guard/', { topic, difference: true })).toEqual({ unauthorized: true });
  read.mockRestore();
});

test('words of a rule stay short, however long the cell and however many the names', async () => {
  const topic = 'ACME/GUARD/LONG';
  await desk.guarded(topic, moved);
  await publish(topic, '100');
  const held = (await publish(topic, 'x'.repeat(100_000))).body.held;
  expect(held).toMatchObject({ rules: [{ rule: 0 }] });
  expect(JSON.stringify(held).length).toBeLessThan(500);
});

test('who looks at what waits too often is told to wait, who asks for the rules is not', async () => {
  const topic = 'ACME/GUARD/OFTEN';
  await desk.guarded(topic, moved);
  for (const value of ['100', '777']) await publish(topic, value);
  const statuses = async (more: object) => {
    const ask = () => desk.boss.post('admin/guard/', { topic, ...more });
    const all = await Promise.all(Array.from({ length: limits.log.perUser + 10 }, ask));
    return new Set(all.map(({ status }) => status));
  };
  expect(await statuses({})).toEqual(new Set([200]));
  expect(await statuses({ sides: true })).toEqual(new Set([200, 429]));
});

import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedDesk, guardedDesk, sheet } from './testing/guarded-report.ts';

let desk: GuardedDesk;
beforeAll(async () => {
  desk = await guardedDesk();
});
afterAll(() => desk.server.stop());

const rules: GuardRule[] = [{ kind: 'moved', cell: 'A1', percent: 10, action: 'hold' }];
const publish = (topic: string, value: string) =>
  desk.bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet(value) }] });
const cells = (topic: string, baseVersion: number, html: string) =>
  desk.bot.call('publish.publishCells', { topic, baseVersion, cells: [{ page: 'P', cell: 'A1', html }] });

/** As another server does it whose message is lost. */
async function savedElsewhere(topic: string, revision: number, now: readonly GuardRule[]): Promise<void> {
  const setting = { topic: branded<'Topic'>(topic), rules: now, releaseAfterMin: 0, revision };
  const note = { at: 1, actor: 'ACME/boss', action: 'guard changed', object: topic, address: '' };
  expect(await desk.server.stores.guard.save(setting, note)).toBe(true);
}

test('rules that another server was given hold the next publish here, though no message came', async () => {
  for (const [topic, again] of [
    ['ACME/ELSEWHERE/WHOLE', publish],
    ['ACME/ELSEWHERE/CELLS', (topic: string, value: string) => cells(topic, 1, value)],
  ] as const) {
    await desk.lists(topic, ['ACME/boss']);
    await publish(topic, '100');
    await savedElsewhere(topic, 0, rules);
    expect((await again(topic, '200')).body).toMatchObject({ held: { version: 2 } });
    expect((await desk.ann.call('reports/report/', { topic })).pages).toEqual([sheet('100')]);
  }
});

test('rules that another server took away are read with the next publish that is kept', async () => {
  const topic = 'ACME/ELSEWHERE/AWAY';
  await desk.guarded(topic, rules);
  await publish(topic, '100');
  await savedElsewhere(topic, 1, []);
  expect((await publish(topic, '101')).body).toMatchObject({ version: 2, changed: true });
  expect((await publish(topic, '200')).body).toMatchObject({ version: 3, changed: true });
});

import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { type GuardedDesk, guardedDesk, sheet } from './testing/guarded-report.ts';

let desk: GuardedDesk;
beforeAll(async () => {
  desk = await guardedDesk();
});
afterAll(() => desk.server.stop());

const moved: GuardRule[] = [{ kind: 'moved', cell: 'A1', percent: 10, action: 'hold' }];
const publish = (topic: string, ...values: string[]) =>
  desk.bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet(...values) }] });
const tick = (topic: string, baseVersion: number, A2: string) =>
  desk.bot.call('publish.publishCells', { topic, baseVersion, cells: [{ page: 'P', cell: 'A2', html: A2 }] });
const shown = async (topic: string) => (await desk.ann.call('reports/report/', { topic })).pages;
const release = (topic: string, more: object) =>
  desk.boss.post('publish/release/', { topic, version: 2, accept: true, ...more });
const look = async (topic: string) => {
  const { held } = await desk.boss.call('admin/guard/', { topic, difference: true });
  return (held as { revision: number }).revision;
};

/** Something waits that was looked at; then cells come into it. */
async function ticking(topic: string): Promise<number> {
  await desk.guarded(topic, moved);
  await publish(topic, '100', 'a');
  await publish(topic, '200', 'b');
  const revision = await look(topic);
  expect((await tick(topic, 2, 'c')).body).toMatchObject({ held: { version: 2 } });
  return revision;
}

test('what was looked at is released, and what came since is judged against it: here it goes live at once', async () => {
  const topic = 'ACME/SEEN/TICKING';
  const revision = await ticking(topic);
  const from = (await desk.ann.call('reports/report/', { topic })).version;
  expect(from).toBe(1);
  expect((await release(topic, { revision })).body).toMatchObject({ version: 3, changed: true });
  expect(await shown(topic)).toEqual([sheet('200', 'c')]);
  expect((await desk.ann.call('reports/report/', { topic, at: 3 })).pages).toEqual([sheet('200', 'b')]);
  // The number of what waited is no version: cells for it are not taken for cells of another content.
  expect((await tick(topic, 2, 'd')).body).toMatchObject({ error: { code: 'wrong_base_version' } });
  expect((await tick(topic, 4, 'd')).body).toMatchObject({ version: 5, changed: true });
});

test('what came since and breaks a rule waits on, under another number', async () => {
  const topic = 'ACME/SEEN/WAITS-ON';
  await desk.guarded(topic, moved);
  await publish(topic, '100');
  await publish(topic, '200');
  const revision = await look(topic);
  expect((await publish(topic, '300')).body).toMatchObject({ held: { version: 2 } });
  const released = (await release(topic, { revision })).body;
  expect(released).toMatchObject({ version: 3, changed: true, held: { version: 4, rules: [{ rule: 0 }] } });
  expect(await shown(topic)).toEqual([sheet('200')]);
  expect((await desk.boss.post('publish/release/', { topic, version: 4, accept: true })).status).toBe(200);
  expect(await shown(topic)).toEqual([sheet('300')]);
});

test('who watches hears of what waits on, and never in between that nothing does', async () => {
  const topic = 'ACME/SEEN/TOLD';
  await desk.guarded(topic, moved);
  await publish(topic, '100');
  await publish(topic, '200');
  const revision = await look(topic);
  await publish(topic, '300');
  const stream = await StreamClient.open(await listen(desk.server), { cookie: desk.ann.cookie });
  try {
    await stream.watch([{ topic, version: 1 }]);
    const first = await stream.next('waiting');
    expect(first.sinceUtc).toEqual(expect.any(String));
    await release(topic, { revision });
    const next = await stream.next('waiting');
    expect(next.sinceUtc).toEqual(expect.any(String));
  } finally {
    stream.close();
  }
});

test('a revision that nobody looked at, or that is long past, is refused, and nothing goes live', async () => {
  const topic = 'ACME/SEEN/STALE';
  const revision = await ticking(topic);
  const first = await release(topic, { revision: 99 });
  expect([first.status, first.body]).toMatchObject([409, { error: { code: 'held_changed', have: revision + 1 } }]);
  for (let n = 0; n < limits.guard.seen; n++) {
    await look(topic);
    await tick(topic, 2, `t${n}`);
  }
  expect((await release(topic, { revision })).body).toMatchObject({ error: { code: 'held_changed' } });
  expect(await shown(topic)).toEqual([sheet('100', 'a')]);
  expect((await release(topic, {})).status).toBe(200);
  expect(await shown(topic)).toEqual([sheet('200', `t${limits.guard.seen - 1}`)]);
});

test('of two who looked at different states one releases, and the other is told that it waits no more', async () => {
  const topic = 'ACME/SEEN/TWO';
  const revision = await ticking(topic);
  const newer = await look(topic);
  const answers = await Promise.all([release(topic, { revision }), release(topic, { revision: newer })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('a rejection drops what waits, whatever was looked at', async () => {
  const topic = 'ACME/SEEN/REJECTED';
  const revision = await ticking(topic);
  expect((await release(topic, { revision, accept: false })).status).toBe(200);
  expect(await shown(topic)).toEqual([sheet('100', 'a')]);
  expect((await desk.boss.call('admin/guard/', { topic })).held).toBeUndefined();
});

import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { branded } from '@sheetwire/rules/name';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedDesk, guardedDesk, sheet } from './testing/guarded-report.ts';

let desk: GuardedDesk;
beforeAll(async () => {
  desk = await guardedDesk();
});
afterAll(() => desk.server.stop());

const moved: GuardRule[] = [{ kind: 'moved', cell: 'A1', percent: 10, action: 'hold' }];

type Who = 'bot' | 'other';

async function publish(who: Who, topic: string, values: readonly string[], more = {}) {
  const pages = [{ name: 'P', html: sheet(...values) }];
  return (await desk[who].call('publish.publishReport', { topic, pages, ...more })).body;
}

async function cells(who: Who, topic: string, baseVersion: number, set: Record<string, string>) {
  const named = Object.entries(set).map(([cell, html]) => ({ page: 'P', cell, html }));
  return (await desk[who].call('publish.publishCells', { topic, baseVersion, cells: named })).body;
}

const shown = (topic: string) => desk.ann.call('reports/report/', { topic });
const waits = async (topic: string) => (await desk.boss.call('admin/guard/', { topic, sides: true })).held;

function topicOf(text: string): Topic {
  const topic = parseTopic(text);
  if (!topic) throw new Error('malformed');
  return topic;
}

/** Two cells are live, and the bot's next publish waits. */
async function waiting(topic: string, more = {}): Promise<void> {
  await desk.guarded(topic, moved);
  expect(await publish('bot', topic, ['100', 'a'])).toMatchObject({ version: 1, changed: true });
  expect(await publish('bot', topic, ['200', 'a'], more)).toMatchObject({ version: 1, held: { version: 2 } });
}

test('cells of another publisher are not set on what waits, whichever version they name', async () => {
  const topic = 'ACME/GUARD/OTHERS-CELLS';
  await waiting(topic);
  const refused = { error: { code: 'wrong_base_version', have: 1 } };
  expect(await cells('other', topic, 1, { A2: 'b' })).toMatchObject(refused);
  expect(await cells('other', topic, 2, { A2: 'b' })).toMatchObject(refused);
  expect(await waits(topic)).toMatchObject({ by: 'ACME/bot', sides: { held: { pages: [sheet('200', 'a')] } } });
  expect(await cells('bot', topic, 1, { A2: 'c' })).toMatchObject({ held: { version: 2 } });
});

test('a secret that waits does not go live, nor wait on, with the publish of another publisher', async () => {
  const topic = 'ACME/GUARD/OTHERS-SECRET';
  await waiting(topic, { viewSecret: 'hush' });
  expect(await publish('other', topic, ['101', 'a'])).toMatchObject({ version: 3, changed: true });
  expect(await shown(topic)).toMatchObject({ pages: [sheet('101', 'a')] });
  expect(await publish('bot', topic, ['200', 'a'], { viewSecret: 'hush' })).toMatchObject({ held: { version: 4 } });
  expect(await publish('other', topic, ['300', 'a'])).toMatchObject({ held: { version: 4 } });
  expect(await waits(topic)).toMatchObject({ by: 'ACME/other' });
  const released = await desk.boss.post('publish/release/', { topic, version: 4, accept: true });
  expect(released.body).toMatchObject({ changed: true });
  expect(await shown(topic)).toMatchObject({ pages: [sheet('300', 'a')] });
});

test('a publisher whose waiting publish another one took away by sending what is live sends all of it next', async () => {
  const topic = 'ACME/GUARD/OTHERS-SAME';
  await desk.guarded(topic, moved);
  expect(await publish('other', topic, ['100', 'a'])).toMatchObject({ version: 1, changed: true });
  expect(await publish('bot', topic, ['200', 'a'])).toMatchObject({ held: { version: 2 } });
  expect(await publish('other', topic, ['100', 'a'])).toMatchObject({ version: 1, changed: false });
  expect(await waits(topic)).toBeUndefined();
  // Its next cells would leave out what waited, and nobody would know.
  expect(await cells('bot', topic, 1, { A2: 'b' })).toMatchObject({ error: { code: 'wrong_base_version' } });
  expect(await publish('bot', topic, ['105', 'b'])).toMatchObject({ changed: true });
});

test('cells for what waited are not set on the version of another publisher that took its place', async () => {
  const topic = 'ACME/GUARD/OTHERS-NUMBER';
  await waiting(topic);
  const { version, changed } = await publish('other', topic, ['101', 'x']);
  expect([changed, version]).toEqual([true, 3]);
  expect(await cells('bot', topic, 2, { A2: 'b' })).toMatchObject({ error: { code: 'wrong_base_version', have: 3 } });
  expect(await shown(topic)).toMatchObject({ pages: [sheet('101', 'x')] });
});

test('cells that are set in place are read by nobody before their version is kept', async () => {
  const topic = 'ACME/GUARD/IN-PLACE';
  await desk.guarded(topic, moved);
  await publish('bot', topic, ['100', 'a']);
  const { engine } = desk.server.app.reporting;
  const report = topicOf(topic);
  const read = () => engine.read(report, (state) => [state?.version, state?.pages[0]?.html.includes('>secret<')]);
  const seen: Promise<unknown>[] = [];
  const looked = async () => {
    for (let n = 0; n < 50; n++) {
      await Promise.resolve();
      seen.push(read());
    }
  };
  let looking: Promise<void> | undefined;
  const stillMay = () => {
    looking = looked();
  };
  const set = [{ page: 'P', cell: 'A2', html: 'secret' }];
  const input = { baseVersion: 1, cells: set, sender: branded<'User'>('ACME/bot'), stillMay };
  expect(await engine.patch(report, input)).toMatchObject({ version: 2 });
  await looking;
  expect(seen).toHaveLength(50);
  for (const one of await Promise.all(seen)) expect(one).toEqual([2, true]);
});

test('removing a report drops what waits of it, also before anything was live', async () => {
  const topic = 'ACME/GUARD/REMOVED';
  await desk.guarded(topic, [{ kind: 'range', cell: 'A1', max: 10, action: 'hold' }]);
  expect(await publish('bot', topic, ['100'])).toMatchObject({ version: 0, held: { version: 1 } });
  const remove = async () => (await desk.bot.call('publish.publishRemove', { topic })).body;
  expect(await remove()).toEqual({ removed: true });
  expect(await waits(topic)).toBeUndefined();
  expect(await remove()).toEqual({ removed: false });
  const late = await desk.boss.post('publish/release/', { topic, version: 1, accept: true });
  expect(late.body).toMatchObject({ error: { code: 'held_is_gone' } });
  expect(await publish('bot', topic, ['5'])).toMatchObject({ version: 1, changed: true });
  expect(await publish('bot', topic, ['50'])).toMatchObject({ held: { version: 2 } });
  expect(await remove()).toEqual({ removed: true });
  expect(await publish('bot', topic, ['60'])).toMatchObject({ held: {} });
  expect(await remove()).toEqual({ removed: true });
  expect([await waits(topic), await remove()]).toEqual([undefined, { removed: false }]);
});

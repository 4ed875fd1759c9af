import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LiveBooks } from '#books/live-books.ts';
import { publisherOf, type TestPublisher } from '../../testing/publisher.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

let servers: TwoServers;
let bot: TestPublisher;
beforeAll(async () => {
  servers = await startTwoServers();
  bot = await publisherOf(servers.here, 'ACME/bot');
}, 60_000);
afterAll(() => servers.stop(), 60_000);

const topic: Topic = branded<'Topic'>('ACME/DESK/ORDERS');

async function send(server: TestApp, method: 'PUT' | 'POST', path: string, payload: Buffer | object) {
  const headers = { authorization: `Bearer ${bot.key}` };
  const answer = await server.app.fastify.inject({ method, url: `/api/v1/publish/${path}`, headers, payload });
  return { status: answer.statusCode, ...answer.json<{ version?: number }>() };
}

const set = (server: TestApp, row: number, value: number) =>
  send(server, 'POST', 'values/', { topic, sheets: [{ name: 'Prices', cells: [[`A${row}`, value]] }] });
const put = (server: TestApp) =>
  send(
    server,
    'PUT',
    `workbook/${topic}`,
    Buffer.from(buildXlsx({ sheets: [{ name: 'Prices', body: cellsXml([[1], [2], [3]]) }] })),
  );

async function shown(server: TestApp): Promise<string[]> {
  await server.app.reporting.engine.refresh(topic);
  const html = await server.app.reporting.engine.read(topic, (state) => state?.pages[0]?.html ?? '');
  return [...html.matchAll(/data-cell="A\d"[^>]*>([^<]*)</g)].map(([, text = '']) => text);
}

test('any server goes on from what another one set, without the workbook', async () => {
  const { here, there } = servers;
  await put(here);
  expect((await set(here, 1, 10)).status).toBe(200);
  expect((await set(there, 2, 20)).status).toBe(200);
  expect((await set(here, 3, 30)).status).toBe(200);
  expect(await shown(there)).toEqual(['10', '20', '30']);
});

test('values of two servers at once are each set whole or asked for again', async () => {
  const { here, there } = servers;
  await put(here);
  await there.app.reporting.engine.refresh(topic);
  for (let n = 0; n < 5; n++) {
    const answers = await Promise.all([set(here, 1, n + 100), set(there, 2, n + 200)]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const cells = await shown(here);
    if (answers[0]?.status === 200) expect(cells[0]).toBe(String(n + 100));
    if (answers[1]?.status === 200) expect(cells[1]).toBe(String(n + 200));
    expect(await shown(there)).toEqual(cells);
    await put(here);
    await there.app.reporting.engine.refresh(topic);
  }
});

test('many values are written as one list, and a server that starts reads them all', async () => {
  const { here } = servers;
  await put(here);
  for (let n = 0; n < limits.values.fold + 3; n++) expect((await set(here, (n % 2) + 1, n)).status).toBe(200);
  const kept = await here.stores.books.find(topic);
  if (!kept) throw new Error('no workbook is kept');
  const read = await here.stores.books.read(kept);
  expect(read?.records.length).toBeLessThan(10);
  const fresh = new LiveBooks({
    store: here.stores.books,
    clock: here.clock,
    chance: { bytes: () => new Uint8Array(12) },
  });
  const sheets = [{ name: 'Prices', cells: [['A3', 5]] as [string, number][] }];
  const made = await fresh.set(kept, { sheets }, { topic, metadata: {} });
  await fresh.close();
  const body = made?.outcome === 'set' && 'body' in made.made ? Buffer.from(made.made.body).toString() : '';
  expect([...body.matchAll(/data-cell=\\"A\d\\"[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(['66', '65', '5']);
});

test('a removal waits for the workbook that is being published: what is live afterwards is whole', async () => {
  const { here } = servers;
  await put(here);
  const { engine } = here.app.reporting;
  const entered = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const publish = engine.publish.bind(engine);
  const held = vi.spyOn(engine, 'publish').mockImplementationOnce(async (...asked) => {
    entered.resolve();
    await gate.promise;
    return publish(...asked);
  });
  const published = put(here);
  await entered.promise;
  const removed = send(here, 'POST', 'remove/', { topic });
  // The other call is answered only after the removal has come to where it waits or has acted.
  await send(here, 'POST', 'open/', { topic });
  gate.resolve();
  expect([(await published).status, (await removed).status]).toEqual([200, 200]);
  held.mockRestore();
  const isKept = (await here.stores.books.find(topic)) !== undefined;
  expect([engine.head(topic)?.isLive, isKept]).toEqual([false, false]);
});

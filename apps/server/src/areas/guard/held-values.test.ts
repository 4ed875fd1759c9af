import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { parseTopic } from '@sheetwire/rules/topic';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestPublisher } from '../../testing/publisher.ts';
import { type GuardedDesk, guardedDesk, sheet } from './testing/guarded-report.ts';

let desk: GuardedDesk;
beforeAll(async () => {
  desk = await guardedDesk();
});
afterAll(() => desk.server.stop());

const moved: GuardRule[] = [{ kind: 'moved', cell: 'A1', percent: 10, action: 'hold' }];
const book = (...values: number[]) =>
  Buffer.from(buildXlsx({ sheets: [{ name: 'P', body: cellsXml(values.map((value) => [value])) }] }));
const needed = { status: 409, error: { code: 'workbook_needed' } };

async function guardedBook(name: string) {
  const topic = `ACME/GUARD/${name}`;
  await desk.guarded(topic, moved);
  const send = async (by: TestPublisher, method: 'PUT' | 'POST', path: string, payload: Buffer | object) => {
    const headers = { authorization: `Bearer ${by.key}` };
    const answer = await desk.server.app.fastify.inject({ method, url: `/api/v1/publish/${path}`, headers, payload });
    return { status: answer.statusCode, ...answer.json<Record<string, unknown>>() };
  };
  const valuesBy = (by: TestPublisher, cells: [string, number][], more: object = {}) =>
    send(by, 'POST', 'values/', { topic, sheets: [{ name: 'P', cells }], ...more });
  return {
    topic,
    put: (...values: number[]) => send(desk.bot, 'PUT', `workbook/${topic}`, book(...values)),
    values: (...cells: [string, number][]) => valuesBy(desk.bot, cells),
    valuesBy,
    release: (version: number, accept: boolean) => send(desk.bot, 'POST', 'release/', { topic, version, accept }),
    post: (path: string, payload: object) => send(desk.bot, 'POST', path, { topic, ...payload }),
    async shown(): Promise<string[]> {
      const { pages } = (await desk.ann.call('reports/report/', { topic })) as { pages: readonly string[] };
      return [...pages.join('').matchAll(/data-cell="A\d"[^>]*>([^<]*)</g)].map(([, text = '']) => text);
    },
    waits: async () => (await desk.boss.call('admin/guard/', { topic })).held,
  };
}

test('values go on from what waits, and all of them are there once they may be seen', async () => {
  const { put, values, shown, waits } = await guardedBook('VALUES');
  expect(await put(100, 1)).toMatchObject({ version: 1, changed: true });
  expect(await values(['A1', 101])).toMatchObject({ version: 2, changed: true });
  expect(await values(['A1', 200])).toMatchObject({ version: 2, changed: false, held: { version: 3 } });
  expect(await values(['A2', 2])).toMatchObject({ status: 200, version: 2, changed: false, held: { version: 3 } });
  expect(await values(['A2', 2])).toMatchObject({ status: 200, changed: false, held: { version: 3 } });
  expect(await shown()).toEqual(['101', '1']);
  expect(await values(['A1', 103])).toMatchObject({ status: 200, version: 3, changed: true });
  expect(await shown()).toEqual(['103', '2']);
  expect(await waits()).toBeUndefined();
  expect(await values(['A2', 3])).toMatchObject({ status: 200, version: 4, changed: true });
  expect(await shown()).toEqual(['103', '3']);
});

test('values that are what viewers see take the place of what waits', async () => {
  const { put, values, shown, waits } = await guardedBook('BACK');
  await put(100, 1);
  expect(await values(['A1', 200])).toMatchObject({ held: { version: 2 } });
  expect(await values(['A1', 100])).toMatchObject({ status: 200, version: 1, changed: false });
  expect(await waits()).toBeUndefined();
  expect(await values(['A2', 2])).toMatchObject({ status: 200, version: 2, changed: true });
  expect(await shown()).toEqual(['100', '2']);
});

test('values are set on a workbook that waits, with the version that its publisher was told', async () => {
  const { put, valuesBy, shown } = await guardedBook('BOOK');
  await put(100, 1);
  expect(await put(200, 1)).toMatchObject({ version: 1, held: { version: 2 } });
  for (const baseVersion of [1, 2]) {
    const set = await valuesBy(desk.bot, [['A2', baseVersion + 5]], { baseVersion });
    expect(set).toMatchObject({ status: 200, version: 1, held: { version: 2 } });
  }
  expect(await valuesBy(desk.bot, [['A2', 2]], { baseVersion: 3 })).toMatchObject({ status: 409 });
  expect(await valuesBy(desk.bot, [['A1', 101]])).toMatchObject({ status: 200, version: 2, changed: true });
  expect(await shown()).toEqual(['101', '7']);
});

test('what waits goes with what its admins decide: the workbook is needed next', async () => {
  const { topic, put, values, release, shown } = await guardedBook('DECIDED');
  await put(100, 1);
  expect(await values(['A1', 200])).toMatchObject({ held: { version: 2 } });
  expect(await release(2, false)).toMatchObject({ status: 200 });
  expect(await values(['A2', 3])).toMatchObject(needed);
  expect(await put(100, 3)).toMatchObject({ version: 2, changed: true });
  expect(await values(['A1', 300])).toMatchObject({ held: { version: 3 } });
  expect(await values(['A2', 4])).toMatchObject({ held: { version: 3 } });
  await desk.boss.call('publish/release/', { topic, version: 3, accept: true });
  expect(await shown()).toEqual(['300', '4']);
  expect(await values(['A2', 5])).toMatchObject(needed);
});

test('what waits by another way or of another publisher is nothing that values are set on', async () => {
  const { topic, put, values, valuesBy, post, shown } = await guardedBook('OTHERS');
  await put(100, 1);
  expect(await values(['A1', 200])).toMatchObject({ held: { version: 2 } });
  expect(await valuesBy(desk.other, [['A2', 3]])).toMatchObject(needed);
  const page = { name: 'P', html: sheet('300', '9') };
  expect(await post('report/', { pages: [page] })).toMatchObject({ held: { version: 2 } });
  expect(await values(['A2', 3])).toMatchObject(needed);
  expect(await post('report/', { pages: [{ name: 'P', html: sheet('101', '9') }] })).toMatchObject({ changed: true });
  expect(await values(['A2', 3])).toMatchObject(needed);
  expect(await shown()).toEqual(['101', '9']);
  expect(topic).toContain('OTHERS');
});

/** Something happens to what waits between the moment at which values look at it and that at which they are published. */
function meanwhile(work: () => Promise<unknown>): void {
  const { guard } = desk.server.stores;
  const held = guard.held.bind(guard);
  vi.spyOn(guard, 'held').mockImplementationOnce(async (topic) => {
    const seen = await held(topic);
    await work();
    return seen;
  });
}

test('values do not go on from what is rejected while they are set', async () => {
  const { topic, put, values, shown, waits } = await guardedBook('REJECTED');
  await put(100, 1);
  expect(await values(['A1', 200])).toMatchObject({ held: { version: 2 } });
  const [report] = [parseTopic(topic)].flatMap((found) => found ?? []);
  if (!report) throw new Error('no report');
  const note = { at: 0, actor: 'ACME/boss', action: 'publish rejected', object: topic, after: {}, address: '' };
  // As by another server: this one has the report's turn.
  meanwhile(() => desk.server.stores.guard.reject({ topic: report, number: 2, isRefused: true }, note));
  expect(await values(['A1', 101])).toMatchObject(needed);
  expect(await waits()).toBeUndefined();
  expect(await shown()).toEqual(['100', '1']);
  vi.restoreAllMocks();
});

test('values take nothing from what their publisher sends by another way while they are set', async () => {
  const { put, values, post, waits } = await guardedBook('MEANWHILE');
  await put(100, 1);
  const report = () => post('report/', { pages: [{ name: 'P', html: sheet('300', '9') }] });
  // On what viewers see.
  meanwhile(report);
  expect(await values(['A2', 3])).toMatchObject(needed);
  expect(await waits()).toMatchObject({ version: 2, revision: 1 });
  // On what waits.
  expect(await put(200, 1)).toMatchObject({ held: { version: 2 } });
  meanwhile(report);
  expect(await values(['A2', 4])).toMatchObject(needed);
  expect(await waits()).toMatchObject({ version: 2, revision: 3 });
  vi.restoreAllMocks();
});

test('no workbook is read again for values that are set on what waits', async () => {
  const { topic, put, values } = await guardedBook('KEPT');
  await put(100, 1);
  await values(['A1', 101]);
  const read = vi.spyOn(desk.server.stores.books, 'read');
  for (const value of [200, 300, 400]) {
    expect(await values(['A1', value])).toMatchObject({ status: 200, held: { version: 3 } });
  }
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
  const [report] = [parseTopic(topic)].flatMap((found) => found ?? []);
  const kept = report && (await desk.server.stores.books.find(report));
  expect(kept && (await desk.server.stores.books.read(kept))?.records.length).toBe(4);
});

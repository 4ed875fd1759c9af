import { limits } from '@sheetwire/contract/limits';
import { parseTopic } from '@sheetwire/rules/topic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanCell } from '#report/clean/clean-page.ts';
import { lastOfEach } from '#report/publish/read-cells.ts';
import { publisherOf, type TestPublisher } from '../../testing/publisher.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let bot: TestPublisher;
beforeAll(async () => {
  server = await startTestApp();
  bot = await publisherOf(server, 'ACME/bot');
});
afterAll(() => server.stop());

const fail = (): never => {
  throw new Error('no topic');
};
const topicOf = (name: string) => `ACME/DESK/${name}`;
const html = '<table><tr><td data-cell=A1>1<td data-cell=A2>2</table>';

async function published(topic: string): Promise<void> {
  const answer = await bot.call('publish.publishReport', {
    topic,
    pages: [{ name: 'P', html, styles: ['', 'color:red'] }],
  });
  expect(answer).toMatchObject({ status: 200, body: { version: 1 } });
}

async function pageOf(topic: string): Promise<string> {
  return server.app.reporting.engine.read(parseTopic(topic) ?? fail(), (state) => state?.pages[0]?.html ?? '');
}

const edit = (value: string, cell = 'A1') => ({ page: 'P', cell, html: value });
/** A body that is read on a thread. */
const long = (topic: string, baseVersion: number, cells: unknown[]) => ({
  topic,
  baseVersion,
  cells: [...cells.slice(0, -1), edit('x'.repeat(limits.clean.inlineCells), 'A2'), ...cells.slice(-1)],
});

test('of many edits of one cell the last counts, and only that one is cleaned', async () => {
  const topic = topicOf('MANY');
  await published(topic);
  const cells = Array.from({ length: 100_000 }, (_, n) => edit(`<b onclick=x()>${n}`));
  const answer = await bot.call('publish.publishCells', { topic, baseVersion: 1, cells });
  expect(answer).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await pageOf(topic)).toContain('<td data-cell="A1"><b>99999</b></td>');
});

test('a long publish of cells is cleaned as a short one is', async () => {
  const topic = topicOf('LONG');
  await published(topic);
  const cell = '<i onclick=x()>1 > 0<p>';
  expect((await bot.call('publish.publishCells', long(topic, 1, [edit(cell)]))).status).toBe(200);
  expect(await pageOf(topic)).toContain(`<td data-cell="A1">${cleanCell(cell).html}</td>`);
});

test('publishes of one topic keep their order, though the first takes longer to read', async () => {
  const topic = topicOf('ORDER');
  await published(topic);
  const first = bot.call('publish.publishCells', long(topic, 1, [edit('first')]));
  const second = bot.call('publish.publishCells', { topic, baseVersion: 2, cells: [edit('second')] });
  expect([(await first).body, (await second).body]).toMatchObject([{ version: 2 }, { version: 3 }]);
  expect(await pageOf(topic)).toContain('second');
});

test.each([
  ['another version', 9, [edit('1')], { status: 409, body: { error: { code: 'wrong_base_version' } } }],
  [
    'a page that is not there',
    1,
    [{ ...edit('1'), page: 'Q' }],
    { status: 422, body: { error: { code: 'unknown_page' } } },
  ],
  [
    'a cell with a table',
    1,
    [edit('<table><tr><td>1')],
    { status: 422, body: { error: { code: 'cell_holds_table' } } },
  ],
  ['a field that nobody knows', 1, [{ ...edit('1'), x: 1 }], { status: 400, body: { error: { code: 'malformed' } } }],
  ['a text that cannot be kept', 1, [edit('\0')], { status: 422, body: { error: { code: 'bad_text' } } }],
] as const)(
  'a long publish of cells with %s is refused as a short one is',
  async (name, baseVersion, cells, refusal) => {
    const topic = topicOf(`REFUSED ${name}`.toUpperCase());
    await published(topic);
    for (const body of [{ topic, baseVersion, cells }, long(topic, baseVersion, [...cells])]) {
      expect(await bot.call('publish.publishCells', body)).toMatchObject(refusal);
    }
    expect(await pageOf(topic)).toContain('<td data-cell="A1">1</td>');
  },
);

test('a long body that does not begin with its topic is read all the same, and one that names two is refused', async () => {
  const topic = topicOf('BEHIND');
  await published(topic);
  const { baseVersion, cells } = long(topic, 1, [edit('behind')]);
  expect((await bot.call('publish.publishCells', { baseVersion, cells, topic })).status).toBe(200);
  const two = JSON.stringify({ topic, baseVersion: 2, cells }).replace(/}$/, `,"topic":"${topicOf('OTHER')}"}`);
  expect(await bot.call('publish.publishCells', two)).toMatchObject({ status: 400 });
});

test('more cells than one call may change are published whole', async () => {
  const topic = topicOf('TOO MANY');
  const cells = Array.from({ length: limits.changedCells + 1 }, (_, n) => edit('1', `A${n}`));
  const answer = await bot.call('publish.publishCells', { topic, baseVersion: 1, cells });
  expect(answer).toMatchObject({ status: 413 });
  expect(JSON.stringify(answer.body)).toContain('publish the whole report');
});

test('the last edit of a cell counts with the last style that was said', () => {
  const cells = [{ ...edit('1'), s: 1 }, edit('2', 'A2'), edit('3'), { ...edit('4'), user: 'ACME/ann' }];
  expect(lastOfEach(cells)).toEqual([{ ...edit('3'), s: 1 }, edit('2', 'A2'), { ...edit('4'), user: 'ACME/ann' }]);
});

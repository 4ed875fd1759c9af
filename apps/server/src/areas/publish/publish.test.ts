import { gzipSync, zstdCompressSync } from 'node:zlib';
import { secretHeaders } from '@sheetwire/contract/headers';
import { parseGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let bot: TestPublisher;
let other: TestPublisher;
beforeAll(async () => {
  server = await startTestApp();
  bot = await publisherOf(server, 'ACME/bot');
  other = await publisherOf(server, 'OTHER/bot');
});
afterAll(() => server.stop());

const page = (value: string, name = 'Positions') => ({
  name,
  html: `<table><tbody><tr><td data-cell="A1">${value}</td><td data-cell="B1" data-s="0">2</td></tr></tbody></table>`,
  styles: ['font-weight:700', 'color:red'],
});
const topicOf = (name: string) => `ACME/RATES/${name.toUpperCase()}`;
const read = async (topic: string) => (await bot.call('reports.report', { topic })).body;
const codeOf = (answer: { body: Record<string, unknown> }) => (answer.body.error as { code: string } | undefined)?.code;

test('a publisher is told who will see a report, by number, before and after it is published', async () => {
  const topic = topicOf('audience');
  const ask = async () => (await bot.call('publish.publishAudience', { topic })).body;
  const open = { topic, open: 'entity', decidedBy: 'ACME/RATES', viewers: 0, hasViewSecret: false };
  expect(await ask()).toEqual(open);
  await bot.call('publish.publishReport', { topic, pages: [page('1')], viewSecret: 'hush' });
  expect(await ask()).toEqual({ ...open, hasViewSecret: true });
  const gropic = parseGropic(topic) ?? expect.unreachable();
  const bots = [branded<'User'>('ACME/bot')];
  const lists = { gropic, viewers: bots, publishers: bots, interactors: [], admins: bots };
  await server.stores.perms.save({ ...lists, version: 0 }, 0);
  await server.app.reporting.rightsChanged();
  expect(await ask()).toEqual({ ...open, open: 'viewers', decidedBy: topic, viewers: 1, hasViewSecret: true });
  expect((await other.call('publish.publishAudience', { topic })).status).toBe(403);
});

test('what is too large is refused by the limit and the setting that raises it', async () => {
  const topic = topicOf('large');
  const message = async (pages: object[]) =>
    ((await bot.call('publish.publishReport', { topic, pages })).body.error as { message: string } | undefined)
      ?.message;
  const cell = '<td></td>';
  const most = 'A report can have at most';
  const many = Array.from({ length: 101 }, (_, at) => page('1', `P${at}`));
  expect(await message(many)).toBe(`${most} 100 pages (SHEETWIRE_MAX_PAGES)`);
  const table = `<table><tr>${cell.repeat(500_001)}</tr></table>`;
  expect(await message([{ name: 'P', html: table }])).toContain(
    'report can have at most 500000 cells (SHEETWIRE_MAX_CELLS)',
  );
  const bytes = `${most} 20 MiB of pages (SHEETWIRE_MAX_REPORT_MIB)`;
  expect(await message([{ name: 'P', html: 'x'.repeat(21 * 1024 * 1024) }])).toBe(bytes);
  expect(await message([{ name: 'P', html: 'x'.repeat(30 * 1024 * 1024) }])).toBe(bytes);
});

test('a published page is read back in its canonical form', async () => {
  const topic = topicOf('first');
  const answer = await bot.call('publish.publishReport', {
    topic: 'acme/rates/first',
    pages: [page('1')],
    metadata: { desk: 'rates' },
  });
  expect(answer).toMatchObject({ status: 200, body: { topic, version: 1, changed: true } });
  expect(answer.body.time).toMatch(/^\d{17}$/);
  expect(await read(topic)).toMatchObject({
    pages: [page('1').html],
    pageNames: ['Positions'],
    styles: [['font-weight:700', 'color:red']],
    sender: 'ACME/bot',
    version: 1,
    metadata: { desk: 'rates' },
    nodiff: false,
    shownDate: null,
  });
});

test('a changed cell is published on the present version and on no other', async () => {
  const topic = topicOf('cells');
  await bot.call('publish.publishReport', { topic, pages: [page('1')] });
  const cells = [{ page: 'positions', cell: 'A1', html: '7', s: 1 }];
  const answer = await bot.call('publish.publishCells', { topic, baseVersion: 1, cells });
  expect(answer).toMatchObject({ status: 200, body: { version: 2, changed: true } });
  const [html] = (await read(topic)).pages as string[];
  expect(html).toContain('<td data-cell="A1" data-s="1">7</td>');
  const stale = await bot.call('publish.publishCells', { topic, baseVersion: 1, cells });
  expect(stale).toMatchObject({ status: 409, body: { error: { code: 'wrong_base_version', have: 2 } } });
});

test('a body may be packed with gzip or zstd, and a page as H4', async () => {
  const topic = topicOf('packed');
  const body = (value: string) => Buffer.from(JSON.stringify({ topic, pages: [page(value)] }));
  const packed = await bot.call('publish.publishReport', gzipSync(body('1')), { 'content-encoding': 'gzip' });
  expect(packed).toMatchObject({ status: 200, body: { version: 1 } });
  const zstd = await bot.call('publish.publishReport', zstdCompressSync(body('2')), { 'content-encoding': 'zstd' });
  expect(zstd).toMatchObject({ status: 200, body: { version: 2 } });
  const h4 = { ...page('3'), html: gzipSync(page('3').html).toString('base64') };
  await bot.call('publish.publishReport', { topic, pages: [h4] });
  expect((await read(topic)).pages).toEqual([page('3').html]);
});

const double = gzipSync(gzipSync('<p>x</p>').toString('base64')).toString('base64');
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 'a')).toString('base64');
test.each([
  ['no page', { pages: [] }, 422, 'page_names_missing'],
  ['a page without a name', { pages: [page('1', ' ')] }, 422, 'page_names_missing'],
  ['two pages of one name', { pages: [page('1'), page('2', 'POSITIONS')] }, 422, 'page_names_equal'],
  ['a page that cannot be unpacked', { pages: [{ ...page('1'), html: 'H4sIAAAA' }] }, 422, 'page_undecodable'],
  ['a page that was packed twice', { pages: [{ ...page('1'), html: double }] }, 422, 'page_undecodable'],
  ['a page that unpacks to 200 MB', { pages: [{ ...page('1'), html: bomb }] }, 413, 'too_large'],
  ['elements 5,000 deep', { pages: [{ name: 'P', html: '<div>'.repeat(5000) }] }, 422, 'page_too_deep'],
  ['101 pages', { pages: Array.from({ length: 101 }, (_, n) => page('1', `P${n}`)) }, 413, 'too_large'],
  ['too much metadata', { pages: [page('1')], metadata: { big: 'x'.repeat(70_000) } }, 413, 'too_large'],
  ['a lone surrogate', { pages: [page('\ud800')] }, 422, 'bad_text'],
  ['a NUL', { pages: [page('a\0b')] }, 422, 'bad_text'],
  ['an unknown field', { pages: [page('1')], more: 1 }, 400, 'malformed'],
  ['an unknown user', { pages: [{ ...page('1'), user: 'nobody' }] }, 400, 'malformed'],
])('%s is refused and the report stays as it was', async (_, content, status, code) => {
  const topic = topicOf('refused');
  await bot.call('publish.publishReport', { topic, pages: [page('kept')] });
  const before = await read(topic);
  const answer = await bot.call('publish.publishReport', { topic, ...content });
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  expect(await read(topic)).toEqual({ ...before, publisherSeenUtc: expect.anything() });
});

test('a page name that is too long is told apart from none', async () => {
  const answer = await bot.call('publish.publishReport', {
    topic: topicOf('long'),
    pages: [page('1', 'n'.repeat(201))],
  });
  expect(answer.body).toEqual({
    error: { code: 'page_names_missing', message: 'A page name can have at most 200 characters' },
  });
});

test.each([
  ['a malformed topic', '{"topic":"ACME/RATES","pages":[]}', 400],
  ['a topic that looks dated', '{"topic":"ACME/RATES/DAILY.20261119","pages":[]}', 400],
  ['no JSON', '{"topic":', 400],
  ['a __proto__ key', '{"topic":"ACME/RATES/P","pages":[],"__proto__":{"a":1}}', 400],
  ['two topics', '{"topic":"ACME/RATES/A","pages":[{"name":"P","html":"x"}],"topic":"ACME/RATES/B"}', 400],
])('%s is malformed', async (_, body, status) => {
  expect((await bot.call('publish.publishReport', body)).status).toBe(status);
});

test.each([
  ['an unknown page', { page: 'Nothing', cell: 'A1', html: '1' }, 422, 'unknown_page'],
  ['an unknown cell', { page: 'Positions', cell: 'Z9', html: '1' }, 422, 'unknown_cell'],
  ['an unknown style', { page: 'Positions', cell: 'A1', html: '1', s: 9 }, 422, 'unknown_cell'],
  ['a table in a cell', { page: 'Positions', cell: 'A1', html: '<table><tr><td>1' }, 422, 'cell_holds_table'],
  ['__proto__ as a cell', { page: 'Positions', cell: '__proto__', html: '1' }, 422, 'unknown_cell'],
])('%s is refused and no cell is set', async (_, cell, status, code) => {
  const topic = topicOf('refused cells');
  await bot.call('publish.publishReport', { topic, pages: [page('kept')] });
  const { version } = (await bot.call('publish.publishReport', { topic, pages: [page('kept')] })).body;
  const cells = [{ page: 'Positions', cell: 'B1', html: 'lost' }, cell];
  const answer = await bot.call('publish.publishCells', { topic, baseVersion: version, cells });
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  expect(((await read(topic)).pages as string[])[0]).not.toContain('lost');
});

test.each([
  ['ACME/RATES', ''],
  [
    'ACME/RATES/50%',
    "; 50% cannot be a report: A name can contain only letters from A to Z, digits, spaces and . _ - & ( ) + # @ '",
  ],
  ['API/RATES/DAILY', '; API cannot be an entity: The name API is reserved'],
])('who publishes to %s is told what is wrong with the name', async (topic, why) => {
  const { body } = await bot.call('publish.publishReport', { topic, pages: [page('1')] });
  const message = `topic must be a report, written ENTITY/GROUP/REPORT${why}`;
  expect(body.error).toEqual({ code: 'malformed', message });
});

test('who may not publish is refused and it is written down', async () => {
  const topic = topicOf('first');
  const answer = await other.call('publish.publishReport', { topic, pages: [page('1')] });
  expect([answer.status, codeOf(answer)]).toEqual([403, 'not_allowed']);
  const [row] = await server.stores.audit.read({ limit: 1 });
  expect(row).toMatchObject({ actor: 'OTHER/bot', action: 'publish refused', object: topic });
});

test('a browser session is no publisher', async () => {
  const web = await viewerOf(server, 'ACME/web');
  expect((await web.post('publish/report/', { topic: topicOf('web'), pages: [page('1')] })).status).toBe(401);
});

test('the publish secret is asked for once it is set, and can be removed', async () => {
  const topic = topicOf('secret');
  const secret = { [secretHeaders.publish]: 'open sesame' };
  await bot.call('publish.publishReport', { topic, pages: [page('1')], publishSecret: 'open sesame' });
  const without = await bot.call('publish.publishReport', { topic, pages: [page('2')] });
  expect([without.status, codeOf(without)]).toEqual([403, 'wrong_publish_secret']);
  const wrong = await bot.call(
    'publish.publishCells',
    { topic, baseVersion: 1, cells: [] },
    { [secretHeaders.publish]: 'x' },
  );
  expect(codeOf(wrong)).toBe('wrong_publish_secret');
  const rows = (await server.stores.audit.read({ limit: 500 })).filter((row) => row.object === topic);
  expect(rows.map(({ action, after }) => [action, after])).toEqual([
    ['publish refused', { reason: 'wrong publish secret' }],
  ]);
  expect((await bot.call('publish.publishReport', { topic, pages: [page('2')] }, secret)).status).toBe(200);
  await bot.call('publish.publishReport', { topic, pages: [page('2')], publishSecret: '' }, secret);
  expect((await bot.call('publish.publishReport', { topic, pages: [page('3')] })).status).toBe(200);
});

test('a secret that is set or removed is a change of its own, the same one again is none', async () => {
  const topic = topicOf('secrets alone');
  const publish = async (secrets: object, headers = {}) =>
    (await bot.call('publish.publishReport', { topic, pages: [page('1')], ...secrets }, headers)).body;
  const proof = { [secretHeaders.publish]: 'open sesame' };
  expect(await publish({})).toMatchObject({ version: 1, changed: true });
  const set = await publish({ publishSecret: 'open sesame' });
  expect(set).toMatchObject({ version: 2, changed: true });
  expect(await publish({ publishSecret: 'open sesame' }, proof)).toEqual({ ...set, changed: false });
  expect(await publish({ viewSecret: 'hush' }, proof)).toMatchObject({ version: 3, changed: true });
  expect(await publish({ viewSecret: '', publishSecret: '' }, proof)).toMatchObject({ version: 4, changed: true });
});

test('perms of the group decide who publishes', async () => {
  const gropic = parseGropic('ACME/CLOSED');
  if (!gropic) throw new Error('malformed');
  await server.stores.perms.save({ gropic, viewers: [], publishers: [], interactors: [], admins: [], version: 0 }, 0);
  await server.app.reporting.rightsChanged();
  const answer = await bot.call('publish.publishReport', { topic: 'ACME/CLOSED/DAILY', pages: [page('1')] });
  expect(answer.status).toBe(403);
});

test('a removed report shows nothing; rights and snapshots stay', async () => {
  const topic = topicOf('removed');
  await bot.call('publish.publishReport', { topic, pages: [page('1')] });
  expect((await bot.call('publish.publishRemove', { topic })).body).toEqual({ removed: true });
  expect(await read(topic)).toMatchObject({ pages: [], time: 'no_time' });
  expect((await bot.call('publish.publishRemove', { topic })).body).toEqual({ removed: false });
});

test('a credential that publishes too often is told to wait', async () => {
  const hasty = await publisherOf(server, 'ACME/hasty');
  const answers = [];
  for (let n = 0; n < 210; n++)
    answers.push(await hasty.call('publish.publishCells', { topic: topicOf('none'), baseVersion: 0, cells: [] }));
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused.length).toBe(10);
  expect(refused[0]?.headers['retry-after']).toBe('1');
});

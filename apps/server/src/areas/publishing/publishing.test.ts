import { branded } from '@sheetwire/rules/name';
import { buildXlsx, cellsXml } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ControlDesk, controlDesk, grantControls, orders } from '../../testing/control-desk.ts';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';
import { PublishableTopics } from './publishable.ts';
import { listed } from './publishing-reports.ts';

let server: TestApp;
let desk: ControlDesk;
let pia: TestBrowser;
const password = 'correct horse battery';

beforeAll(async () => {
  server = await startTestApp({ SHEETWIRE_UNADMINISTERED: 'none' });
  desk = await controlDesk(server);
  await server.addUser('ACME/pia', password);
  await grantControls(server, { publishers: ['ACME/bot', 'ACME/pia'] });
  await desk.publish();
  pia = browser(server);
  await pia.call('accounts/login/', { user: 'ACME/pia', password });
});
afterAll(() => server.stop());

interface Told {
  readonly [field: string]: unknown;
  readonly reports?: readonly Record<string, unknown>[];
  readonly versions?: readonly Record<string, unknown>[];
  readonly refused?: readonly Record<string, unknown>[];
  readonly error?: { readonly code: string; readonly message: string };
}

const list = async (body: object = {}, web = pia): Promise<Told> => web.call('publishing/reports/', body);
const detail = async (web = pia): Promise<Told> => web.call('publishing/report/', { topic: orders });

async function put(
  call: 'preview' | 'workbook',
  body: Uint8Array | string,
  { headers = {}, to = String(orders), web = pia } = {},
) {
  const answer = await server.app.fastify.inject({
    method: 'PUT',
    url: `/api/v1/publishing/${call}/${to}`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: web.cookie, ...headers },
    payload: typeof body === 'string' ? body : Buffer.from(body),
  });
  return { status: answer.statusCode, body: answer.json<Told>() };
}

const shown = () => desk.vic.call('reports/report/', { topic: orders, reportTime: '' });
const unknownRule =
  '<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>CUBEVALUE("desk")>0</formula></cfRule></conditionalFormatting>';
const book = (value: number, further = '') =>
  buildXlsx({ sheets: [{ name: 'Prices', body: cellsXml([[['Bid', 0]], [[value, 0]]]) + further }] });

test('a publisher sees the reports to publish, how they stand and where new ones may go', async () => {
  expect(await list()).toMatchObject({
    reports: [
      {
        topic: orders,
        version: 1,
        sender: 'ACME/bot',
        isLive: true,
        publisher: 'none',
        viewers: 0,
        hasPublishSecret: false,
      },
    ],
    total: 1,
    next: '',
    places: [orders],
  });
  expect(await list({}, desk.vic)).toMatchObject({ reports: [], total: 0, places: [] });
});

test('the list is searched by words and read in pages', async () => {
  expect(await list({ search: 'orders desk' })).toMatchObject({ total: 1 });
  expect(await list({ search: 'orders nothing' })).toMatchObject({ reports: [], total: 0, next: '' });
  expect(await list({ after: orders })).toMatchObject({ reports: [], total: 1, next: '' });
});

test('ten different words narrow the list, further ones do not', async () => {
  const parts = ['o', 'or', 'ord', 'orde', 'order', 'orders', 'd', 'de', 'des', 'desk'];
  const words = parts.flatMap((part) => [part, part.toUpperCase()]);
  expect(await list({ search: [...words, 'nothing'].join(' ') })).toMatchObject({ total: 1 });
  expect(await list({ search: [...words.slice(2), 'nothing'].join(' ') })).toMatchObject({ total: 0 });
});

test('a list that is waited for tells nothing of a report once the right to publish it is gone', async () => {
  const { looking } = PublishableTopics.prototype;
  vi.spyOn(PublishableTopics.prototype, 'looking').mockImplementationOnce(async function (
    this: PublishableTopics,
    ...ask
  ) {
    await grantControls(server, { publishers: ['ACME/bot'] });
    return looking.apply(this, ask);
  } as typeof looking);
  expect(await list()).toMatchObject({ reports: [], places: [] });
  await grantControls(server, { publishers: ['ACME/bot', 'ACME/pia'] });
  expect(await list()).toMatchObject({ reports: [{ topic: orders }] });
  server.clock.move(1000);
});

test('a long list is looked through a little at a time, and reads in pages as a short one', () => {
  const topics = Array.from({ length: 900 }, (_, n) => branded<'Topic'>(`ACME/DESK/R${String(n).padStart(4, '0')}`));
  const isWaiting = (topic: string) => topic.endsWith('5');
  const ask = { words: ['DESK', '7'], most: 50, isWaiting, isKeptOut: () => false };
  const wanted = topics.filter((topic) => topic.includes('7'));
  const read: string[] = [];
  for (let after = ''; ; after = read.at(-1) ?? '') {
    const work = listed(topics, { ...ask, after });
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps++;
    expect(steps).toBe(topics.length);
    expect(step.value).toMatchObject({ total: wanted.length, waiting: topics.filter(isWaiting).slice(0, 20) });
    read.push(...step.value.page);
    if (step.value.isLast) break;
  }
  expect(read).toEqual(wanted);
});

test('a connected publisher is told as connected', async () => {
  await desk.connect();
  expect(await list()).toMatchObject({ reports: [{ publisher: 'connected' }] });
});

test('the last versions say who changed how much, the newest first, and the history what it takes', async () => {
  const { version } = await desk.publish();
  const { historyBytes: before } = await detail();
  expect(before).toBeGreaterThan(0);
  await desk.bot.call('publish.publishCells', {
    topic: orders,
    baseVersion: version,
    cells: [{ page: 'Orders', cell: 'A7', html: 'done' }],
  });
  const { versions = [], historyBytes } = await detail();
  expect(historyBytes).toBeGreaterThan(Number(before));
  expect(versions[0]).toMatchObject({
    sender: 'ACME/bot',
    kind: 'changes',
    cells: 1,
    pages: 1,
    rows: 0,
    styles: 0,
    replaced: 0,
  });
  expect(versions.at(-1)).toMatchObject({ version: 1, kind: 'whole' });
});

test('a preview answers the pages of a file as viewers would get them, and changes nothing', async () => {
  const before = JSON.stringify(await shown());
  const { status, body } = await put('preview', book(42, unknownRule));
  expect([status, body]).toEqual([200, expect.objectContaining({ topic: orders, pageNames: ['Prices'] })]);
  expect(JSON.stringify(body.pages)).toContain('42');
  expect(body.notShown).toEqual([expect.objectContaining({ sheet: 'Prices', count: 1 })]);
  expect(JSON.stringify(await shown())).toBe(before);
  const { body: hostile } = await put('preview', '<table><tr><td data-cell="A1"><script>1</script>7</td></tr></table>');
  expect(JSON.stringify(hostile.pages)).not.toContain('script');
});

test('what was previewed is published with the session, and what is not shown is told afterwards', async () => {
  const { status, body } = await put('workbook', book(43, unknownRule));
  expect([status, body]).toEqual([200, expect.objectContaining({ topic: orders, changed: true })]);
  expect(JSON.stringify(await shown())).toContain('43');
  expect(await detail()).toMatchObject({
    sender: 'ACME/pia',
    versions: [
      expect.objectContaining({ sender: 'ACME/pia', kind: 'whole', pages: 1, bytes: expect.any(Number) }),
      expect.anything(),
      expect.anything(),
    ],
    notShown: ['Prices: conditional formatting rules (1)'],
  });
});

test('a refused publish is remembered once for each reason in a row, a refused preview is not', async () => {
  await put('preview', 'PK\u0003\u0004 broken');
  expect(await detail()).toMatchObject({ refused: [] });
  await put('workbook', 'PK\u0003\u0004 broken');
  await put('workbook', 'PK\u0003\u0004 broken');
  await desk.bot.call('publish.publishCells', { topic: orders, baseVersion: 1, cells: [] });
  const { refused = [] } = await detail();
  expect(refused).toEqual([
    expect.objectContaining({ user: 'ACME/bot', code: 'wrong_base_version', count: 1 }),
    expect.objectContaining({ user: 'ACME/pia', code: 'unreadable_file', count: 2 }),
  ]);
});

test('nobody without the right fills the list of refusals', async () => {
  const { refused: before } = await detail();
  expect(await put('workbook', book(1), { web: desk.vic })).toMatchObject({
    status: 403,
    body: { error: { code: 'not_allowed' } },
  });
  expect((await detail()).refused).toEqual(before);
});

test('a page of another site neither previews nor publishes', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  for (const call of ['preview', 'workbook'] as const) {
    expect(await put(call, book(1), { headers })).toMatchObject({
      status: 403,
      body: { error: { code: 'cross_site' } },
    });
  }
});

test('a report with a publish secret takes it, for the preview too', async () => {
  await desk.publish(undefined, { publishSecret: 'sesame' });
  expect(await list()).toMatchObject({ reports: [{ hasPublishSecret: true }] });
  expect(await put('preview', book(5))).toMatchObject({
    status: 403,
    body: { error: { code: 'wrong_publish_secret' } },
  });
  const headers = { 'x-sheetwire-publish-secret': 'sesame' };
  expect((await put('preview', book(5), { headers })).status).toBe(200);
  expect((await put('workbook', book(5), { headers })).status).toBe(200);
});

test('who may not publish a report any more is told so', async () => {
  await grantControls(server, {});
  expect(await detail()).toMatchObject({ error: { code: 'not_allowed', message: expect.stringContaining(orders) } });
  expect(await list()).toMatchObject({ reports: [], places: [] });
  await grantControls(server, { publishers: ['ACME/bot', 'ACME/pia'] });
});

test('a removed report leaves the list and is told as removed', async () => {
  await desk.bot.call('publish.publishRemove', { topic: orders }, { 'x-sheetwire-publish-secret': 'sesame' });
  expect(await list()).toMatchObject({ reports: [], places: [orders] });
  expect(await detail()).toMatchObject({ isLive: false, notShown: [] });
});

test('more calls in a second than a page makes are refused', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => pia.post('publishing/reports/', {})));
  expect(answers.some(({ status }) => status === 429)).toBe(true);
});

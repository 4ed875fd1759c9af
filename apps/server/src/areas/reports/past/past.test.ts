import { limits } from '@sheetwire/contract/limits';
import { parseGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import { expect, test, vi } from 'vitest';
import { type TestPublisher, viewerOf } from '../../../testing/publisher.ts';
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts';
import { viewingRig } from '../../../testing/viewing-rig.ts';

let server: TestApp;
let bot: TestPublisher;
let ann: TestBrowser;
let eve: TestBrowser;
viewingRig((rig) => {
  ({ server, bot, ann, eve } = rig);
});

const minute = 60_000;
const sheet = (...values: string[]) =>
  `<table><tbody>${values.map((value, n) => `<tr><td data-cell="A${n + 1}">${value}</td></tr>`).join('')}</tbody></table>`;
const publish = (topic: string, ...values: string[]) =>
  bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet(...values) }] });
const past = (topic: string, at: unknown, more = {}, web = ann) => web.call('reports/report/', { topic, at, ...more });
const listOf = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list : []);
const iso = (at: number) => new Date(at).toISOString();

/** Three versions a minute apart; answers their times. */
async function threeOf(topic: string): Promise<number[]> {
  const times: number[] = [];
  for (const value of ['1', '2', '3']) {
    server.clock.move(minute);
    times.push(server.clock.now());
    await publish(topic, value, 'same');
  }
  return times;
}

test('a moment shows the report as it was then, and how much is newer', async () => {
  const topic = 'ACME/PAST/THREE';
  const [first = 0, second = 0, third = 0] = await threeOf(topic);
  for (const [at, value, version, newer] of [
    [iso(first), '1', 1, 2],
    [iso(second - 1), '1', 1, 2],
    [iso(second), '2', 2, 1],
    [2, '2', 2, 1],
    [iso(third + minute), '3', 3, 0],
    [99, '3', 3, 0],
  ] as const) {
    const answer = await past(topic, at);
    expect(answer).toMatchObject({
      pages: [sheet(value, 'same')],
      version,
      shownVersion: version,
      newer,
      nodiff: false,
    });
    expect(answer).toMatchObject({ canInteract: false, shownDate: null, publisherSeenUtc: null });
    expect(answer.shownUtc).toBe(iso([first, second, third][version - 1] ?? 0));
  }
});

test('before the first version that is kept there is nothing, and that is said', async () => {
  const topic = 'ACME/PAST/FIRST';
  const [first = 0] = await threeOf(topic);
  expect(await past(topic, iso(first - 1))).toMatchObject({
    pages: [],
    version: 0,
    shownVersion: 0,
    shownUtc: null,
    newer: 3,
  });
});

test('from a version that is shown few steps lead to another, both ways', async () => {
  const topic = 'ACME/PAST/STEPS';
  await threeOf(topic);
  const forward = await past(topic, 3, { fromVersion: 1 });
  expect(forward).toMatchObject({ ops: [[0, 'c', 0, '3']], shownVersion: 3, version: 3 });
  expect(forward).not.toHaveProperty('pages');
  expect((await past(topic, 1, { fromVersion: 3 })).ops).toEqual([[0, 'c', 0, '1']]);
  expect((await past(topic, 2, { fromVersion: 2 })).ops).toEqual([]);
  expect(await past(topic, 1, { fromVersion: 77 })).toMatchObject({ pages: [sheet('1', 'same')] });
});

test('the versions of a time are told with their publisher, and where none came for long', async () => {
  const topic = 'ACME/PAST/LIST';
  const times = await threeOf(topic);
  server.clock.move(limits.log.silence * 20);
  const { buckets, ...ends } = await ann.call('reports/versions/', { topic, most: 100 });
  expect(buckets).toMatchObject([
    { kind: 'publish', versions: 1 },
    { kind: 'publish', from: iso(times[1] ?? 0), firstVersion: 2, lastVersion: 2, cells: 1, by: 'ACME/bot' },
    { kind: 'publish', versions: 1 },
    { kind: 'silence', versions: 0, from: iso(times[2] ?? 0), to: iso(server.clock.now()) },
  ]);
  expect(ends).toEqual({ oldestUtc: iso(times[0] ?? 0), newestUtc: iso(times[2] ?? 0), newestVersion: 3 });
  const part = await ann.call('reports/versions/', { topic, from: iso(times[1] ?? 0), to: iso(times[1] ?? 0) });
  expect(part.buckets).toHaveLength(1);
});

test('a time in which nothing came is silent from its beginning, and only as far as it was asked for', async () => {
  const topic = 'ACME/PAST/QUIET';
  const [first = 0, , third = 0] = await threeOf(topic);
  server.clock.move(limits.log.silence * 20);
  const silent = async (from: number, to: number) => {
    const { buckets } = await ann.call('reports/versions/', { topic, from: iso(from), to: iso(to), most: 100 });
    return listOf(buckets).map((bucket) => [bucket.kind, bucket.from, bucket.to]);
  };
  expect(await silent(third + minute, third + 3 * minute)).toEqual([
    ['silence', iso(third + minute), iso(third + 3 * minute)],
  ]);
  expect(await silent(third + 1, third + 1000)).toEqual([]);
  expect(await silent(first - 5 * minute, first - minute)).toEqual([]);
  const late = server.clock.now();
  await publish(topic, '4', 'same');
  expect(await silent(late - 5 * minute, late)).toEqual([
    ['silence', iso(late - 5 * minute), iso(late)],
    ['publish', iso(late), iso(late)],
  ]);
});

test('who may not view the report now has no past of it, and a look is noted once a visit', async () => {
  const topic = 'ACME/PAST/RIGHTS';
  await threeOf(topic);
  expect(await past(topic, 1, {}, eve)).toMatchObject({ pages: [], version: 0 });
  expect(await past(topic, 1, {}, eve)).not.toHaveProperty('shownVersion');
  expect(await eve.call('reports/versions/', { topic })).toEqual({
    buckets: [],
    oldestUtc: null,
    newestUtc: null,
    newestVersion: 0,
  });
  await past(topic, 1);
  await past(topic, 2);
  server.clock.move(limits.log.visit + 1);
  await past(topic, 3);
  const rows = (await server.stores.audit.read({ limit: 100 })).filter(
    ({ action, object }) => action === 'past viewed' && object === topic,
  );
  expect(rows.map(({ actor }) => actor)).toEqual(['ACME/ann', 'ACME/ann']);
  await onlyEveMayView(topic);
  expect(await past(topic, 1)).toMatchObject({ pages: [], version: 0 });
  expect(await past(topic, 1, {}, eve)).toMatchObject({ pages: [sheet('1', 'same')] });
});

async function onlyEveMayView(topic: string): Promise<void> {
  const name = parseGropic(topic);
  const viewer = parsePrincipal('OTHER/eve');
  if (!name || !viewer) throw new Error('malformed');
  const lists: Record<'viewers' | 'publishers' | 'interactors' | 'admins', Principal[]> = {
    viewers: [viewer],
    publishers: [],
    interactors: [],
    admins: [viewer],
  };
  await server.stores.perms.save({ gropic: name, ...lists, version: 0 }, 0);
  await server.app.reporting.rightsChanged();
}

test('a right that is lost while versions are listed lists none of them', async () => {
  const topic = 'ACME/PAST/LOSING';
  await threeOf(topic);
  const { past: store } = server.stores;
  const buckets = store.buckets.bind(store);
  const read = vi.spyOn(store, 'buckets').mockImplementationOnce(async (...asked) => {
    const found = await buckets(...asked);
    await onlyEveMayView(topic);
    return found;
  });
  const none = { buckets: [], oldestUtc: null, newestUtc: null, newestVersion: 0 };
  expect(await ann.call('reports/versions/', { topic })).toEqual(none);
  read.mockRestore();
});

test('everybody receives their own private page alone, as it was then', async () => {
  const topic = 'ACME/PAST/PRIVATE';
  const pages = (value: string) => [
    { name: 'P', html: sheet('all') },
    { name: 'P', html: sheet(value), user: 'ACME/ann' },
  ];
  await bot.call('publish.publishReport', { topic, pages: pages('hers') });
  await bot.call('publish.publishReport', { topic, pages: pages('hers now') });
  const bob = await viewerOf(server, 'ACME/bob');
  expect(await past(topic, 1)).toMatchObject({ pages: [sheet('hers')], hasUserHtml: true });
  expect(await past(topic, 1, {}, bob)).toMatchObject({ pages: [sheet('all')], hasUserHtml: false });
  expect((await past(topic, 2, { fromVersion: 1 })).ops).toEqual([[0, 'c', 0, 'hers now']]);
  expect((await past(topic, 2, { fromVersion: 1 }, bob)).ops).toEqual([]);
});

test('a day and a moment at once, and what is neither, are refused with words', async () => {
  await threeOf('ACME/PAST/REFUSED');
  for (const [input, words] of [
    [{ topic: 'ACME/PAST/REFUSED.20261121', at: 1 }, 'at: specify a day or a moment, not both'],
    [
      { topic: 'ACME/PAST/REFUSED', at: '14:32' },
      'at must be a version such as 1240, or a time such as 2026-11-23T14:32:05Z',
    ],
    [{ topic: 'ACME/PAST/REFUSED', at: '2026-02-31T25:00:00Z' }, 'at must be'],
    [{ topic: 'ACME/PAST/REFUSED', at: 0 }, 'at must be'],
  ] as const) {
    const answer = await ann.post('reports/report/', input);
    expect([answer.status, answer.body]).toMatchObject([400, { error: { message: expect.stringContaining(words) } }]);
  }
});

const cellOf = (topic: string, more: object, web = ann) =>
  web.call('reports/cellhistory/', { topic, page: 'p', cell: 'A1', ...more });

test('a cell tells its values with the number each shows, where it was, and who published it', async () => {
  const topic = 'ACME/PAST/CELL';
  const [, second = 0] = await threeOf(topic);
  await bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet('1,240.50', 'same') }] });
  const { values, more } = await cellOf(topic, {});
  expect(more).toBe(false);
  expect(values).toMatchObject([
    { version: 4, text: '1,240.50', num: 1240.5, by: 'ACME/bot' },
    { version: 3, text: '3', num: 3 },
    { version: 2, text: '2', num: 2, utc: iso(second) },
    { version: 1, text: '1', num: 1 },
  ]);
  expect(await cellOf(topic, { to: iso(second), most: 1 })).toMatchObject({ values: [{ version: 2 }], more: true });
  expect(await cellOf(topic, { from: iso(second) })).toMatchObject({
    values: [{ version: 4 }, { version: 3 }, { version: 2 }],
    more: true,
  });
  expect(await cellOf(topic, { cell: 'A2' })).toMatchObject({ values: [{ version: 1, text: 'same', num: null }] });
  expect(await cellOf(topic, { cell: 'Z9' })).toEqual({ values: [], more: false, thinned: [] });
  expect(await cellOf(topic, {}, eve)).toEqual({ values: [], more: false, thinned: [] });
  const wrong = await ann.post('reports/cellhistory/', { topic, page: 'Q', cell: 'A1' });
  expect([wrong.status, wrong.body]).toMatchObject([422, { error: { code: 'unknown_page' } }]);
});

test('numbers of a cell are read with the decimal mark of its page, where their own texts could have either', async () => {
  const topic = 'ACME/PAST/MARKS';
  for (const [whole, rate] of [
    ['999', '0,5'],
    ['1.002', '0,75'],
  ] as const) {
    server.clock.move(60_000);
    await bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet(whole, rate) }] });
  }
  expect(await cellOf(topic, {})).toMatchObject({
    decimalMark: ',',
    values: [
      { text: '1.002', num: 1002 },
      { text: '999', num: 999 },
    ],
  });
  expect(await cellOf(topic, { cell: 'A2' })).toMatchObject({
    decimalMark: ',',
    values: [{ num: 0.75 }, { num: 0.5 }],
  });
});

test('of long values as many are told as an answer takes, each as far as a workbook has it', async () => {
  const topic = 'ACME/PAST/LONGCELL';
  const { cellText, cellTexts } = limits.log;
  const longValue = (version: number) => `${version} ${'x'.repeat(cellText + 100)}`;
  const versions = Math.ceil(cellTexts / cellText) + 12;
  await publish(topic, longValue(1));
  for (let version = 2; version <= versions; version++) {
    const cells = [{ page: 'P', cell: 'A1', html: longValue(version) }];
    await bot.call('publish.publishCells', { topic, baseVersion: version - 1, cells });
  }
  const { values, more } = await cellOf(topic, {});
  const texts = listOf(values).map(({ text }) => text);
  expect(texts[0]).toBe(longValue(versions).slice(0, cellText));
  expect(texts.length).toBe(Math.ceil(cellTexts / cellText) - 1);
  expect(more).toBe(true);
  const oldest = await cellOf(topic, { to: listOf(values).at(-1)?.utc, most: 5 });
  expect(listOf(oldest.values)).toHaveLength(5);
});

test('of a private page nobody else reads a cell', async () => {
  const topic = 'ACME/PAST/OWNCELL';
  const pages = (value: string) => [
    { name: 'P', html: sheet('all') },
    { name: 'P', html: sheet(value), user: 'ACME/ann' },
  ];
  await bot.call('publish.publishReport', { topic, pages: pages('hers') });
  await bot.call('publish.publishReport', { topic, pages: pages('hers now') });
  const zoe = await viewerOf(server, 'ACME/zoe');
  expect((await cellOf(topic, {})).values).toMatchObject([{ text: 'hers now' }, { text: 'hers' }]);
  expect((await cellOf(topic, {}, zoe)).values).toMatchObject([{ version: 1, text: 'all' }]);
});

const common = { name: 'P', html: sheet('all') };
const hers = (value: string) => ({ name: 'P', html: sheet(value), user: 'ACME/ann' });
const publishPages = (topic: string, ...pages: object[]) => bot.call('publish.publishReport', { topic, pages });

test('a cell held in each version what the page of then shows its reader', async () => {
  const topic = 'ACME/PAST/PAGEOFTHEN';
  await publishPages(topic, common, hers('hers'));
  await publishPages(topic, { name: 'P', html: sheet('all now') });
  await publishPages(topic, { name: 'p', html: sheet('all now') }, { ...hers('hers again'), name: 'p' });
  const yan = await viewerOf(server, 'ACME/yan');
  const texts = async (web: TestBrowser) => {
    const { values } = await cellOf(topic, {}, web);
    return listOf(values).map(({ version, text }) => [version, text]);
  };
  expect(await texts(ann)).toEqual([
    [3, 'hers again'],
    [2, 'all now'],
    [1, 'hers'],
  ]);
  expect(await texts(yan)).toEqual([
    [2, 'all now'],
    [1, 'all'],
  ]);
  for (const [version, text] of await texts(ann)) {
    expect((await past(topic, version)).pages).toEqual([sheet(String(text))]);
  }
});

test("of a page that was another one's own a cell tells nothing but that it was not there", async () => {
  const topic = 'ACME/PAST/OTHERSPAGE';
  await publishPages(topic, { name: 'Q', html: sheet('q') }, hers('hers'));
  await publishPages(topic, common);
  const xia = await viewerOf(server, 'ACME/xia');
  expect(await cellOf(topic, {}, xia)).toMatchObject({
    values: [
      { version: 2, text: 'all' },
      { version: 1, text: '', num: null, gone: true },
    ],
    more: false,
  });
  expect((await cellOf(topic, {})).values).toMatchObject([{ text: 'all' }, { text: 'hers' }]);
});

test('a cell is followed over a removal and a page of another name, and both are told', async () => {
  const topic = 'ACME/PAST/REMOVED';
  await publish(topic, '1');
  await bot.call('publish.publishRemove', { topic });
  await publish(topic, '2');
  expect(await cellOf(topic, {})).toMatchObject({
    values: [
      { version: 3, text: '2' },
      { version: 2, text: '', gone: true },
      { version: 1, text: '1' },
    ],
    more: false,
  });
  expect(listOf((await cellOf(topic, {})).values)[0]).not.toHaveProperty('gone');
  await publishPages(topic, { name: 'New name', html: sheet('2') });
  expect((await cellOf(topic, { page: 'New name' })).values).toMatchObject([
    { version: 4, text: '2' },
    { version: 1, gone: true },
  ]);
});

test('of one user one look is worked out at a time, a few wait, and more are told to wait', async () => {
  const topic = 'ACME/PAST/TURNS';
  await threeOf(topic);
  const many = limits.log.turns.waitingOfOne + 6;
  const answers = await Promise.all(
    Array.from({ length: many }, () => ann.post('reports/report/', { topic, at: 1, fromVersion: 3 })),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(statuses.at(-1)).toBe(429);
  for (const { status, body } of answers) if (status === 200) expect(body.ops).toEqual([[0, 'c', 0, '1']]);
});

test('of a thinned time it is told that the version may be another than viewers had', async () => {
  const topic = 'ACME/PAST/THINNED';
  const hour = 60 * minute;
  server.clock.move(hour - (server.clock.now() % hour));
  const from = server.clock.now();
  const times: number[] = [];
  for (const value of ['1', '2', '3', '4', '5']) {
    server.clock.move(20_000);
    times.push(server.clock.now());
    await publish(topic, value, 'same');
  }
  server.clock.move(25 * hour);
  await publishPages(topic, { name: 'Q', html: sheet('6') });
  await server.stores.past.thin({ from, to: from + hour, width: minute });
  const [, second = 0, third = 0] = times;
  const kim = await viewerOf(server, 'ACME/kim');
  const answers: unknown[] = [];
  for (const at of [2, 3, 4, iso(second), iso(second + 1), iso(third), iso(server.clock.now())]) {
    const { shownVersion, thinned } = await past(topic, at, {}, kim);
    answers.push([shownVersion, thinned]);
  }
  expect(answers).toEqual([
    [2, undefined],
    [2, true],
    [2, true],
    [2, undefined],
    [2, true],
    [2, true],
    [6, undefined],
  ]);
});

test('where only a version with a tag is left of an older time, it is told that others came after it', async () => {
  const topic = 'ACME/PAST/TRIMMED';
  const { marks, past: kept } = server.stores;
  const times: number[] = [];
  for (const name of ['A', 'B', 'C', 'D']) {
    server.clock.move(minute);
    times.push(server.clock.now());
    await publishPages(topic, { name, html: sheet(name) });
    if (name === 'A')
      await marks.tag(branded<'Topic'>(topic), { version: 1, tag: 'kept', by: branded<'User'>('ACME/bot') });
  }
  await kept.bound({ report: 1, server: Number.MAX_SAFE_INTEGER });
  const lee = await viewerOf(server, 'ACME/lee');
  const answers: unknown[] = [];
  for (const at of [1, 2, ...times.slice(0, 2).map(iso), iso(server.clock.now())]) {
    const { shownVersion, thinned } = await past(topic, at, {}, lee);
    answers.push([shownVersion, thinned]);
  }
  expect(answers).toEqual([
    [1, undefined],
    [1, true],
    [1, undefined],
    [1, true],
    [4, undefined],
  ]);
});

test('a version that goes while it is looked at is not told to have been empty', async () => {
  const topic = 'ACME/PAST/GOING';
  await threeOf(topic);
  const read = vi.spyOn(server.stores.past, 'read').mockResolvedValueOnce(undefined);
  const may = await viewerOf(server, 'ACME/may');
  expect(await past(topic, 2, {}, may)).toMatchObject({ pages: [sheet('2', 'same')], shownVersion: 2 });
  expect(read).toHaveBeenCalledTimes(2);
  read.mockResolvedValue(undefined);
  expect((await may.post('reports/report/', { topic, at: 2 })).status).toBe(503);
  read.mockRestore();
});

import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { limits } from '@sheetwire/contract/limits';
import { type Gropic, parseGropic } from '@sheetwire/rules/gropic';
import { type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

let server: TestApp;
let bot: TestPublisher;
let boss: TestBrowser;
let second: TestBrowser;
let ann: TestBrowser;

beforeAll(async () => {
  server = await startTestApp();
  bot = await publisherOf(server, 'ACME/bot');
  [boss, second, ann] = [
    await viewerOf(server, 'ACME/boss'),
    await viewerOf(server, 'ACME/second'),
    await viewerOf(server, 'ACME/ann'),
  ];
});
afterAll(() => server.stop());

function named<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a name of the tests is malformed');
  return value;
}

/** A report of a group that the boss and the second administer, and everybody of ACME views. */
async function guarded(topic: string, rules: readonly GuardRule[], more = {}): Promise<void> {
  const gropic: Gropic = named(parseGropic(topic));
  const names = (...list: string[]): Principal[] => list.map((name) => named(parsePrincipal(name)));
  const lists = {
    viewers: names('ACME/[ALL]'),
    publishers: names('ACME/bot'),
    interactors: [],
    admins: names('ACME/boss', 'ACME/second'),
  };
  await server.stores.perms.save({ gropic, ...lists, version: 0 }, 0);
  await server.app.reporting.rightsChanged();
  const answer = await boss.call('admin/guard/', { topic, rules, ...more });
  expect(answer).toMatchObject({ rules });
}

const sheet = (...values: string[]) =>
  `<table><tbody>${values.map((value, n) => `<tr><td data-cell="A${n + 1}">${value}</td></tr>`).join('')}</tbody></table>`;
const publish = (topic: string, ...values: string[]) =>
  bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: sheet(...values) }] });
const cells = (topic: string, baseVersion: number, set: Record<string, string>) =>
  bot.call('publish.publishCells', {
    topic,
    baseVersion,
    cells: Object.entries(set).map(([cell, html]) => ({ page: 'P', cell, html })),
  });
const shown = async (topic: string, web = ann) => (await web.call('reports/report/', { topic })).pages;
const release = (web: TestBrowser, topic: string, version: number, more = {}) =>
  web.post('publish/release/', { topic, version, accept: true, ...more });
const moved: GuardRule[] = [{ kind: 'moved', cell: 'A1', percent: 10, action: 'hold' }];

test('a publish that breaks a rule waits: viewers keep the last good version and read since when', async () => {
  const topic = 'ACME/GUARD/HELD';
  await guarded(topic, moved);
  expect((await publish(topic, '100', 'a')).body).toMatchObject({ version: 1, changed: true });
  const held = (await publish(topic, '130', 'b')).body;
  expect(held).toMatchObject({
    version: 1,
    changed: false,
    held: { version: 2, rules: [{ rule: 0, action: 'hold', words: 'A1 on P moved from 100 to 130: 30%' }] },
  });
  expect(await shown(topic)).toEqual([sheet('100', 'a')]);
  const since = (await ann.call('reports/report/', { topic })).waitingUtc;
  expect(since).toBe((held.held as { sinceUtc: string }).sinceUtc);
  const { buckets } = await ann.call('reports/versions/', { topic });
  expect(buckets).toContainEqual(expect.objectContaining({ kind: 'held', firstVersion: 2, by: 'ACME/bot' }));
  expect(await boss.call('admin/guard/', { topic, difference: true })).toMatchObject({
    held: {
      version: 2,
      by: 'ACME/bot',
      liveVersion: 1,
      changed: 2,
      changes: [
        { page: 'P', cell: 'A1', was: '100', now: '130' },
        { page: 'P', cell: 'A2', was: 'a', now: 'b' },
      ],
    },
  });
});

test('its approver gets its pages beside those that viewers have, and both see which reports wait', async () => {
  const topic = 'ACME/GUARD/SIDES';
  await guarded(topic, moved);
  await publish(topic, '100');
  await publish(topic, '130');
  const side = (value: string) => ({ pageNames: ['P'], pages: [sheet(value)], styles: [[]] });
  expect(await boss.call('admin/guard/', { topic, sides: true })).toMatchObject({
    held: { sides: { live: side('100'), held: side('130') } },
  });
  expect(await ann.call('admin/guard/', { topic, sides: true })).toEqual({ unauthorized: true });
  expect(await boss.call('reports/report/', { topic })).toMatchObject({ mayRelease: true });
  expect(await ann.call('reports/report/', { topic })).not.toHaveProperty('mayRelease');
  const list = await boss.call('publishing/reports/', { search: 'sides' });
  expect(list).toMatchObject({ reports: [{ topic, waitingUtc: expect.any(String) }] });
  expect(list.waiting).toContain(topic);
  await release(boss, topic, 2);
  const { waiting = [] } = await boss.call('publishing/reports/', {});
  expect(waiting).not.toContain(topic);
  const { versions } = await boss.call('publishing/report/', { topic });
  expect(versions).toMatchObject([{ version: 2, broken: [{ action: 'hold' }] }, { version: 1 }]);
  expect((versions as object[])[1]).not.toHaveProperty('broken');
});

test('released, it is the next version; two who decide at once are told apart', async () => {
  const topic = 'ACME/GUARD/RELEASED';
  await guarded(topic, moved);
  await publish(topic, '100');
  await publish(topic, '200');
  const answers = await Promise.all([release(boss, topic, 2), release(second, topic, 2)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ version: 2, changed: true });
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ error: { code: 'held_is_gone' } });
  expect(await shown(topic)).toEqual([sheet('200')]);
  expect(await ann.call('reports/report/', { topic })).not.toHaveProperty('waitingUtc');
  const { marked, held } = await boss.call('admin/guard/', { topic });
  expect([marked, held]).toMatchObject([
    [{ version: 2, rules: [{ words: 'A1 on P moved from 100 to 200: 100%' }] }],
    undefined,
  ]);
  const rows = await server.stores.audit.read({ limit: 50 });
  expect(rows.filter(({ object }) => object === topic).map(({ action }) => action)).toEqual([
    'publish released',
    'publish held',
    'guard changed',
  ]);
});

test('rejected, it is gone, and its publisher reads why', async () => {
  const topic = 'ACME/GUARD/REJECTED';
  await guarded(topic, moved);
  await publish(topic, '100');
  await publish(topic, '200');
  expect((await release(boss, topic, 2, { accept: false, reason: 'wrong file' })).body).toMatchObject({
    version: 1,
    changed: false,
  });
  expect((await release(boss, topic, 2)).status).toBe(409);
  expect(await shown(topic)).toEqual([sheet('100')]);
  // Its publisher has what was rejected: cells alone would leave that out, so the whole report has to come.
  expect((await cells(topic, 1, { A1: '101' })).body).toMatchObject({ error: { code: 'wrong_base_version' } });
  expect(await publish(topic, '105')).toMatchObject({ body: { version: 2, changed: true } });
  expect((await cells(topic, 2, { A1: '105.5' })).body).toMatchObject({ version: 3, changed: true });
  // A number is never given twice: nobody releases what they did not see.
  expect((await publish(topic, '300')).body).toMatchObject({ held: { version: 4 } });
});

test('cells that come while a publish waits are set on what waits, and none is lost', async () => {
  const topic = 'ACME/GUARD/TICKS';
  await guarded(topic, moved);
  await publish(topic, '100', 'a', 'x');
  expect((await cells(topic, 1, { A1: '150' })).body).toMatchObject({ version: 1, held: { version: 2 } });
  expect((await cells(topic, 1, { A2: 'b' })).body).toMatchObject({ version: 1, held: { version: 2 } });
  expect((await cells(topic, 2, { A3: 'y' })).body).toMatchObject({ version: 1, held: { version: 2 } });
  expect(await shown(topic)).toEqual([sheet('100', 'a', 'x')]);
  expect((await release(boss, topic, 2)).body).toMatchObject({ version: 2, changed: true });
  expect(await shown(topic)).toEqual([sheet('150', 'b', 'y')]);
  await cells(topic, 2, { A1: '300' });
  // What is put right goes live by itself, with all that came meanwhile.
  await cells(topic, 2, { A2: 'c' });
  expect((await cells(topic, 2, { A1: '151' })).body).toMatchObject({ changed: true });
  expect(await shown(topic)).toEqual([sheet('151', 'c', 'y')]);
  expect((await boss.call('admin/guard/', { topic })).held).toBeUndefined();
});

test('a held publish that breaks another rule has another number, and the former cannot be released', async () => {
  const topic = 'ACME/GUARD/NEWER';
  await guarded(topic, [...moved, { kind: 'errors', action: 'hold' }]);
  await publish(topic, '100', 'a');
  await publish(topic, '200', 'a');
  expect((await publish(topic, '210', 'a')).body).toMatchObject({ held: { version: 2 } });
  expect((await publish(topic, '200', '#REF!')).body).toMatchObject({ held: { version: 3 } });
  expect((await release(boss, topic, 2)).body).toMatchObject({ error: { code: 'held_is_gone', have: 3 } });
  expect((await release(boss, topic, 3)).body).toMatchObject({ changed: true });
  expect(await shown(topic)).toEqual([sheet('200', '#REF!')]);
});

test('a good whole report takes the place of what waits', async () => {
  const topic = 'ACME/GUARD/REPLACED';
  await guarded(topic, moved);
  await publish(topic, '100');
  await publish(topic, '200');
  expect((await publish(topic, '101')).body).toMatchObject({ version: 2, changed: true });
  expect((await boss.call('admin/guard/', { topic })).held).toBeUndefined();
  await publish(topic, '300');
  expect((await publish(topic, '101')).body).toMatchObject({ version: 2, changed: false });
  expect((await boss.call('admin/guard/', { topic })).held).toBeUndefined();
});

test('a rule that refuses says so in words, and nothing waits', async () => {
  const topic = 'ACME/GUARD/REFUSED';
  await guarded(topic, [{ kind: 'errors', action: 'refuse' }]);
  await publish(topic, '1', '2');
  const refused = await cells(topic, 1, { A1: '#DIV/0!' });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: { code: 'guard_refused', message: 'Rule 1: #DIV/0! on P is new' } },
  ]);
  expect(await shown(topic)).toEqual([sheet('1', '2')]);
  expect((await cells(topic, 1, { A1: '7' })).body).toMatchObject({ version: 2, changed: true });
  expect(await shown(topic)).toEqual([sheet('7', '2')]);
});

test('a rule that warns lets the publish through, marked for admins and told to its publisher', async () => {
  const topic = 'ACME/GUARD/WARNED';
  await guarded(topic, [{ kind: 'range', cell: 'A1', max: 10, action: 'warn' }]);
  await publish(topic, '1');
  expect((await publish(topic, '11')).body).toMatchObject({
    version: 2,
    changed: true,
    warnings: [{ rule: 0, action: 'warn', words: 'A1 on P is 11, above 10' }],
  });
  expect(await shown(topic)).toEqual([sheet('11')]);
  expect(await boss.call('admin/guard/', { topic })).toMatchObject({ marked: [{ version: 2 }] });
});

test('a rule on a cell that is gone does what it says with every publish', async () => {
  const topic = 'ACME/GUARD/GONE';
  await guarded(topic, [{ kind: 'range', cell: 'A3', max: 10, action: 'hold' }]);
  expect((await publish(topic, '1', '2')).body).toMatchObject({
    version: 0,
    held: { rules: [{ words: 'There is no cell A3 on page P' }] },
  });
  expect(await shown(topic)).toEqual([]);
  expect((await release(boss, topic, 1)).body).toMatchObject({ version: 1 });
  expect(await shown(topic)).toEqual([sheet('1', '2')]);
});

test('a held publish is released by itself where the rules say so', async () => {
  const topic = 'ACME/GUARD/TIMED';
  await guarded(topic, moved, { releaseAfterMin: 5 });
  await publish(topic, '100');
  await publish(topic, '200');
  const due = () => server.app.reporting.releaseDue();
  server.clock.move(4 * limits.guard.leastWait);
  await due();
  expect(await shown(topic)).toEqual([sheet('100')]);
  server.clock.move(1 * limits.guard.leastWait);
  await due();
  expect(await shown(topic)).toEqual([sheet('200')]);
});

test('what is wrong with rules is said, and nobody writes over rules that they did not see', async () => {
  const topic = 'ACME/GUARD/RULES';
  await guarded(topic, moved);
  const wrong = await boss.post('admin/guard/', { topic, rules: [{ kind: 'moved', cell: 'A1', action: 'hold' }] });
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { error: { message: 'Rule 1: a rule of kind moved needs percent' } },
  ]);
  const { rulesId } = await boss.call('admin/guard/', { topic });
  expect(await second.call('admin/guard/', { topic, rules: [], rulesId })).toMatchObject({ rules: [] });
  expect(await boss.call('admin/guard/', { topic, rules: moved, rulesId })).toMatchObject({ stale: true, rules: [] });
  const many = Array.from({ length: limits.guard.rules + 1 }, () => moved[0]);
  expect((await boss.post('admin/guard/', { topic, rules: many })).status).toBe(400);
});

test('rules are rehearsed on the log: how often and when each would have fired', async () => {
  const topic = 'ACME/GUARD/REHEARSED';
  await guarded(topic, []);
  const before = server.clock.now();
  for (const value of ['100', '101', '150', '151', '#N/A']) {
    server.clock.move(1000);
    await publish(topic, value, 'a', 'b');
  }
  const rules: GuardRule[] = [
    ...moved,
    { kind: 'errors', action: 'refuse' },
    { kind: 'range', cell: 'Z9', min: 1, action: 'warn' },
  ];
  const answer = await boss.call('admin/guardtest/', { topic, rules });
  expect(answer).toMatchObject({
    versions: 5,
    isWhole: true,
    fromUtc: new Date(before + 1000).toISOString(),
    results: [
      { rule: 0, fired: 2, versions: [{ version: 3, utc: new Date(before + 3000).toISOString() }, { version: 5 }] },
      { rule: 1, fired: 1, versions: [{ version: 5, words: '#N/A on P is new' }] },
      { rule: 2, fired: 5 },
    ],
  });
  server.clock.move(2 * 3_600_000);
  expect(await boss.call('admin/guardtest/', { topic, rules, hours: 1 })).toMatchObject({ versions: 0, fromUtc: null });
});

test('what is no publish is not rehearsed, as no rule held it, and what was released is told apart', async () => {
  const topic = 'ACME/GUARD/NOT REHEARSED';
  await guarded(topic, moved);
  await publish(topic, '100');
  expect((await publish(topic, '200')).body).toMatchObject({ held: { version: 2 } });
  expect((await release(boss, topic, 2)).body).toMatchObject({ version: 2 });
  await publish(topic, '201');
  const back = await boss.post('publish/rollback/', { topic, version: 1, reason: 'wrong' });
  expect(back.body).toMatchObject({ version: 4 });
  await boss.post('publish/release/', { topic, version: 4, accept: true });
  await publish(topic, '101');
  await bot.call('publish.publishRemove', { topic });
  const answer = await boss.call('admin/guardtest/', { topic, rules: moved });
  expect(answer).toMatchObject({ versions: 3, released: 1, isWhole: true, results: [{ rule: 0, fired: 0 }] });
  const near: GuardRule[] = [{ kind: 'moved', cell: 'A1', percent: 0.1, action: 'warn' }];
  expect(await boss.call('admin/guardtest/', { topic, rules: near })).toMatchObject({
    results: [{ fired: 2, versions: [{ version: 3 }, { version: 5 }] }],
  });
});

test('rules and what waits are for the admins of the report alone', async () => {
  const topic = 'ACME/GUARD/RIGHTS';
  await guarded(topic, moved);
  await publish(topic, '100');
  await publish(topic, '200');
  expect(await ann.call('admin/guard/', { topic })).toEqual({ unauthorized: true });
  expect(await ann.call('admin/guardtest/', { topic, rules: moved })).toEqual({ unauthorized: true });
  expect((await release(ann, topic, 2)).status).toBe(403);
  const own = { topic, version: 2 };
  expect((await bot.call('publish.publishRelease', { ...own, accept: true })).status).toBe(403);
  const rows = (await server.stores.audit.read({ limit: 500 })).filter((row) => row.object === topic);
  const refused = rows.filter(({ action }) => action === 'publish refused');
  expect(refused.map(({ actor, after }) => [actor, after])).toEqual([
    ['ACME/bot', { reason: 'not an admin of the report' }],
    ['ACME/ann', { reason: 'not an admin of the report' }],
  ]);
  expect((await bot.call('publish.publishRelease', { ...own, accept: false })).status).toBe(200);
});

import { parseGropic } from '@sheetwire/rules/gropic';
import { type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

const hour = 3_600_000;
const password = 'correct horse battery';
let server: TestApp;
let bot: TestPublisher;
let over: TestBrowser;
let groupAdmin: TestBrowser;
let reportAdmin: TestBrowser;
let viewer: TestBrowser;
let blocked: TestBrowser;
let stranger: TestBrowser;
beforeAll(async () => {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'ACME/super' });
  bot = await publisherOf(server, 'ACME/bot');
  over = await viewerOf(server, 'ACME/super');
  groupAdmin = await viewerOf(server, 'ACME/gina');
  reportAdmin = await viewerOf(server, 'ACME/rob');
  viewer = await viewerOf(server, 'ACME/vic');
  stranger = await viewerOf(server, 'OTHER/eve');
  await server.addUser('ACME/ben', password, { blockAdminPage: true });
  blocked = browser(server);
  await blocked.call('accounts/login/', { user: 'ACME/ben', password });
  await grant('ACME/DESK', ['ACME/gina', 'ACME/ben']);
  await grant('ACME/DESK/OWN', ['ACME/rob']);
});
afterAll(() => server.stop());

async function grant(gropic: string, admins: string[]): Promise<void> {
  const of = (names: string[]) => names.map(parsePrincipal).filter((one): one is Principal => one !== undefined);
  const name = parseGropic(gropic);
  if (!name) throw new Error('malformed');
  const lists = { viewers: of(['ACME/vic', 'ACME/bot']), publishers: of(['ACME/bot']), interactors: [] };
  await server.stores.perms.save({ gropic: name, ...lists, admins: of(admins), version: 0 }, 0);
  await server.app.reporting.rightsChanged();
}

const publish = (topic: string, value: string) =>
  bot.call('publish.publishReport', {
    topic,
    pages: [{ name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` }],
  });
const settings = (gropic: string, change = {}) => ({
  gropic,
  captureSnapshot: true,
  rollTime: '17:30',
  rollTimeLocation: 'Reykjavik',
  backdate: false,
  ...change,
});
const save = (web: TestBrowser, gropic: string, change = {}) =>
  web.call('admin/snapshotsettings/', settings(gropic, change));
const capture = (web: TestBrowser, topic: string, change = {}) =>
  web.call('admin/capturesnapshot/', { topic, location: 'Chicago', backdate: false, ...change });
const kept = async (gropic: string) => {
  const name = parseGropic(gropic);
  return name && server.stores.snapshotSettings.get(name);
};
const rows = async (object: string) =>
  (await server.stores.audit.read({ limit: 500 })).filter((row) => row.object === object);
const datesOf = async (topic: string) =>
  (await viewer.call('reports/report/', { topic, reportTime: '', numSnapshotDates: -1 })).snapshotDates;

test('admins of a gropic and super admins set its snapshot, nobody else', async () => {
  const refused = { unauthorized: true };
  expect(await save(over, 'ACME/DESK')).toEqual({});
  expect(await save(groupAdmin, 'ACME/DESK')).toEqual({});
  expect(await save(groupAdmin, 'ACME/DESK/PLAIN')).toEqual({});
  expect(await save(reportAdmin, 'ACME/DESK/OWN')).toEqual({});
  expect(await save(groupAdmin, 'ACME/DESK/OWN')).toEqual(refused);
  expect(await save(reportAdmin, 'ACME/DESK')).toEqual(refused);
  for (const web of [viewer, blocked, stranger]) expect(await save(web, 'ACME/DESK')).toEqual(refused);
  expect(await save(groupAdmin, 'ACME/ELSE')).toEqual(refused);
});

test('a time that is none is 23:59, no location is Chicago, one that does not exist is refused', async () => {
  await save(groupAdmin, 'ACME/DESK', { rollTime: '24:00', rollTimeLocation: '', backdate: true });
  const saved = { captures: true, time: '23:59', location: 'Chicago', backdates: true };
  expect(await kept('ACME/DESK')).toMatchObject(saved);
  const answer = await save(groupAdmin, 'ACME/DESK', { rollTimeLocation: 'Atlantis' });
  expect(answer.message).toContain('Unknown location');
  expect(await kept('ACME/DESK')).toMatchObject(saved);
  expect((await rows('ACME/DESK'))[0]).toMatchObject({ actor: 'ACME/gina', after: saved, address: '127.0.0.1' });
});

test('capture now takes the present report under the local date there, and again in place of the first', async () => {
  const topic = 'ACME/DESK/NOW';
  expect(await capture(groupAdmin, topic)).toMatchObject({ success: false, topic });
  await publish(topic, 'one');
  expect(await datesOf(topic)).toEqual([]);
  expect(await capture(groupAdmin, topic)).toEqual({
    topic,
    success: true,
    message: `Captured ${topic} for 2026-11-21`,
  });
  expect(await datesOf(topic)).toEqual(['2026-11-21']);
  await publish(topic, 'two');
  const again = await capture(groupAdmin, topic);
  expect(again.message).toContain('replacing the earlier snapshot');
  expect(await capture(groupAdmin, topic, { backdate: true })).toMatchObject({ success: true });
  expect(await capture(groupAdmin, topic, { location: 'Honolulu' })).toMatchObject({ success: true });
  expect(await datesOf(topic)).toEqual(['2026-11-21', '2026-11-20']);
  const shown = await viewer.call('reports/report/', { topic: `${topic}.20261121`, reportTime: '' });
  expect((shown.pages as string[])[0]).toContain('two');
  const captured = (await rows(topic)).filter((row) => row.action === 'snapshot captured');
  expect(captured).toHaveLength(4);
  expect(captured[3]).toMatchObject({ before: null, actor: 'ACME/gina' });
  expect(captured[2]?.before).toHaveProperty('capturedAt');
});

test('capture is refused to others, of a group, and of a dated report', async () => {
  await publish('ACME/DESK/OWN', 'x');
  for (const web of [viewer, blocked, stranger, groupAdmin]) {
    expect(await capture(web, 'ACME/DESK/OWN')).toEqual({
      topic: 'ACME/DESK/OWN',
      success: false,
      unauthorized: true,
      message: 'Unauthorized',
    });
  }
  expect(
    (await over.post('admin/capturesnapshot/', { topic: 'ACME/DESK', location: '', backdate: false })).status,
  ).toBe(400);
  expect(await capture(reportAdmin, 'ACME/DESK/OWN.20261119')).toMatchObject({ success: false });
  expect(await capture(reportAdmin, 'ACME/DESK/OWN', { location: 'Atlantis' })).toMatchObject({ success: false });
  expect(await datesOf('ACME/DESK/OWN')).toEqual([]);
});

test('the daily snapshot is taken when it is due; viewers hear of it, the audit log says so', async () => {
  const topic = 'ACME/DESK/DAILY';
  const { version } = (await publish(topic, 'at noon')).body;
  await save(groupAdmin, 'ACME/DESK', { rollTime: '09:30' });
  expect(await datesOf(topic)).toEqual([]);
  const stream = await StreamClient.open(await listen(server), { cookie: viewer.cookie });
  await stream.watch([{ topic, version: Number(version) }]);
  server.clock.move(hour / 2);
  await publish(topic, 'too late');
  await server.app.snapshots.look();
  expect(await stream.next('admin')).toEqual({ kind: 'dates', gropic: topic });
  stream.close();
  expect(await datesOf(topic)).toEqual(['2026-11-21']);
  expect((await rows(topic))[0]).toMatchObject({ actor: 'schedule', action: 'snapshot captured' });
});

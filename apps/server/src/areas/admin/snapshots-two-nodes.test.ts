import { parseGropic } from '@sheetwire/rules/gropic';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { parseTopic } from '@sheetwire/rules/topic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { browser, type TestApp } from '../../testing/test-app.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

const START = 60_000;
const topic = 'ACME/DESK/DAILY';
let servers: TwoServers;
let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  servers = await startTwoServers({ SHEETWIRE_SUPER_ADMINS: 'ACME/super' });
  ({ here: one, there: two } = servers);
}, START);
afterAll(() => servers.stop(), START);

test('a snapshot taken on one node shows at once in the calendars of viewers on the other', async () => {
  const bot = await publisherOf(one, 'ACME/bot');
  const over = await viewerOf(one, 'ACME/super');
  await two.addUser('ACME/vic', 'correct horse battery');
  const viewer = browser(two);
  await viewer.call('accounts/login/', { user: 'ACME/vic', password: 'correct horse battery' });
  const html = '<table><tbody><tr><td data-cell="A1">1</td></tr></tbody></table>';
  const { version } = (await bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html }] })).body;
  const known = parseTopic(topic);
  if (!known) throw new Error('malformed');
  await two.app.reporting.engine.refresh(known);
  const dates = async () =>
    (await viewer.call('reports/report/', { topic, reportTime: '', numSnapshotDates: -1 })).snapshotDates;
  expect(await dates()).toEqual([]);
  const stream = await StreamClient.open(await listen(two), { cookie: viewer.cookie });
  await stream.watch([{ topic, version: Number(version) }]);
  const taken = await over.call('admin/capturesnapshot/', { topic, location: 'Chicago', backdate: false });
  expect(taken).toMatchObject({ success: true });
  expect(await stream.next('admin')).toEqual({ kind: 'dates', gropic: topic });
  expect(await dates()).toEqual(['2026-11-21']);
  stream.close();
});

test('who was made an admin on one node captures, sets and tags on the other, which has not heard of it', async () => {
  const bot = await publisherOf(one, 'ACME/bot2');
  await two.addUser('ACME/ada', 'correct horse battery');
  const ada = browser(two);
  await ada.call('accounts/login/', { user: 'ACME/ada', password: 'correct horse battery' });
  const set = { captureSnapshot: true, rollTime: '17:00', rollTimeLocation: 'Chicago', backdate: false };
  const acts = [
    (name: string) => ada.call('admin/capturesnapshot/', { topic: name, location: 'Chicago', backdate: false }),
    (name: string) => ada.call('admin/snapshotsettings/', { gropic: name, ...set }),
    (name: string) => ada.call('publish/tag/', { topic: name, version: 1, tag: 'first' }),
  ];
  for (const [n, act] of acts.entries()) {
    const name = `ACME/DESK/FRESH ${n}`;
    await bot.call('publish.publishReport', { topic: name, pages: [{ name: 'P', html: '<p>1</p>' }] });
    await two.app.reporting.engine.refresh(parseTopic(name) ?? never());
    // Written, and told to nobody.
    const nobody = { viewers: [], publishers: [], interactors: [], version: 0 };
    const admins = [parsePrincipal('ACME/ada') ?? never()];
    await one.stores.perms.save({ gropic: parseGropic(name) ?? never(), ...nobody, admins }, 0);
    const answer = await act(name);
    expect([answer.unauthorized, answer.error]).toEqual([undefined, undefined]);
  }
});

function never(): never {
  throw new Error('malformed');
}

import { limits } from '@sheetwire/contract/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browser, startTestApp, type TestApp, withBearer } from '../../testing/test-app.ts';

const password = 'a long password';
let server: TestApp;
beforeEach(async () => {
  server = await startTestApp({ SHEETWIRE_LICENSE_SEATS: '1', SHEETWIRE_SUPER_ADMINS: 'DEMO/super' });
  for (const name of ['ann', 'bob', 'super']) await server.addUser(`DEMO/${name}`, password);
});
afterEach(() => server.stop());

async function visit(name: string) {
  const visitor = browser(server);
  await visitor.call('accounts/login/', { user: `DEMO/${name}`, password });
  return visitor;
}

test('without a seat a user waits, and gets in once it is free', async () => {
  const ann = await visit('ann');
  const bob = await visit('bob');
  expect(await ann.call('accounts/username/')).toMatchObject({ hasLicense: true });
  expect(await bob.call('accounts/username/')).toMatchObject({ user: 'DEMO/bob', hasLicense: false });
  await ann.call('accounts/logout/', {});
  expect(await bob.call('accounts/username/')).toMatchObject({ hasLicense: true });
});

test('without a seat reports show nothing new, lists are empty and other calls are refused', async () => {
  const ann = await visit('ann');
  await ann.call('accounts/username/');
  const bob = await visit('bob');
  expect(await bob.call('reports/report/', { topic: 'DEMO/DESK/DAILY' })).toEqual({ nodiff: true, hasLicense: false });
  expect(await bob.call('reports/report/', { topic: 'DEMO/DESK/DAILY', at: 1 })).toEqual({
    nodiff: true,
    hasLicense: false,
  });
  expect(await bob.call('viewtopics/topicsdetails/', { currnumtopics: 0 })).toMatchObject({ topics: [] });
  const refused = await bob.post('tokens/newtoken/');
  expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'no_license' } }]);
});

const topic = 'DEMO/DESK/DAILY';
test.each([
  ['reports/versions/', { topic }],
  ['reports/cellhistory/', { topic, page: 'Desk', cell: 'A1' }],
  ['reports/verify/', { topic, version: 1 }],
  ['reports/link/', { topic, version: 1 }],
  ['reports/oncontrolaction/', { topic, attributeVal: 'Region', controlVal: 'North' }],
  ['admin/guard/', { topic }],
  ['admin/guardtest/', { topic, rules: [] }],
  ['admin/retention/', { topic, kept: { versionHours: 1 } }],
  ['publishing/report/', { topic }],
  ['publish/tag/', { topic, version: 1, tag: 'Final' }],
  ['publish/rollback/', { topic, version: 1, reason: 'wrong' }],
  ['publish/release/', { topic, version: 1, accept: true }],
])('%s is refused without a seat', async (path, body) => {
  await (await visit('ann')).call('accounts/username/');
  const refused = await (await visit('bob')).post(path, body);
  expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'no_license' } }]);
});

test('super admins always get in', async () => {
  const ann = await visit('ann');
  await ann.call('accounts/username/');
  expect(await (await visit('super')).call('accounts/username/')).toMatchObject({
    hasLicense: true,
    isSuperAdmin: true,
  });
});

test('an API key works without a seat, an exchange does not', async () => {
  const ann = await visit('ann');
  const { key } = await ann.call('tokens/apikeys/', { name: 'robot' });
  const { token } = await ann.call('tokens/newtoken/');
  await ann.call('accounts/logout/', {});
  const bob = await visit('bob');
  await bob.call('accounts/username/');
  const removed = await withBearer(server, String(key), { path: 'publish/remove/', body: { topic: 'DEMO/A/B' } });
  expect(removed.status).toBe(200);
  const exchanged = { token, app: 'x', instanceId: 'i', version: '1.2.0' };
  expect(await bob.post('tokens/exchange/', exchanged)).toMatchObject({
    status: 403,
    body: { error: { code: 'no_license' } },
  });
});

test('a seat is free again after 15 minutes without a call', async () => {
  const ann = await visit('ann');
  await ann.call('accounts/username/');
  const bob = await visit('bob');
  server.clock.move(limits.seatIdle + 1);
  expect(await bob.call('accounts/username/')).toMatchObject({ hasLicense: true });
});

test('a second device that is in use keeps the seat when the first logs out', async () => {
  const [desk, phone, bob] = [await visit('ann'), await visit('ann'), await visit('bob')];
  for (const device of [desk, phone]) await device.call('accounts/username/');
  server.clock.move(limits.seenEvery);
  expect(await phone.call('accounts/username/')).toMatchObject({ hasLicense: true });
  await server.app.identity.lines.settle();
  expect(await bob.call('accounts/username/')).toMatchObject({ hasLicense: false });
  await desk.call('accounts/logout/', {});
  expect(await bob.call('accounts/username/')).toMatchObject({ hasLicense: false });
  await phone.call('accounts/logout/', {});
  expect(await bob.call('accounts/username/')).toMatchObject({ hasLicense: true });
});

test('another user who signs in on the same browser frees the seat of the one before', async () => {
  const ann = await visit('ann');
  await ann.call('accounts/username/');
  await ann.call('accounts/login/', { user: 'DEMO/bob', password });
  expect(await ann.call('accounts/username/')).toMatchObject({ user: 'DEMO/bob', hasLicense: true });
});

test('a seat lost in silence is told in every answer, and had again without a word once it is free', async () => {
  const [ann, bob] = [await visit('ann'), await visit('bob')];
  await ann.call('accounts/username/');
  server.clock.move(limits.seatIdle + 1);
  expect(await bob.call('accounts/username/')).toMatchObject({ hasLicense: true });
  const report = () => ann.call('reports/report/', { topic: 'DEMO/DESK/DAILY' });
  const topics = () => ann.call('viewtopics/topicsdetails/', { currnumtopics: 0 });
  expect(await report()).toEqual({ nodiff: true, hasLicense: false });
  expect(await topics()).toMatchObject({ user: 'DEMO/ann', hasLicense: false, topics: [] });
  await bob.call('accounts/logout/', {});
  expect(await report()).toMatchObject({ pages: [], time: 'no_time' });
  expect(await topics()).not.toHaveProperty('hasLicense');
});

test('the figures tell how many seats are taken and how many there are', async () => {
  const ann = await visit('ann');
  await ann.call('accounts/username/');
  const headers = { authorization: 'Bearer figures' };
  const { body } = await server.app.fastify.inject({ url: '/metrics', headers });
  expect(body).toMatch(/^sheetwire_license_seats_taken 1$/m);
  expect(body).toMatch(/^sheetwire_license_seats 1$/m);
});

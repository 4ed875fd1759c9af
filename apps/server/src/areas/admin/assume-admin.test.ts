import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingHeld } from '../../testing/admin-page.ts';
import { viewerOf } from '../../testing/publisher.ts';
import { browser, startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

let server: TestApp;
let ann: TestBrowser;
let bob: TestBrowser;
let eve: TestBrowser;
let root: TestBrowser;
beforeAll(async () => {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'ACME/root' });
  ann = await viewerOf(server, 'ACME/ann');
  bob = await viewerOf(server, 'ACME/bob');
  eve = await viewerOf(server, 'OTHER/eve');
  root = await viewerOf(server, 'ACME/root');
});
afterAll(() => server.stop());

const assume = (web: TestBrowser, gropic: string) => web.call('admin/assumeadmin/', { gropic });
const listsOf = (gropic: string) => server.stores.perms.get(branded<'Gropic'>(gropic));

test('a user of the entity becomes the only admin of what nobody administers, published or not', async () => {
  expect(await assume(ann, 'acme/rates')).toEqual({});
  const lists = { viewers: [], publishers: [], interactors: [], admins: ['ACME/ann'] };
  expect(await listsOf('ACME/RATES')).toMatchObject(lists);
  const [row] = await server.stores.audit.read({ limit: 1 });
  expect(row).toMatchObject({ actor: 'ACME/ann', action: 'admin assumed', object: 'ACME/RATES', after: lists });
});

test('what is administered is not assumed again, and inside the entity the answer says by whom it is', async () => {
  const refused = { unauthorized: true, reason: 'It is already administered', currAdmins: ['ACME/ann'] };
  expect(await assume(bob, 'ACME/RATES')).toEqual(refused);
  expect(await assume(ann, 'ACME/RATES')).toEqual(refused);
  expect(await assume(eve, 'ACME/RATES')).toEqual({
    unauthorized: true,
    reason: 'It belongs to another entity',
    currAdmins: [],
  });
});

test("a report of an administered group is for the group's admins", async () => {
  expect(await assume(bob, 'ACME/RATES/DAILY')).toMatchObject({ unauthorized: true, currAdmins: ['ACME/ann'] });
  expect(await assume(ann, 'ACME/RATES/DAILY')).toEqual({});
  expect(await listsOf('ACME/RATES/DAILY')).toMatchObject({ admins: ['ACME/ann'] });
});

test('a super admin takes over anything but a reserved group', async () => {
  expect(await assume(root, 'ACME/RATES/DAILY')).toEqual({});
  expect(await listsOf('ACME/RATES/DAILY')).toMatchObject({ admins: ['ACME/root'] });
  expect(await assume(root, 'OTHER/FX')).toEqual({});
  expect(await assume(root, 'ACME/SHEETWIRE-INTERNAL')).toMatchObject({ unauthorized: true });
  expect(await assume(bob, 'ACME/SHEETWIRE_INTERNAL/X')).toMatchObject({ unauthorized: true });
});

test('a blocked account assumes nothing', async () => {
  await server.addUser('ACME/blocked', 'correct horse battery', { blockAdminPage: true });
  const web = browser(server);
  await web.call('accounts/login/', { user: 'ACME/blocked', password: 'correct horse battery' });
  expect(await assume(web, 'ACME/FREE')).toEqual({
    unauthorized: true,
    reason: 'This account does not have permission to administer reports',
  });
  expect(await web.call('admin/admindetails/', nothingHeld)).toEqual({ unauthorized: true });
});

test('of many who assume the same at once one is the admin and all others are told who', async () => {
  const asked = [ann, bob, ann, bob, ann, bob].map((web) => assume(web, 'ACME/CONTESTED'));
  const answers = await Promise.all(asked);
  expect(answers.filter(({ unauthorized }) => unauthorized === undefined)).toHaveLength(1);
  const admins = (await listsOf('ACME/CONTESTED'))?.admins;
  expect(admins).toHaveLength(1);
  for (const answer of answers) if (answer.unauthorized) expect(answer.currAdmins).toEqual(admins);
});

test('where what nobody administers is closed only super admins assume it', async () => {
  const closed = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'ACME/root', SHEETWIRE_UNADMINISTERED: 'none' });
  try {
    const user = await viewerOf(closed, 'ACME/ann');
    expect(await assume(user, 'ACME/RATES')).toMatchObject({ unauthorized: true, currAdmins: [] });
    expect(await assume(await viewerOf(closed, 'ACME/root'), 'ACME/RATES')).toEqual({});
  } finally {
    await closed.stop();
  }
});

import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { parsePrincipal } from '@sheetwire/rules/principal';
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

test('one caller becomes admin of so many at a time, on all ways, and is told how long to wait', async () => {
  const { most, within } = limits.claims;
  const own = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'ACME/root' });
  try {
    const [script, neighbour] = [await viewerOf(own, 'ACME/script'), await viewerOf(own, 'ACME/neighbour')];
    const second = browser(own);
    await second.call('accounts/login/', { user: 'ACME/script', password: 'correct horse battery' });
    const claim = (web: TestBrowser, n: number) => web.post('admin/assumeadmin/', { gropic: `ACME/CLAIM ${n}` });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => claim(n % 2 ? script : second, n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most);
    const refused = answers.find(({ status }) => status === 429) ?? expect.unreachable();
    expect(refused.headers['retry-after']).toBe('600');
    expect(refused.body.error).toEqual({
      code: 'too_many',
      message: `You became admin of ${most} groups and reports in a short time; wait 10 minutes and try again`,
    });
    expect((await own.stores.perms.list()).length).toBe(most);
    expect((await claim(neighbour, 1000)).status).toBe(200);
    const root = await viewerOf(own, 'ACME/root');
    for (let n = 0; n <= most; n++) expect((await claim(root, n)).status).toBe(200);
    own.clock.move(-24 * within);
    expect((await claim(script, 1001)).status).toBe(429);
    own.clock.move(within);
    expect((await claim(script, 1002)).status).toBe(200);
  } finally {
    await own.stop();
  }
});

test('a group is named that claims in its entity; elsewhere, and outside it, super admins alone', async () => {
  const own = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'ACME/root', SHEETWIRE_CLAIM: 'ACME/OWNERS' });
  try {
    const names = ['ACME/olga', 'ACME/nick', 'ACME/ann', 'OTHER/eve', 'ACME/root'] as const;
    const [olga, nick, plain, other, over] = await Promise.all(names.map((name) => viewerOf(own, name)));
    const web = (one: TestBrowser | undefined) => one ?? expect.unreachable();
    const group = (name: string, member: string) => ({
      name: branded<'Group'>(name),
      isDirectory: false,
      members: [parsePrincipal(member) ?? expect.unreachable()],
    });
    await own.stores.groups.save(group('ACME/NESTED', 'ACME/nick'));
    await own.stores.groups.save({
      ...group('ACME/OWNERS', 'ACME/olga'),
      members: [...group('', 'ACME/olga').members, branded<'Group'>('ACME/NESTED'), ...group('', 'OTHER/eve').members],
    });
    await own.app.reporting.rightsChanged();
    const reason = 'Only members of ACME/OWNERS can claim groups and reports without admins';
    for (const gropic of ['ACME/FREE', 'ACME/FREE TOO/REPORT']) {
      expect(await assume(web(plain), gropic)).toEqual({ unauthorized: true, reason, currAdmins: [] });
    }
    expect(await assume(web(olga), 'ACME/FREE')).toEqual({});
    expect(await assume(web(nick), 'ACME/NICKS')).toEqual({});
    // Membership of a group of another entity opens nothing there.
    expect(await assume(web(other), 'ACME/FOREIGN')).toMatchObject({ reason: 'It belongs to another entity' });
    const supers = 'Only a super administrator can claim groups and reports without admins';
    expect(await assume(web(other), 'OTHER/FX')).toMatchObject({ reason: supers });
    expect(await assume(web(over), 'OTHER/FX')).toEqual({});
    const lists = { viewers: [], publishers: [], interactors: [] };
    await web(olga).call('admin/gropicperms/', { gropic: 'ACME/FREE', ...lists, admins: ['ACME/ann'] });
    // A report of a group that one administers is claimed by whoever administers it.
    expect(await assume(web(plain), 'ACME/FREE/REPORT')).toEqual({});
    expect(await assume(web(olga), 'ACME/FREE/OTHER')).toMatchObject({ unauthorized: true, currAdmins: ['ACME/ann'] });
    // What nobody administers any more is for the group again.
    for (const gropic of ['ACME/FREE', 'ACME/FREE/REPORT']) {
      await web(plain).call('admin/gropicperms/', { gropic, ...lists, admins: [] });
      expect(await assume(web(plain), gropic)).toMatchObject({ unauthorized: true });
    }
    expect((await web(plain).call('admin/admindetails/', nothingHeld)).claimRefusal).toBe(reason);
    expect((await web(other).call('admin/admindetails/', nothingHeld)).claimRefusal).toBe(supers);
    for (const one of [olga, nick, over]) {
      expect(await web(one).call('admin/admindetails/', nothingHeld)).not.toHaveProperty('claimRefusal');
    }
  } finally {
    await own.stop();
  }
});

test('where super admins alone claim, a group’s admins still assume its reports', async () => {
  const own = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'ACME/root', SHEETWIRE_CLAIM: 'super' });
  try {
    const [plain, over] = [await viewerOf(own, 'ACME/ann'), await viewerOf(own, 'ACME/root')];
    expect(await assume(plain, 'ACME/RATES')).toMatchObject({ unauthorized: true, currAdmins: [] });
    expect(await assume(over, 'ACME/RATES')).toEqual({});
    const lists = { viewers: [], publishers: [], interactors: [], admins: ['ACME/ann'] };
    await over.call('admin/gropicperms/', { gropic: 'ACME/RATES', ...lists });
    expect(await assume(plain, 'ACME/RATES/DAILY')).toEqual({});
    expect(await assume(plain, 'ACME/FX')).toMatchObject({ unauthorized: true });
  } finally {
    await own.stop();
  }
});

test('a claim of a report does not slip past a claim of its group at that moment', async () => {
  const { perms } = server.stores;
  const look = perms.get.bind(perms);
  let looks = 0;
  // The group is claimed after the look at it.
  perms.get = async (gropic) => {
    const found = await look(gropic);
    if (gropic === 'ACME/SLIP/R' && looks++ === 0) expect(await assume(bob, 'ACME/SLIP')).toEqual({});
    return found;
  };
  try {
    expect(await assume(ann, 'ACME/SLIP/R')).toEqual({
      unauthorized: true,
      reason: 'Only an admin of ACME/SLIP can administer its reports',
      currAdmins: ['ACME/bob'],
    });
  } finally {
    perms.get = look;
  }
  expect(looks).toBe(2);
  expect(await listsOf('ACME/SLIP/R')).toBeUndefined();
  expect(await assume(bob, 'ACME/SLIP/R')).toEqual({});
});

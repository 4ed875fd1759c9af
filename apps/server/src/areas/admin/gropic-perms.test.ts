import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { nothingHeld } from '../../testing/admin-page.ts';
import { viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

let server: TestApp;
let ann: TestBrowser;
let bob: TestBrowser;
let root: TestBrowser;
let eve: TestBrowser;
let gropic = '';
let count = 0;
beforeAll(async () => {
  server = await startTestApp({ SHEETWIRE_SUPER_ADMINS: 'ACME/root' });
  ann = await viewerOf(server, 'ACME/ann');
  bob = await viewerOf(server, 'ACME/bob');
  root = await viewerOf(server, 'ACME/root');
  eve = await viewerOf(server, 'OTHER/eve');
});
afterAll(() => server.stop());
beforeEach(async () => {
  gropic = `ACME/GROUP ${++count}`;
  await ann.call('admin/assumeadmin/', { gropic });
});

const none = { viewers: [], publishers: [], interactors: [], admins: [] };
const mine = { ...none, admins: ['ACME/ann'] };
const save = (
  web: TestBrowser,
  lists: Partial<Record<keyof typeof none, string[]>> & { gropic?: string },
  gropicPermsId?: string,
) =>
  web.call('admin/gropicperms/', { ...mine, gropic, ...lists, ...(gropicPermsId !== undefined && { gropicPermsId }) });
const kept = () => server.stores.perms.get(branded<'Gropic'>(gropic));

test('a publisher is also a viewer, and an interactor is one of the viewers', async () => {
  const answer = await save(ann, { publishers: ['ACME/bob'], interactors: ['ACME/bob', 'ACME/ann'] });
  const lists = { viewers: ['ACME/bob'], publishers: ['ACME/bob'], interactors: ['ACME/bob'], admins: ['ACME/ann'] };
  expect(answer).toEqual({ gropicPerms: { gropic, ...lists }, gropicPermsId: expect.any(String) });
  expect(await kept()).toMatchObject(lists);
});

test('who is removed from the viewers neither publishes nor interacts any more', async () => {
  await save(ann, { publishers: ['ACME/bob'], interactors: ['ACME/bob'] });
  await save(ann, { viewers: [], publishers: ['ACME/bob'], interactors: ['ACME/bob'] });
  expect(await kept()).toMatchObject(mine);
});

test('the last admin stays while somebody may view or publish, in the words of the specification', async () => {
  await save(ann, { viewers: ['ACME/bob'] });
  const answer = await save(ann, { viewers: ['ACME/bob'], admins: [] });
  expect(answer.message).toBe('All Viewers and Publishers must be removed before all Admins can be removed');
  expect(answer.gropicPerms).toEqual({ ...mine, gropic, viewers: ['ACME/bob'] });
  expect(await kept()).toMatchObject({ admins: ['ACME/ann'] });
});

test('without its last admin an empty gropic is nobody’s again, and anybody may assume it', async () => {
  expect(await save(ann, { admins: [] })).toMatchObject({ gropicPerms: { gropic, ...none } });
  expect(await kept()).toBeUndefined();
  expect(await save(ann, {})).toEqual({ unauthorized: true });
  expect(await bob.call('admin/assumeadmin/', { gropic })).toEqual({});
});

test('only admins and super admins change the lists', async () => {
  expect(await save(bob, { viewers: ['ACME/bob'] })).toEqual({ unauthorized: true });
  expect(await save(root, { viewers: ['ACME/bob'] })).toMatchObject({ gropicPerms: { viewers: ['ACME/bob'] } });
  await save(ann, { admins: ['ACME/bob', 'ACME/ann'], viewers: ['ACME/bob'] });
  expect(await save(bob, { admins: ['ACME/bob'] })).toMatchObject({ gropicPerms: { admins: ['ACME/bob'] } });
  expect(await save(ann, {})).toEqual({ unauthorized: true });
});

test('who does not exist, or is not of the admin’s entities, is not granted anything, in one text', async () => {
  const text = (name: string) => `Unknown user, group or entity ${name}; nothing was saved`;
  expect((await save(ann, { viewers: ['ACME/nobody'] })).message).toBe(text('ACME/nobody'));
  expect((await save(ann, { viewers: ['OTHER/eve'] })).message).toBe(text('OTHER/eve'));
  expect((await save(ann, { viewers: ['NOWHERE/[ALL]'] })).message).toBe(text('NOWHERE'));
  expect(await kept()).toMatchObject(mine);
  expect(await save(root, { viewers: ['OTHER/eve', 'ACME/[ALL]'] })).not.toHaveProperty('message');
  const both = await save(ann, { viewers: ['OTHER/eve', 'ACME/bob'] });
  expect(both.gropicPerms).toMatchObject({ viewers: ['OTHER/eve', 'ACME/bob'] });
});

const comingText = (name: string) =>
  `${name} belongs to another entity; only a super administrator can give it rights; nothing was saved`;
const foreignText =
  'OTHER/eve belongs to another entity; you can remove its rights, but only a super administrator can add more; nothing was saved';

test('a foreign viewer that a super admin listed stays or goes, and becomes nothing more by an admin', async () => {
  const viewing = { ...mine, viewers: ['OTHER/eve', 'ACME/bob'] };
  await save(root, viewing);
  for (const list of ['publishers', 'interactors', 'admins'] as const) {
    const answer = await save(ann, { ...viewing, [list]: [...viewing[list], 'OTHER/eve'] });
    expect(answer).toMatchObject({ message: foreignText, gropicPerms: viewing });
    expect(await kept()).toMatchObject(viewing);
  }
  expect(await save(ann, { ...viewing, publishers: ['ACME/bob'] })).not.toHaveProperty('message');
  expect(await save(ann, { viewers: ['ACME/bob'], publishers: ['ACME/bob'] })).not.toHaveProperty('message');
  expect((await save(ann, viewing)).message).toContain('Unknown user, group or entity OTHER/eve');
});

test('a foreign admin is made no viewer by an admin of the entity, a super admin may make it anything', async () => {
  const both = { ...mine, admins: ['ACME/ann', 'OTHER/eve'] };
  await save(root, both);
  expect((await save(ann, { ...both, viewers: ['OTHER/eve'] })).message).toBe(foreignText);
  const all = { viewers: ['OTHER/eve'], publishers: ['OTHER/eve'], interactors: ['OTHER/eve'] };
  expect(await save(root, { ...both, ...all })).not.toHaveProperty('message');
  // What it has can be taken one by one.
  expect(await save(ann, { ...both, ...all, interactors: [] })).not.toHaveProperty('message');
  expect(await save(ann, { ...both, viewers: ['OTHER/eve'] })).not.toHaveProperty('message');
  expect((await save(ann, { ...both, ...all })).message).toBe(foreignText);
  expect(await kept()).toMatchObject({ ...both, viewers: ['OTHER/eve'] });
});

test('a foreign group and everyone of another entity rise no more than a foreign user', async () => {
  await server.stores.groups.save({ name: branded<'Group'>('OTHER/DESK'), isDirectory: false, members: [] });
  await server.app.reporting.rightsChanged();
  const viewing = { ...mine, viewers: ['OTHER/DESK', 'OTHER/[ALL]'] };
  await save(root, viewing);
  const answer = await save(ann, { ...viewing, publishers: ['OTHER/DESK', 'OTHER/[ALL]'] });
  expect(answer.message).toMatch(/^OTHER\/DESK, OTHER\/\[ALL\] belong to other entities; you can remove their rights/);
  expect(await kept()).toMatchObject(viewing);
});

test('an admin of two entities raises nobody of the other one in a gropic, nor brings anybody in', async () => {
  await eve.call('admin/assumeadmin/', { gropic: `OTHER/H ${count}` });
  await save(root, { gropic: `OTHER/H ${count}`, admins: ['OTHER/eve', 'ACME/ann'] });
  const viewing = { ...mine, viewers: ['OTHER/eve'] };
  await save(root, viewing);
  for (const list of ['publishers', 'interactors', 'admins'] as const) {
    const answer = await save(ann, { ...viewing, [list]: [...viewing[list], 'OTHER/eve'] });
    expect(answer).toMatchObject({ message: foreignText, gropicPerms: viewing });
  }
  expect((await save(ann, { ...viewing, viewers: ['OTHER/eve', 'OTHER/[ALL]'] })).message).toBe(
    comingText('OTHER/[ALL]'),
  );
  expect(await kept()).toMatchObject(viewing);
});

test('a foreign admin raises neither itself nor its entity, and gives rights to the gropic’s own', async () => {
  await viewerOf(server, 'OTHER/pat');
  const both = { ...mine, admins: ['ACME/ann', 'OTHER/eve'] };
  await save(root, both);
  expect((await save(eve, { ...both, publishers: ['OTHER/eve'] })).message).toBe(foreignText);
  expect((await save(eve, { ...both, admins: [...both.admins, 'OTHER/pat'] })).message).toBe(comingText('OTHER/pat'));
  expect((await save(eve, { ...both, viewers: ['OTHER/[ALL]', 'OTHER/pat'] })).message).toBe(
    'OTHER/[ALL], OTHER/pat belong to other entities; only a super administrator can give them rights; nothing was saved',
  );
  expect(await kept()).toMatchObject(both);
  expect(await save(eve, { ...both, viewers: ['ACME/bob'] })).not.toHaveProperty('message');
});

test('a save of lists that were changed meanwhile is told apart and changes nothing', async () => {
  const { gropicPermsId } = await save(ann, { admins: ['ACME/ann', 'ACME/bob'] });
  const seen = String(gropicPermsId);
  const first = await save(bob, { admins: ['ACME/bob', 'ACME/ann'], viewers: ['ACME/bob'] }, seen);
  expect(first.stale).toBeUndefined();
  const second = await save(ann, { admins: ['ACME/ann'] }, seen);
  expect(second).toEqual({ stale: true, gropicPerms: first.gropicPerms, gropicPermsId: first.gropicPermsId });
  expect(await save(ann, {}, '')).toMatchObject({ stale: true });
  expect(await kept()).toMatchObject({ viewers: ['ACME/bob'], admins: ['ACME/bob', 'ACME/ann'] });
});

test('what changes nothing is no change: no row, no new version', async () => {
  const before = await kept();
  await save(ann, {});
  expect(await kept()).toEqual(before);
});

test('every change is a row of the audit log with the lists before and after', async () => {
  await save(ann, { viewers: ['ACME/bob'] });
  const [row] = await server.stores.audit.read({ limit: 1 });
  expect(row).toMatchObject({ actor: 'ACME/ann', action: 'rights changed', object: gropic, before: mine });
  expect(row?.after).toEqual({ ...mine, viewers: ['ACME/bob'] });
});

test('lists of five thousand users are saved and shown', async () => {
  const accounts = Array.from({ length: 5000 }, (_, n) => branded<'User'>(`ACME/many${n}`));
  const group = branded<'Group'>('ACME/MANY');
  await server.stores.groups.save({ name: group, isDirectory: false, members: accounts });
  await server.app.reporting.rightsChanged();
  const answer = await save(ann, { viewers: ['ACME/MANY'] });
  expect(answer.gropicPerms).toMatchObject({ viewers: ['ACME/MANY'] });
  const details = await ann.call('admin/admindetails/', { ...nothingHeld, selectedGropic: gropic });
  expect(details.viewersAllUsers).toHaveLength(5000);
});

test('a list of more names than can be chosen from is refused with its limit, and nothing is saved', async () => {
  const viewers = Array.from({ length: 5001 }, (_, n) => `ACME/user.${n}`);
  const { status, body } = await ann.post('admin/gropicperms/', { ...mine, gropic, viewers });
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('viewers must be a list of up to 5,000 entries'),
  ]);
  expect(await kept()).toMatchObject(mine);
});

test('a list of names that are none is refused with the first of them', async () => {
  const viewers = Array.from({ length: 5000 }, () => 'nobody');
  const { status, body } = await ann.post('admin/gropicperms/', { ...mine, gropic, viewers });
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringMatching(/viewers\[0\] must be .*ENTITY\/user\.name/),
  ]);
  expect(JSON.stringify(body)).not.toContain('viewers[1]');
});

test('long lists are judged and written in turns of their own, so that viewers need not wait for both', async () => {
  const names = Array.from({ length: 400 }, (_, n) => `ACME/member${n}`);
  for (const name of names) await server.addUser(name, 'a long password', { passwordHash: null });
  let turn = 0;
  const turns: Record<string, number> = {};
  const tick = () => {
    turn++;
    next = setImmediate(tick);
  };
  let next: NodeJS.Immediate = setImmediate(tick);
  const { perms } = server.stores;
  const [read, write] = [perms.get.bind(perms), perms.change.bind(perms)];
  const got = vi.spyOn(perms, 'get').mockImplementation(async (of) => {
    const found = await read(of);
    turns.read = turn;
    return found;
  });
  const changed = vi.spyOn(perms, 'change').mockImplementation((change) => {
    turns.written = turn;
    return write(change);
  });
  await save(ann, { viewers: names, publishers: names, interactors: names });
  clearImmediate(next);
  got.mockRestore();
  changed.mockRestore();
  expect(await kept()).toMatchObject({ viewers: names });
  expect((turns.written ?? 0) - (turns.read ?? 0)).toBeGreaterThanOrEqual(2);
}, 60_000);

test('the same names in another order are no change: nothing is saved and nothing is noted', async () => {
  await save(ann, { viewers: ['ACME/ann', 'ACME/bob'] });
  const [before] = await server.stores.audit.read({ limit: 1 });
  await save(ann, { viewers: ['ACME/bob', 'ACME/ann'] });
  expect((await kept())?.viewers).toEqual(['ACME/ann', 'ACME/bob']);
  expect((await server.stores.audit.read({ limit: 1 }))[0]).toEqual(before);
});

test('one caller changes so many lists and snapshot settings at a time, and is told how long to wait', async () => {
  const { most, within } = limits.rightsChanges;
  const script = await viewerOf(server, 'ACME/script');
  const own = { ...none, admins: ['ACME/script'], gropic: 'ACME/SCRIPTED' };
  await script.call('admin/assumeadmin/', { gropic: own.gropic });
  const turn = { key: 'rights:ACME/script', most, within };
  for (let n = 0; n < most; n++) expect(await server.stores.throttle.takeTurn(turn)).toBe(0);
  const message = `You changed rights or snapshot settings ${most} times in a short time; wait 10 minutes and try again`;
  const wanted = { ...own, viewers: ['ACME/bob'] };
  expect((await save(script, wanted)).error).toEqual({ code: 'too_many', message });
  const daily = { captureSnapshot: true, rollTime: '18:00', rollTimeLocation: '', backdate: false };
  const setting = await script.call('admin/snapshotsettings/', { gropic: own.gropic, ...daily });
  expect(setting.error).toMatchObject({ code: 'too_many' });
  // What changes nothing is answered all the same.
  expect(await save(script, own)).toMatchObject({ gropicPerms: own });
  server.clock.move(within);
  expect(await save(script, wanted)).toMatchObject({ gropicPerms: { viewers: ['ACME/bob'] } });
});

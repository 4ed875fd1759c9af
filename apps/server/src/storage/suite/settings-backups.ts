import type { SettingKind } from '@sheetwire/contract/recoversettings';
import { branded } from '@sheetwire/rules/name';
import type { Group, User } from '@sheetwire/rules/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CopyChange } from '#ports/directory-store.ts';
import type { Perms } from '#ports/perms.ts';
import type { CopyChoice, Recovery } from '#ports/settings-backups.ts';
import { bearer, newGropic, newUser, type Opened, session, unique, user } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

const day = 86_400_000;
const empty = { putPeople: [], dropPeople: [], dropGroups: [] };
const newGroup = () => branded<'Group'>(`ACME/${unique('GROUP')}`.toUpperCase());

export function settingsBackupSuite(open: Opened, clock: MovedClock): void {
  let root: User;
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const choice = (kind: SettingKind, name: string, change: Partial<CopyChoice> = {}): CopyChoice => {
    const entrance = { names: [root], associated: [], windows: false, singleSignOn: false };
    return { kind, name, by: root, entrance, ...change };
  };
  const recover = async (kind: SettingKind, name: string, also?: readonly SettingKind[]): Promise<Recovery> => {
    const chosen = choice(kind, name, { also });
    const previewed = await open().settingsBackups.preview(chosen);
    const outcome = await open().settingsBackups.recover(chosen, '::1');
    if ('refused' in outcome) throw new Error(outcome.refused);
    expect(previewed).toEqual(outcome);
    return outcome.recovery;
  };
  const undoOf = async (kind: SettingKind) =>
    (await open().settingsBackups.copies()).find((copy) => copy.kind === kind && copy.isUndo)?.name ?? 'none';
  const perms = async (lists: Partial<Perms>) => {
    const gropic = newGropic();
    const none = { viewers: [], publishers: [], interactors: [], admins: [root] };
    await open().perms.save({ gropic, ...none, ...lists, version: 0 }, 0);
    return gropic;
  };

  describe('copies of the settings', () => {
    beforeEach(async () => {
      root = newUser();
      await open().users.create(user(root, { passwordHash: 'root' }));
      clock.move(day - (clock.now() % day));
    });

    test('a date is the kind as that day began, and is never written again', async () => {
      const [old, late] = [user(), user()];
      await open().users.create(old);
      clock.move(day);
      await open().users.create(late);
      await open().settingsBackups.keepDay();
      const { added, removed } = await recover('users', today());
      expect([added, removed]).toEqual([[], [late.name]]);
      expect(await open().users.get(old.name)).toEqual(old);
    });

    test('a day without a change is kept all the same, once, and the last dates stay', async () => {
      const { settingsBackups } = open();
      await Promise.all(Array.from({ length: 8 }, () => settingsBackups.keepDay()));
      const of = async () =>
        (await settingsBackups.copies())
          .filter(({ name, isUndo }) => !isUndo && name === today())
          .map((one) => one.kind);
      expect((await of()).sort()).toEqual(['permissions', 'snapshots', 'usergroups', 'users']);
      for (let n = 0; n < 3; n++) {
        clock.move(200 * day);
        await settingsBackups.keepDay();
      }
      const dates = (await settingsBackups.copies()).filter(({ kind, isUndo }) => kind === 'users' && !isUndo);
      expect(dates.length).toBeLessThanOrEqual(400);
      expect(dates[0]?.name).toBe(today());
    });

    test('users come back with their passwords; those made since go with all they hold', async () => {
      const { users, sessions, tokens } = open();
      const [kept, gone, changed] = [user(), user(), user()].map((one) => ({ ...one, passwordHash: `of ${one.name}` }));
      if (!kept || !gone || !changed) throw new Error('no users');
      for (const one of [kept, gone, changed]) await users.create(one);
      clock.move(day);
      await users.remove(gone.name);
      await users.update(changed.name, { passwordHash: 'another', blockAdminPage: true, recentReports: ['ACME/A/B'] });
      const fresh = user();
      await users.create(fresh);
      const gropic = await perms({ viewers: [fresh.name, kept.name] });
      const open1 = [session(kept.name), session(changed.name), session(fresh.name)];
      for (const one of open1) await sessions.open(one);
      const [keyOfChanged, keyOfFresh] = [bearer(changed.name), bearer(fresh.name)];
      for (const key of [keyOfChanged, keyOfFresh]) await tokens.saveKey(key);
      const recovery = await recover('users', today());
      expect(recovery).toMatchObject({ added: [gone.name], removed: [fresh.name], changed: [changed.name] });
      expect(recovery.ended).toEqual([
        { user: fresh.name, what: 'everything' },
        { user: changed.name, what: 'sessions' },
      ]);
      expect(await users.get(gone.name)).toEqual(gone);
      expect(await users.get(changed.name)).toEqual({ ...changed, recentReports: ['ACME/A/B'] });
      expect(await users.get(fresh.name)).toBeUndefined();
      const left = await Promise.all(open1.map(({ idHash }) => sessions.get(idHash)));
      expect(left.map((one) => one?.user)).toEqual([kept.name, undefined, undefined]);
      expect(await tokens.bearer(keyOfChanged.hash)).toBeDefined();
      expect(await tokens.bearer(keyOfFresh.hash)).toBeUndefined();
      expect((await open().perms.get(gropic))?.viewers).toEqual([kept.name]);
      await recover('users', await undoOf('users'));
      expect(await users.get(changed.name)).toMatchObject({ passwordHash: 'another', blockAdminPage: true });
      expect((await open().perms.get(gropic))?.viewers).toEqual([fresh.name, kept.name]);
      expect(await users.get(gone.name)).toBeUndefined();
    });

    test('an Admin page that is blocked by now stays so for who recovers, and for nobody else', async () => {
      const { users } = open();
      const other = user();
      await users.create(other);
      clock.move(day);
      for (const name of [root, other.name]) await users.update(name, { blockAdminPage: true });
      await recover('users', today());
      const blocked = [root, other.name].map(async (name) => (await users.get(name))?.blockAdminPage);
      expect(await Promise.all(blocked)).toEqual([true, false]);
    });

    test('a user who is disabled by now stays disabled', async () => {
      const { users } = open();
      const someone = user();
      await users.create(someone);
      clock.move(day);
      await users.update(someone.name, { disabledAt: 5, deepLog: true });
      await recover('users', today());
      expect(await users.get(someone.name)).toEqual({ ...someone, disabledAt: 5 });
    });

    test('a recovery that lets no super admin in is refused, and nothing changes', async () => {
      const { users, settingsBackups } = open();
      const boss = newUser();
      await settingsBackups.keepDay();
      await users.create(user(boss, { passwordHash: 'x', adUser: 'CORP/boss' }));
      const before = await users.list();
      const asBoss = { names: [boss], associated: [], windows: true, singleSignOn: true };
      const refused = { refused: 'locked-out', kind: 'users' };
      const chosen = choice('users', today(), { by: boss, entrance: asBoss });
      expect(await settingsBackups.preview(chosen)).toEqual(refused);
      expect(await settingsBackups.recover(chosen, '::1')).toEqual(refused);
      expect(await users.list()).toEqual(before);
      const other = { user: root, adUser: 'CORP/root' };
      const asAssociated = { ...asBoss, names: [], associated: [other] };
      expect(await settingsBackups.preview(choice('users', today(), { entrance: asAssociated }))).toEqual(refused);
    });

    test('without a password an account lets nobody in, but by a way of its own', async () => {
      const { users, settingsBackups } = open();
      await users.update(root, { passwordHash: null });
      clock.move(day);
      await users.update(root, { passwordHash: 'later' });
      const entrance = { names: [root], associated: [], windows: true, singleSignOn: false };
      expect(await settingsBackups.preview(choice('users', today(), { entrance }))).toEqual({
        refused: 'locked-out',
        kind: 'users',
      });
      const bySso = { ...entrance, singleSignOn: true };
      expect(await settingsBackups.preview(choice('users', today(), { entrance: bySso }))).toHaveProperty('recovery');
    });

    test('nested groups come back, and a group that goes takes its rights along', async () => {
      const { groups } = open();
      const [inner, outer, fresh] = [newGroup(), newGroup(), newGroup()];
      const save = (name: Group, members: (User | Group)[]) => groups.save({ name, isDirectory: false, members });
      await save(inner, [root, outer]);
      await save(outer, [inner]);
      clock.move(day);
      for (const name of [outer, inner]) await groups.save({ name, isDirectory: false, members: [] });
      await groups.remove(inner, { at: 1, actor: root, action: 'x', object: inner, address: '' });
      await save(fresh, [root]);
      const gropic = await perms({ viewers: [root, fresh], admins: [fresh] });
      const recovery = await recover('usergroups', today());
      expect(recovery).toMatchObject({ added: [inner], removed: [fresh], adopted: [gropic] });
      expect(recovery.changed).toContain(outer);
      expect((await groups.get(inner))?.members).toEqual([root, outer]);
      expect((await groups.get(outer))?.members).toEqual([inner]);
      expect(await open().perms.get(gropic)).toMatchObject({ viewers: [root], admins: [root] });
    });

    test('groups of the directory are left alone', async () => {
      const { groups } = open();
      const name = newGroup();
      await groups.save({ name, isDirectory: false, members: [] });
      clock.move(day);
      await groups.save({ name, isDirectory: true, members: [root] });
      expect((await recover('usergroups', today())).leftOut).toEqual([name]);
      expect(await groups.get(name)).toEqual({ name, isDirectory: true, members: [root] });
    });

    test('what a group of the directory had is not for another one of its name', async () => {
      const { directory, groups } = open();
      const [holder, name, outer] = [unique('server'), newGroup(), newGroup()];
      const write = async (id: string, change: Partial<CopyChange>, rebinds = false) => {
        clock.move(1);
        const of = { entity: branded<'Entity'>('CORP'), rebinds };
        return directory.write(holder, { ...empty, putGroups: [{ id, name, members: [] }], ...change }, of);
      };
      await directory.hold(holder, 1);
      await write('first', {});
      await groups.save({ name: outer, isDirectory: false, members: [name] });
      const gropic = await perms({ viewers: [name] });
      const viewers = async () => (await open().perms.get(gropic))?.viewers;
      clock.move(day);
      for (const change of [{ putGroups: [], dropGroups: [name] }, {}]) await write('first', change);
      await recover('permissions', today());
      expect(await viewers()).toEqual([name]);
      await write('made anew', {}, true);
      await write('second', { dropGroups: [name] });
      for (const kind of ['permissions', 'usergroups'] as const)
        expect((await recover(kind, today())).leftOut).toContain(name);
      expect([await viewers(), (await groups.get(outer))?.members]).toEqual([[], []]);
    });

    test('rights come back whole, but not those of names that are gone', async () => {
      const { users } = open();
      const [stays, goes] = [user(), user()];
      for (const one of [stays, goes]) await users.create(one);
      const viewers = [stays.name, goes.name];
      const [first, second] = [await perms({ viewers, publishers: [stays.name] }), await perms({ viewers })];
      const ruled = await perms({ viewers: [stays.name], admins: [goes.name, stays.name] });
      clock.move(day);
      await open().perms.remove(first);
      const before = await open().perms.get(second);
      if (before) await open().perms.save({ ...before, viewers: [] }, before.version);
      await open().perms.remove(ruled);
      await users.remove(goes.name);
      const fresh = await perms({});
      const recovery = await recover('permissions', today());
      expect([recovery.removed.includes(fresh), recovery.leftOut.includes(goes.name)]).toEqual([true, true]);
      expect(await open().perms.get(first)).toMatchObject({ viewers: [stays.name], publishers: [stays.name] });
      expect(await open().perms.get(second)).toMatchObject({ viewers: [stays.name] });
      expect((await open().perms.get(second))?.version).toBeGreaterThan((before?.version ?? 0) + 1);
      expect((await open().perms.get(ruled))?.admins).toEqual([stays.name]);
      expect(await open().perms.get(fresh)).toBeUndefined();
      const row = (await open().audit.read({ limit: 500 })).find(({ actor }) => actor === root);
      expect(row).toMatchObject({ action: 'settings recovered', object: `permissions ${today()}`, address: '::1' });
    });

    test('snapshot settings come back', async () => {
      const { snapshotSettings } = open();
      const by = { actor: root, address: '' };
      const setting = { captures: true, time: '17:00', location: 'London', backdates: true };
      const [kept, fresh] = [newGropic(), newGropic()];
      await snapshotSettings.save({ gropic: kept, ...setting }, by);
      clock.move(day);
      await snapshotSettings.save({ gropic: kept, ...setting, time: '09:30' }, by);
      await snapshotSettings.save({ gropic: fresh, ...setting }, by);
      expect(await recover('snapshots', today())).toMatchObject({ changed: [kept], removed: [fresh] });
      expect(await snapshotSettings.get(kept)).toEqual({ gropic: kept, ...setting });
      expect(await snapshotSettings.get(fresh)).toBeUndefined();
    });

    test('a recovery of what is there already changes nothing and leaves no undo point', async () => {
      await open().settingsBackups.keepDay();
      const before = await undoOf('users');
      expect(await recover('users', today())).toMatchObject({ added: [], removed: [], changed: [] });
      expect(await undoOf('users')).toBe(before);
    });

    test('changes of every kind and recoveries at once wait for each other and fail none', async () => {
      const { users, groups, perms: rights, settingsBackups, directory, sessions } = open();
      clock.move(day);
      await settingsBackups.keepDay();
      const date = today();
      clock.move(day);
      const recovering = async (kind: SettingKind) => {
        const outcome = await settingsBackups.recover(choice(kind, date), '');
        if ('refused' in outcome) throw new Error(outcome.refused);
      };
      const holder = unique('server');
      const [name, group] = [newUser(), newGroup()];
      const none = { publishers: [], interactors: [], admins: [root], version: 0 };
      const members = [root];
      const reconcile = { entity: branded<'Entity'>('CORP'), rebinds: false };
      const copied = () => ({ ...empty, putGroups: [{ id: 'g', name: newGroup(), members }] });
      const all = Array.from({ length: 6 }, (_, n) => [
        users.create(user(newUser())),
        users.create(user(name)),
        users.remove(name),
        sessions.open(session(name)),
        sessions.endUser(name, 'everything'),
        groups.save({ name: newGroup(), isDirectory: false, members }),
        groups.remove(group),
        rights.save({ gropic: newGropic(), viewers: [name, group], ...none }, 0),
        directory.hold(holder, day).then(() => directory.write(holder, copied(), reconcile)),
        settingsBackups.keepDay(),
        recovering(n % 2 === 0 ? 'users' : 'permissions'),
        recovering('usergroups'),
      ]);
      const results = await Promise.allSettled(all.flat());
      expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    });

    test('there is no copy of another date', async () => {
      const missing = { refused: 'missing', kind: 'users' };
      expect(await open().settingsBackups.recover(choice('users', '1999-01-01'), '')).toEqual(missing);
    });
  });
}

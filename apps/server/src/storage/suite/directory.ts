import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DirectoryPerson } from '#ports/directory.ts';
import type { CopyChange } from '#ports/directory-store.ts';
import { bearer, newGropic, newUser, type Opened, session, storedInfo, token, unique, user } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

const entity = branded<'Entity'>('CORP');
const reconcile = { entity, rebinds: false };
const empty: CopyChange = { putPeople: [], dropPeople: [], putGroups: [], dropGroups: [] };
const none = { ended: [], changed: [] };
const minute = 60_000;

function person(change: Partial<DirectoryPerson> = {}): DirectoryPerson {
  const short = unique('person');
  return { id: unique('guid'), name: corp(short), email: `${short}@corp.example`, isDisabled: false, ...change };
}

function corp(short: string): User {
  return branded<'User'>(`CORP/${short}`);
}

export function directorySuite(open: Opened, clock: MovedClock): void {
  describe('the copy of the directory', () => {
    let holder: string;
    beforeEach(async () => {
      clock.move(10 * minute);
      holder = unique('server');
      expect(await open().directory.hold(holder, minute)).toMatchObject({ isMine: true });
    });
    const write = (change: Partial<CopyChange>, how = reconcile) =>
      open().directory.write(holder, { ...empty, ...change }, how);

    test('a clock that is set back gives no dead server the copy for longer', async () => {
      const { directory } = open();
      clock.move(-5 * minute);
      const other = unique('server');
      expect(await directory.hold(other, minute)).toMatchObject({ isMine: true });
      expect(await directory.hold(holder, minute)).toMatchObject({ isMine: false });
      clock.move(minute - 1);
      expect(await directory.hold(holder, minute)).toMatchObject({ isMine: false });
      await directory.release(other);
    });

    test('one server at a time holds it; another follows when it falls silent or lets go', async () => {
      const { directory } = open();
      const other = unique('server');
      expect(await directory.hold(other, minute)).toMatchObject({ isMine: false });
      clock.move(minute - 1);
      expect(await directory.hold(holder, minute)).toMatchObject({ isMine: true });
      clock.move(minute - 1);
      expect(await directory.hold(other, minute)).toMatchObject({ isMine: false });
      clock.move(1);
      expect(await directory.hold(other, minute)).toMatchObject({ isMine: true });
      expect(await directory.write(holder, { ...empty, putPeople: [person()] }, reconcile)).toBeUndefined();
      await directory.release(holder);
      expect(await directory.hold(holder, minute)).toMatchObject({ isMine: false });
      await directory.release(other);
      expect(await directory.hold(holder, minute)).toMatchObject({ isMine: true });
    });

    test('of sixteen servers that want it at once one gets it', async () => {
      const { directory } = open();
      await directory.release(holder);
      const all = await Promise.all(Array.from({ length: 16 }, () => directory.hold(unique('server'), minute)));
      expect(all.filter(({ isMine }) => isMine)).toHaveLength(1);
    });

    test('a change is swapped in whole, and people may swap their names', async () => {
      const { directory } = open();
      const [ann, bob] = [person(), person({ isDisabled: true, email: '' })];
      const group = branded<'Group'>(unique('CORP/TEAM').toUpperCase());
      const before = await directory.generation();
      await write({ putPeople: [ann, bob], putGroups: [{ id: 'g', name: group, members: [ann.name, bob.name] }] });
      expect(await directory.generation()).toBe(before + 1);
      expect(await directory.people()).toEqual(expect.arrayContaining([ann, bob]));
      expect(await directory.groups()).toContainEqual({ id: 'g', name: group, members: [ann.name, bob.name] });
      const swapped = [
        { ...ann, name: bob.name },
        { ...bob, name: ann.name },
      ];
      await write({ putPeople: swapped, dropGroups: [group] });
      expect(await directory.person(ann.name)).toEqual(swapped[1]);
      expect((await directory.copy()).groups.map(({ name }) => name)).not.toContain(group);
    });

    test('a group that is gone takes its rights along; local groups are left alone', async () => {
      const { directory, groups, perms } = open();
      const [gone, local] = [unique('CORP/GONE'), unique('CORP/LOCAL')].map((text) =>
        branded<'Group'>(text.toUpperCase()),
      );
      if (gone === undefined || local === undefined) throw new Error('no names');
      await groups.save({ name: local, isDirectory: false, members: [] });
      expect(await directory.localGroups()).toContain(local);
      await write({ putGroups: [{ id: 'g', name: gone, members: [] }] });
      const gropic = newGropic();
      const lists = { viewers: [gone], publishers: [], interactors: [], admins: [corp('admin')] };
      await perms.save({ gropic, ...lists, version: 0 }, 0);
      await write({ dropGroups: [gone] });
      expect((await perms.get(gropic))?.viewers).toEqual([]);
      expect((await directory.groups()).map(({ name }) => name)).not.toContain(local);
    });

    test('a group that goes as the only admin is told of in the audit log, and the viewers stay', async () => {
      const { perms, audit } = open();
      const [boss, viewer] = [branded<'Group'>(unique('CORP/BOSS').toUpperCase()), newUser()];
      await write({ putGroups: [{ id: 'g', name: boss, members: [] }] });
      const [left, ruled] = [newGropic(), newGropic()];
      const lists = { viewers: [viewer], publishers: [], interactors: [], version: 0 };
      await perms.save({ gropic: left, ...lists, admins: [boss] }, 0);
      await perms.save({ gropic: ruled, ...lists, admins: [boss, viewer] }, 0);
      await write({ dropGroups: [boss] });
      expect(await perms.get(left)).toMatchObject({ viewers: [viewer], admins: [] });
      const { rows } = await audit.search({ action: 'left without an admin', limit: 100 });
      const told = rows.filter(({ before }) => before.includes(boss));
      expect(told.map(({ actor, object, before }) => [actor, object, JSON.parse(before)])).toEqual([
        ['directory', left, { admins: [boss] }],
      ]);
    });

    test('a user group that was made of the same name meanwhile stays what it is', async () => {
      const { groups } = open();
      const name = branded<'Group'>(unique('CORP/BOTH').toUpperCase());
      await groups.save({ name, isDirectory: false, members: [newUser()] });
      const kept = await groups.get(name);
      await write({ putGroups: [{ id: 'g', name, members: [] }] });
      expect(await groups.get(name)).toEqual(kept);
    });

    test('how far it is, and what keeps it, is told', async () => {
      const { directory } = open();
      await directory.note({ holder, isFull: true, cursor: 'time 1', fault: '' });
      const good = await directory.state();
      expect(good).toMatchObject({ fullAt: clock.now(), syncedAt: clock.now(), cursor: 'time 1', fault: '' });
      clock.move(5);
      await directory.note({ holder, isFull: false, cursor: undefined, fault: 'down' });
      expect(await directory.state()).toEqual({ ...good, fault: 'down', faultAt: clock.now() });
      await directory.note({ holder: 'another', isFull: false, cursor: 'time 2', fault: '' });
      expect((await directory.state())?.fault).toBe('down');
      await directory.note({ holder, isFull: false, cursor: 'time 3', fault: '' });
      expect(await directory.state()).toMatchObject({ fullAt: good?.fullAt, fault: '', faultAt: null });
    });
  });

  describe('accounts of people in the directory', () => {
    let holder: string;
    beforeEach(async () => {
      clock.move(10 * minute);
      holder = unique('server');
      await open().directory.hold(holder, minute);
    });
    const write = (change: Partial<CopyChange>, rebinds = false) =>
      open().directory.write(holder, { ...empty, ...change }, { entity, rebinds });
    const writeOne = (change: Partial<CopyChange>) =>
      open().directory.write(holder, { ...empty, ...change }, { entity, rebinds: false, isOfChange: true });
    const withAccount = async (theirs: DirectoryPerson) => {
      const account = user(corp(unique('account')), { adUser: theirs.name, email: `${unique('mail')}@corp.example` });
      await open().users.create(account);
      await write({ putPeople: [theirs] });
      return account.name;
    };

    test('disabled there is disabled here with all that could come in, and enabled there is enabled again', async () => {
      const { users, sessions, storedInfo: infos, tokens } = open();
      const ann = person();
      const name = await withAccount(ann);
      const [own, info, key, spent] = [session(name), storedInfo(name), bearer(name), token(name)];
      await sessions.open(own);
      await infos.save(info);
      await tokens.saveKey(key);
      await tokens.saveToken(spent);
      expect(await open().directory.present('', 10_000)).toContainEqual(ann);
      expect(await open().directory.present(ann.name, 10_000)).not.toContainEqual(ann);
      const out = await write({ putPeople: [{ ...ann, isDisabled: true }] });
      expect(out).toEqual({ ended: [name], changed: [] });
      expect((await users.get(name))?.disabledAt).toBe(clock.now());
      expect(await sessions.get(own.idHash)).toBeUndefined();
      expect(await infos.byFamily(info.family)).toBeUndefined();
      expect([await tokens.bearer(key.hash), await tokens.token(spent.hash)]).toEqual([undefined, undefined]);
      expect(await write({ putPeople: [ann] })).toEqual({ ended: [], changed: [name] });
      expect((await users.get(name))?.disabledAt).toBeNull();
    });

    test('a change of one person looks at no account of others, and is noted by name', async () => {
      const { users, rightsChanges } = open();
      const [ann, bob, team] = [person(), person(), branded<'Group'>(unique('CORP/TEAM').toUpperCase())];
      const [annsName, bobsName] = [await withAccount(ann), await withAccount(bob)];
      const stray = user(corp(unique('account')), { adUser: corp(unique('nobody')), email: '' });
      await users.create(stray);
      const before = await rightsChanges.stamps();
      expect(await writeOne({ putPeople: [{ ...ann, isDisabled: true }] })).toEqual({ ended: [annsName], changed: [] });
      expect(await writeOne({ dropPeople: [bob.id] })).toEqual({ ended: [bobsName], changed: [] });
      expect(await writeOne({ putPeople: [{ ...ann, name: corp(unique('renamed')) }] })).toEqual(none);
      expect(await writeOne({ putPeople: [ann], putGroups: [{ id: 'g', name: team, members: [ann.name] }] })).toEqual({
        ended: [],
        changed: [annsName],
      });
      expect((await users.get(stray.name))?.disabledAt).toBeNull();
      expect(new Set(await rightsChanges.since('users', before.users, 100))).toEqual(new Set([annsName, bobsName]));
      expect(await rightsChanges.since('usergroups', before.usergroups, 100)).toEqual([team]);
      expect((await rightsChanges.stamps()).permissions).toBe(before.permissions);
      expect(await write({})).toEqual({ ended: [stray.name], changed: [] });
    });

    test('gone is disabled; whoever is given the name does not come in, unless the directory was made anew', async () => {
      const { users } = open();
      const ann = person();
      const name = await withAccount(ann);
      expect(await write({ dropPeople: [ann.id] })).toMatchObject({ ended: [name] });
      const heir = { ...ann, id: unique('guid') };
      expect(await write({ putPeople: [heir] })).toEqual({ ended: [], changed: [] });
      expect((await users.get(name))?.disabledAt).not.toBeNull();
      expect(await write({}, true)).toMatchObject({ changed: [name] });
      expect((await users.get(name))?.disabledAt).toBeNull();
    });

    test('an account that is associated anew belongs to who has the name now', async () => {
      const { users, directory } = open();
      const ann = person();
      const name = await withAccount(ann);
      const heir = { ...ann, id: unique('guid') };
      expect(await write({ dropPeople: [ann.id], putPeople: [heir] })).toMatchObject({ ended: [name] });
      expect(await directory.hasUnbound(entity)).toBe(false);
      await users.update(name, { adUser: ann.name });
      expect(await directory.hasUnbound(entity)).toBe(true);
      expect(await write({})).toMatchObject({ changed: [name] });
      expect(await directory.hasUnbound(entity)).toBe(false);
    });

    test('who was disabled here is not enabled by the directory', async () => {
      const { users } = open();
      const ann = person();
      const name = await withAccount(ann);
      await users.update(name, { disabledAt: 5 });
      expect(await write({ putPeople: [{ ...ann, isDisabled: true }] })).toEqual({ ended: [], changed: [] });
      expect(await write({ putPeople: [ann] })).toEqual({ ended: [], changed: [] });
      expect((await users.get(name))?.disabledAt).toBe(5);
    });

    test('the email follows, unless somebody else has it', async () => {
      const { users } = open();
      const ann = person();
      const name = await withAccount(ann);
      expect((await users.get(name))?.email).toBe(ann.email);
      const other = user();
      await users.create(other);
      await write({ putPeople: [{ ...ann, email: other.email.toUpperCase() }] });
      expect((await users.get(name))?.email).toBe(ann.email);
    });

    test('one look at one person counts at once, whoever holds the copy', async () => {
      const { directory } = open();
      const ann = person();
      const name = await withAccount(ann);
      const before = await directory.generation();
      expect(await directory.saw({ id: ann.id, isDisabled: true }, entity)).toEqual({ ended: [name], changed: [] });
      expect(await directory.saw({ id: ann.id, isDisabled: true }, entity)).toEqual({ ended: [], changed: [] });
      expect(await directory.generation()).toBe(before + 1);
      expect(await directory.saw({ id: unique('guid'), isDisabled: true }, entity)).toEqual({ ended: [], changed: [] });
    });

    test('accounts of another entity are none of its business', async () => {
      const { users } = open();
      const other = user(undefined, { adUser: 'ELSEWHERE/ann' });
      await users.create(other);
      expect(await write({})).toEqual({ ended: [], changed: [] });
    });

    test('an account that only bears a name of the directory is told apart', async () => {
      const { directory, users } = open();
      const [ann, bob] = [person(), person()];
      const name = await withAccount(ann);
      await write({ putPeople: [bob] });
      await users.create(user(bob.name));
      const [theirs, bobs] = [
        { user: name, adUser: ann.name },
        { user: bob.name, adUser: null },
      ];
      const all = await directory.associations([bob.name, ann.name]);
      expect(all).toHaveLength(2);
      expect(all).toEqual(expect.arrayContaining([theirs, bobs]));
      expect(await directory.associations([name])).toEqual([theirs]);
      expect(await directory.associations([corp('nobody')])).toEqual([]);
    });
  });
}

import { branded } from '@sheetwire/rules/name';
import { everyoneOf } from '@sheetwire/rules/principal';
import { describe, expect, test } from 'vitest';
import type { Perms } from '#ports/perms.ts';
import { bob, desk, jane, newGropic, newUser, type Opened, unique, user } from './builders.ts';

export function rightsSuite(open: Opened): void {
  describe('rights', () => {
    const full = (): Perms => ({
      gropic: newGropic(),
      viewers: [jane, desk, everyoneOf('ACME'), bob],
      publishers: [bob],
      interactors: [jane],
      admins: [bob, jane],
      version: 0,
    });

    test('lists are kept as they were saved, under a growing version', async () => {
      const { perms } = open();
      const saved = full();
      expect(await perms.get(saved.gropic)).toBeUndefined();
      expect(await perms.save(saved, 0)).toBe(1);
      expect(await perms.get(saved.gropic)).toEqual({ ...saved, version: 1 });
      expect(await perms.save({ ...saved, viewers: [] }, 1)).toBe(2);
      expect(await perms.list()).toContainEqual({ ...saved, viewers: [], version: 2 });
    });

    test('of two admins who save at once the second is told and nothing is lost', async () => {
      const { perms } = open();
      const saved = full();
      await perms.save(saved, 0);
      const both = await Promise.all([
        perms.save({ ...saved, viewers: [jane] }, 1),
        perms.save({ ...saved, viewers: [bob] }, 1),
      ]);
      expect(both.filter((version) => version === 2)).toHaveLength(1);
      expect(both.filter((version) => version === undefined)).toHaveLength(1);
      expect((await perms.get(saved.gropic))?.viewers).toEqual(both[0] === 2 ? [jane] : [bob]);
      expect(await perms.save(saved, 0)).toBeUndefined();
      expect(await perms.save(saved, 7)).toBeUndefined();
    });

    test('of sixteen who assume the same gropic one succeeds', async () => {
      const { perms } = open();
      const gropic = newGropic();
      const none = { gropic, viewers: [], publishers: [], interactors: [], version: 0 };
      const all = await Promise.all(Array.from({ length: 16 }, () => perms.save({ ...none, admins: [newUser()] }, 0)));
      expect(all.filter((version) => version !== undefined)).toEqual([1]);
    });

    test('a gropic made unadministered has no rights, and its version goes on when it is assumed again', async () => {
      const { perms } = open();
      const saved = full();
      await perms.save(saved, 0);
      await perms.remove(saved.gropic);
      expect(await perms.get(saved.gropic)).toBeUndefined();
      expect((await perms.list()).map((one) => one.gropic)).not.toContain(saved.gropic);
      expect(await perms.save(saved, 1)).toBeUndefined();
      expect(await perms.save(saved, 0)).toBe(2);
    });

    test('a change is written with its audit row, on the version it was made from and no other', async () => {
      const { perms, users, audit } = open();
      const [gropic, admin] = [newGropic(), newUser()];
      await users.create(user(admin));
      const none = { gropic, viewers: [], publishers: [], interactors: [] };
      const note = { at: 8e12, actor: admin, action: 'admin assumed', object: gropic, address: '' };
      const assumed = { perms: { ...none, admins: [admin], version: 0 }, note };
      const both = await Promise.all([perms.change(assumed), perms.change(assumed)]);
      expect(both).toEqual(expect.arrayContaining([{ state: 'saved', version: 1 }, { state: 'stale' }]));
      const rows = await audit.read({ before: 8e12 + 1, limit: 5 });
      expect(rows.filter(({ object }) => object === gropic)).toHaveLength(1);
      const emptied = { perms: { ...none, admins: [], version: 1 }, note };
      expect(await perms.change(emptied)).toEqual({ state: 'saved', version: 2 });
      expect(await perms.get(gropic)).toBeUndefined();
      expect(await perms.change(assumed)).toEqual({ state: 'saved', version: 3 });
    });

    test('a change that names nobody is not written, and who is named while it is written cannot go unseen', async () => {
      const { perms, users, groups } = open();
      const [gropic, admin, leaver] = [newGropic(), newUser(), newUser()];
      const team = branded<'Group'>(`ACME/${unique('TEAM')}`.toUpperCase());
      await users.create(user(admin));
      await users.create(user(leaver));
      await groups.save({ name: team, isDirectory: false, members: [admin] });
      const note = { at: 1, actor: admin, action: 'rights changed', object: gropic, address: '' };
      const change = (viewers: Perms['viewers'], version: number) =>
        perms.change({ perms: { gropic, viewers, publishers: [], interactors: [], admins: [admin], version }, note });
      const nobody = newUser();
      expect(await change([nobody, team], 0)).toEqual({ state: 'unknown', principals: [nobody] });
      expect(await perms.get(gropic)).toBeUndefined();
      expect(await change([team, everyoneOf('ACME')], 0)).toEqual({ state: 'saved', version: 1 });
      await Promise.all([change([leaver, team], 1), users.remove(leaver)]);
      await users.create(user(leaver));
      expect((await perms.get(gropic))?.viewers).not.toContain(leaver);
    });

    test('a gropic whose last principal was removed is unadministered', async () => {
      const { perms, users } = open();
      const [gropic, last] = [newGropic(), newUser()];
      await perms.save({ gropic, viewers: [], publishers: [], interactors: [], admins: [last], version: 0 }, 0);
      await users.remove(last);
      expect(await perms.get(gropic)).toBeUndefined();
    });
  });

  describe('groups', () => {
    const newGroup = () => branded<'Group'>(`ACME/${unique('GROUP')}`.toUpperCase());

    test('a group is kept with its members, and thousands of them', async () => {
      const { groups } = open();
      const name = newGroup();
      const members = Array.from({ length: 3000 }, (_, n) => branded<'User'>(`ACME/member${n}`));
      await groups.save({ name, isDirectory: true, members });
      expect(await groups.get(name)).toEqual({ name, isDirectory: true, members });
      await groups.save({ name, isDirectory: false, members: [desk, jane] });
      expect(await groups.list()).toContainEqual({ name, isDirectory: false, members: [desk, jane] });
      expect(await groups.get(newGroup())).toBeUndefined();
    });

    const note = () => ({ at: 5, actor: jane, action: unique('change'), object: '', address: '' });
    const known = async () => {
      const account = user();
      await open().users.create(account);
      return account.name;
    };

    test('a user group is made once, and never over a group of the directory', async () => {
      const { groups, audit } = open();
      const [name, directory] = [newGroup(), newGroup()];
      await groups.save({ name: directory, isDirectory: true, members: [jane] });
      const row = note();
      const made = await Promise.all(Array.from({ length: 16 }, () => groups.create(name, row)));
      expect(made.filter(Boolean)).toHaveLength(1);
      expect((await audit.read({ limit: 500 })).filter(({ action }) => action === row.action)).toHaveLength(1);
      expect(await groups.create(directory, note())).toBe(false);
      expect((await groups.get(directory))?.members).toEqual([jane]);
      const entries = await groups.entries();
      expect(entries).toContainEqual({ name, isDirectory: false });
      expect(entries).toContainEqual({ name: directory, isDirectory: true });
    });

    test('of two who change the members of a group at once the second is told', async () => {
      const { groups } = open();
      const [name, one, other] = [newGroup(), await known(), await known()];
      await groups.create(name, note());
      const both = await Promise.all(
        [one, other].map((member) => groups.setMembers(name, { members: [member], expected: [], note: note() })),
      );
      expect(both.filter((outcome) => outcome === 'done')).toHaveLength(1);
      expect(both).toContain('stale');
      expect((await groups.get(name))?.members).toEqual(both[0] === 'done' ? [one] : [other]);
    });

    test('whoever comes into a group exists, and it may hold itself by way of another', async () => {
      const { groups } = open();
      const [name, above, one, nobody] = [newGroup(), newGroup(), await known(), newUser()];
      await groups.create(name, note());
      await groups.create(above, note());
      const change = { expected: [], note: note() };
      expect(await groups.setMembers(name, { members: [one, nobody], ...change })).toEqual({ unknown: [nobody] });
      expect(await groups.setMembers(name, { members: [one, above], ...change })).toBe('done');
      expect(await groups.setMembers(above, { members: [name], ...change })).toBe('done');
      expect((await groups.get(name))?.members).toEqual([one, above]);
    });

    test('a group of the directory is neither changed nor removed by hand', async () => {
      const { groups } = open();
      const name = newGroup();
      await groups.save({ name, isDirectory: true, members: [jane] });
      expect(await groups.setMembers(name, { members: [], expected: [jane], note: note() })).toBe('gone');
      expect(await groups.remove(name, note())).toBe('gone');
      expect((await groups.get(name))?.members).toEqual([jane]);
    });

    test('an only admin is not removed while others may view, be it a user or a group', async () => {
      const { groups, perms, users } = open();
      const [name, one] = [newGroup(), await known()];
      await groups.create(name, note());
      for (const admin of [name, one]) {
        const gropic = newGropic();
        const saved = { gropic, publishers: [], interactors: [], admins: [admin], version: 0 };
        await perms.save({ ...saved, viewers: [admin, bob] }, 0);
        const remove = () => (admin === one ? users.remove(one, note()) : groups.remove(name, note()));
        expect(await remove()).toEqual({ onlyAdminOf: [gropic] });
        await perms.save({ ...saved, viewers: [admin] }, 1);
        expect(await remove()).toBe('done');
        expect(await perms.get(gropic)).toBeUndefined();
      }
    });

    test('nobody who is removed while they are put into a group stays in it', async () => {
      const { groups, users } = open();
      for (let round = 0; round < 20; round++) {
        const [name, one] = [newGroup(), await known()];
        await groups.create(name, note());
        const [outcome] = await Promise.all([
          groups.setMembers(name, { members: [one], expected: [], note: note() }),
          users.remove(one),
        ]);
        expect(['done', { unknown: [one] }]).toContainEqual(outcome);
        expect((await groups.get(name))?.members).toEqual([]);
      }
    });

    test('nobody who is removed while rights that name them are saved keeps any', async () => {
      const { perms, users } = open();
      for (let round = 0; round < 20; round++) {
        const [gropic, one, admin] = [newGropic(), await known(), await known()];
        const lists = { gropic, publishers: [], interactors: [], admins: [admin] };
        const version = (await perms.save({ ...lists, viewers: [one], version: 0 }, 0)) ?? 0;
        const [saved, removed] = await Promise.all([
          perms.change({ perms: { ...lists, viewers: [one, admin], version }, note: note() }),
          users.remove(one),
        ]);
        expect([removed, ['saved', 'stale', 'unknown'].includes(saved.state)]).toEqual(['done', true]);
        expect((await perms.get(gropic))?.viewers).toEqual(saved.state === 'saved' ? [admin] : []);
      }
    });

    test('a removed group takes along its rights and memberships, and making it again brings none back', async () => {
      const { groups, perms } = open();
      const [name, above] = [newGroup(), newGroup()];
      const gropic = newGropic();
      await groups.save({ name, isDirectory: false, members: [jane] });
      await groups.save({ name: above, isDirectory: false, members: [name, bob] });
      await perms.save({ gropic, viewers: [name], publishers: [], interactors: [], admins: [bob], version: 0 }, 0);
      expect(await groups.remove(name)).toBe('done');
      await groups.save({ name, isDirectory: false, members: [] });
      expect((await groups.get(name))?.members).toEqual([]);
      expect((await groups.get(above))?.members).toEqual([bob]);
      expect((await perms.get(gropic))?.viewers).toEqual([]);
      expect(await groups.remove(newGroup())).toBe('gone');
    });
  });

  describe('the audit log', () => {
    test('rows come back newest first, before a time, as many as asked', async () => {
      const { audit } = open();
      const row = (at: number) => ({
        at,
        actor: jane,
        action: 'login',
        object: `o${at}`,
        before: undefined,
        after: { ok: true, list: [1] },
        address: '::1',
      });
      for (const at of [1, 2, 3, 3]) await audit.add(row(9e12 + at));
      const rows = await audit.read({ limit: 3 });
      expect(rows.map(({ at }) => at - 9e12)).toEqual([3, 3, 2]);
      expect(rows[0]).toEqual({ ...row(9e12 + 3), before: null });
      expect((await audit.read({ before: 9e12 + 2, limit: 1 }))[0]?.at).toBe(9e12 + 1);
    });
  });
}

import type { SettingKind } from '@sheetwire/contract/recoversettings';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Perms } from '#ports/perms.ts';
import type { Recovery } from '#ports/settings-backups.ts';
import { newGropic, newUser, type Opened, unique, user } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

const day = 86_400_000;
const newGroup = () => branded<'Group'>(`ACME/${unique('GROUP')}`.toUpperCase());

/** Whose a name is by now, when settings of another day come back (safety 3). */
export function recoveredNamesSuite(open: Opened, clock: MovedClock): void {
  let root: User;
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const recover = async (kind: SettingKind, name: string): Promise<Recovery> => {
    const entrance = { names: [root], associated: [], windows: false, singleSignOn: false };
    const outcome = await open().settingsBackups.recover({ kind, name, by: root, entrance }, '');
    if ('refused' in outcome) throw new Error(outcome.refused);
    return outcome.recovery;
  };
  const perms = async (lists: Partial<Perms>) => {
    const gropic = newGropic();
    const none = { viewers: [], publishers: [], interactors: [], admins: [root] };
    await open().perms.save({ gropic, ...none, ...lists, version: 0 }, 0);
    return gropic;
  };

  describe('names in recovered settings', () => {
    beforeEach(async () => {
      root = newUser();
      await open().users.create(user(root, { passwordHash: 'root' }));
      clock.move(day - (clock.now() % day));
    });

    test('who was given a name since is somebody else: no old password, right or membership comes to them', async () => {
      const { users, groups } = open();
      const at = () => clock.now();
      const [jane, desk, all] = [newUser(), newGroup(), newGroup()];
      await users.create(user(jane, { passwordHash: 'of the first', createdAt: at() }));
      const note = { at: 1, actor: root, action: 'x', object: desk, address: '' };
      for (const name of [desk, all]) await groups.create(name, note);
      await groups.setMembers(all, { members: [root, jane, desk], expected: [], note });
      const gropic = await perms({ viewers: [root, jane, desk] });
      clock.move(day);
      await users.remove(jane);
      await groups.remove(desk);
      await groups.setMembers(all, { members: [], expected: [root], note });
      clock.move(1);
      const second = user(jane, { passwordHash: 'of the second', createdAt: at() });
      await users.create(second);
      await groups.create(desk, note);
      expect(await recover('users', today())).toMatchObject({ changed: [], leftOut: [jane] });
      expect(await users.get(jane)).toEqual(second);
      const { changed, leftOut } = await recover('usergroups', today());
      expect([changed.includes(all), leftOut.includes(jane)]).toEqual([true, true]);
      expect((await groups.get(all))?.members).toEqual([root, desk]);
      expect((await recover('permissions', today())).leftOut).toEqual(expect.arrayContaining([desk, jane]));
      expect((await open().perms.get(gropic))?.viewers).toEqual([root]);
      // The first group comes back once the second is gone, and then its rights do.
      await groups.remove(desk);
      await recover('usergroups', today());
      expect((await recover('permissions', today())).changed).toContain(gropic);
      expect((await open().perms.get(gropic))?.viewers).toEqual([root, desk]);
    });

    test('a recovery tells of a new admin only where the others are gone', async () => {
      const { users } = open();
      const goes = user();
      await users.create(goes);
      const [mine, theirs] = [await perms({ viewers: [root] }), await perms({ viewers: [root], admins: [goes.name] })];
      clock.move(day);
      await open().perms.remove(mine);
      await open().perms.remove(theirs);
      await users.remove(goes.name);
      const { adopted } = await recover('permissions', today());
      expect([adopted.includes(mine), adopted.includes(theirs)]).toEqual([false, true]);
      for (const one of [mine, theirs]) expect((await open().perms.get(one))?.admins).toEqual([root]);
    });

    test('a link that was mailed to another address is over when the old address comes back', async () => {
      const { users, emailKeys } = open();
      const jane = user();
      await users.create(jane);
      clock.move(day);
      await users.update(jane.name, { email: 'somebody.else@evil.example' });
      const [hash, times] = [unique('hash'), { createdAt: clock.now(), expiresAt: clock.now() + day, usedAt: null }];
      await emailKeys.save({ hash, user: jane.name, purpose: 'reset', payload: null, ...times });
      await recover('users', today());
      expect(await users.get(jane.name)).toEqual(jane);
      expect(await emailKeys.get(hash)).toBeUndefined();
    });
  });
}

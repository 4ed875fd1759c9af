import type { SettingKind } from '@sheetwire/contract/recoversettings';
import { branded } from '@sheetwire/rules/name';
import type { Group, User } from '@sheetwire/rules/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Perms } from '#ports/perms.ts';
import type { CopyChoice, Recovery } from '#ports/settings-backups.ts';
import { newGropic, newUser, type Opened, unique, user } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

const day = 86_400_000;
const newGroup = () => branded<'Group'>(`ACME/${unique('GROUP')}`.toUpperCase());

/** What a recovery of users and groups does to the rights that name them. */
export function recoveredRightsSuite(open: Opened, clock: MovedClock): void {
  let root: User;
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const chosen = (kind: SettingKind, name: string, also?: readonly SettingKind[]): CopyChoice => {
    const entrance = { names: [root], associated: [], windows: false, singleSignOn: false };
    return { kind, name, also, by: root, entrance };
  };
  const recover = async (kind: SettingKind, name: string, also?: readonly SettingKind[]): Promise<Recovery> => {
    const { settingsBackups } = open();
    const previewed = await settingsBackups.preview(chosen(kind, name, also));
    const outcome = await settingsBackups.recover(chosen(kind, name, also), '::1');
    if ('refused' in outcome) throw new Error(outcome.refused);
    expect(previewed).toEqual(outcome);
    return outcome.recovery;
  };
  const lastUndo = async () => (await open().settingsBackups.copies()).find(({ isUndo }) => isUndo)?.name ?? 'none';
  const save = (name: Group, members: (User | Group)[]) => open().groups.save({ name, isDirectory: false, members });
  const perms = async (lists: Partial<Perms>) => {
    const gropic = newGropic();
    const none = { viewers: [], publishers: [], interactors: [], admins: [root] };
    await open().perms.save({ gropic, ...none, ...lists, version: 0 }, 0);
    return gropic;
  };
  const note = (object: string) => ({ at: 1, actor: root, action: 'x', object, address: '' });

  describe('rights in a recovery', () => {
    beforeEach(async () => {
      root = newUser();
      await open().users.create(user(root, { passwordHash: 'root' }));
      clock.move(day - (clock.now() % day));
    });

    test('what a group that goes is named for is told, goes with it, and comes back with one undo', async () => {
      const [outer, fresh] = [newGroup(), newGroup()];
      await save(outer, [root]);
      clock.move(day);
      await save(fresh, [root]);
      await save(outer, [root, fresh]);
      const [seen, ruled] = [
        await perms({ viewers: [root, fresh], interactors: [fresh] }),
        await perms({ admins: [fresh] }),
      ];
      const before = [await open().perms.get(seen), await open().perms.get(ruled)];
      const recovery = await recover('usergroups', today());
      const lost = [
        { of: seen, principal: fresh, rights: ['viewers', 'interactors'] },
        { of: ruled, principal: fresh, rights: ['admins'] },
        { of: outer, principal: fresh, rights: ['member'] },
      ];
      const byPlace = (rights: typeof lost) => rights.toSorted((one, other) => (one.of < other.of ? -1 : 1));
      expect(recovery).toMatchObject({ removed: [fresh], lost: byPlace(lost), offered: ['permissions'], also: [] });
      expect((await open().perms.get(seen))?.viewers).toEqual([root]);
      const undo = await recover('usergroups', await lastUndo());
      expect(undo.also.map(({ kind }) => kind)).toEqual(['permissions']);
      const lists = [await open().perms.get(seen), await open().perms.get(ruled)];
      expect(lists.map((one) => ({ ...one, version: 0 }))).toEqual(before.map((one) => ({ ...one, version: 0 })));
      expect((await open().groups.get(outer))?.members).toEqual([root, fresh]);
    });

    test('an undo point gives back the kind alone when that is asked for', async () => {
      const fresh = newGroup();
      clock.move(day);
      await open().settingsBackups.keepDay();
      await save(fresh, [root]);
      const gropic = await perms({ viewers: [root, fresh] });
      await recover('usergroups', today());
      await recover('usergroups', await lastUndo(), []);
      expect(await open().groups.get(fresh)).toBeDefined();
      expect((await open().perms.get(gropic))?.viewers).toEqual([root]);
    });

    test('a group that comes back gets its rights back where report permissions are recovered with it', async () => {
      const [gone, fresh] = [newGroup(), newGroup()];
      await save(gone, [root]);
      const gropic = await perms({ viewers: [gone], publishers: [gone] });
      clock.move(day);
      await open().groups.remove(gone, note(gone));
      await save(fresh, [root]);
      const since = await perms({ viewers: [fresh] });
      const alone = await open().settingsBackups.preview(chosen('usergroups', today()));
      expect(alone).toMatchObject({ recovery: { offered: ['permissions'], also: [] } });
      const recovery = await recover('usergroups', today(), ['permissions']);
      expect(recovery.also).toMatchObject([{ kind: 'permissions', changed: [gropic], leftOut: [] }]);
      expect(recovery.also[0]?.removed).toContain(since);
      expect(await open().perms.get(gropic)).toMatchObject({ viewers: [gone], publishers: [gone], admins: [root] });
      expect(await open().perms.get(since)).toBeUndefined();
      await recover('usergroups', await lastUndo());
      expect(await open().perms.get(gropic)).toMatchObject({ viewers: [], publishers: [], admins: [root] });
      expect(await open().perms.get(since)).toMatchObject({ viewers: [fresh] });
    });

    test('users come back with their groups and rights in one step', async () => {
      const [ann, group] = [user(), newGroup()];
      await open().users.create(ann);
      await save(group, [ann.name]);
      const gropic = await perms({ viewers: [ann.name, group], admins: [ann.name] });
      clock.move(day);
      await open().settingsBackups.keepDay();
      const rights = await open().perms.get(gropic);
      if (rights) await open().perms.save({ ...rights, admins: [root] }, rights.version);
      await open().users.remove(ann.name);
      const recovery = await recover('users', today(), ['usergroups', 'permissions']);
      expect(recovery).toMatchObject({
        kind: 'users',
        added: [ann.name],
        offered: ['permissions', 'usergroups'],
        adopted: [],
      });
      expect(recovery.also.map(({ kind, changed }) => [kind, changed])).toEqual([
        ['usergroups', [group]],
        ['permissions', [gropic]],
      ]);
      expect((await open().groups.get(group))?.members).toEqual([ann.name]);
      expect(await open().perms.get(gropic)).toMatchObject({ viewers: [ann.name, group], admins: [ann.name] });
    });

    test('a kind that has no copy of the date is refused by its own name, and nothing changes', async () => {
      const fresh = newGroup();
      clock.move(day);
      await save(fresh, [root]);
      const gropic = await perms({ viewers: [fresh] });
      await recover('usergroups', today());
      const undo = await lastUndo();
      const refused = { refused: 'missing', kind: 'users' };
      expect(await open().settingsBackups.recover(chosen('usergroups', undo, ['users']), '')).toEqual(refused);
      expect(await open().groups.get(fresh)).toBeUndefined();
      expect((await open().perms.get(gropic))?.viewers).toEqual([]);
    });
  });
}

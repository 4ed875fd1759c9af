import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SettingKind } from '@sheetwire/contract/recoversettings';
import { branded } from '@sheetwire/rules/name';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Stores } from '#ports/stores.ts';
import { openStores } from '../open-stores.ts';
import { user } from '../suite/builders.ts';
import { MovedClock } from '../suite/moved-clock.ts';
import { beside, fillGroups, fillPermissions } from '../testing/many-settings.ts';

const day = 86_400_000;
const LONG = 120_000;
const MANY = 1001;
const root = branded<'User'>('ACME/root');
const entrance = { names: [root], associated: [], windows: false, singleSignOn: false };

/** Something that happens to one of a few names, a while after what happened before. */
const event = fc.record({ what: fc.nat(6), n: fc.nat(3), after: fc.nat(day) });

async function happen({ users, groups, perms }: Stores, { what, n }: { what: number; n: number }): Promise<void> {
  const name = branded<'User'>(`ACME/user${n}`);
  const group = branded<'Group'>(`ACME/GROUP ${n}`);
  const gropic = branded<'Gropic'>(`ACME/RATES ${n}`);
  const steps: (() => Promise<unknown>)[] = [
    () => users.create(user(name)),
    () => users.remove(name),
    () => users.update(name, { deepLog: n % 2 === 0, passwordHash: `${what}${n}` }),
    () => groups.save({ name: group, isDirectory: false, members: n % 2 === 0 ? [root] : [] }),
    () => groups.remove(group),
    () => perms.save({ gropic, viewers: [], publishers: [], interactors: [], admins: [root], version: 0 }, 0),
    () => perms.remove(gropic),
  ];
  await steps[what]?.();
}

/** What each kind is, without the numbers that only grow. */
async function contentOf({ users, groups, perms }: Stores): Promise<Record<string, unknown>> {
  const lists = (await perms.list()).map(({ version: _, ...one }) => one);
  return { users: await users.list(), usergroups: await groups.list(), permissions: lists };
}

/** More of each kind than is copied within a change. */
async function fill(dataDir: string): Promise<void> {
  const db = beside('', dataDir);
  await fillPermissions(db, MANY);
  await fillGroups(db, MANY);
  await db.destroy();
}

test.each([
  ['a few settings', { numRuns: 5, most: 40, isFilled: false }],
  ['many settings, which are copied beside the change', { numRuns: 2, most: 20, isFilled: true }],
])(
  'whatever happens when, a date brings back what stood when that day began: %s',
  {
    timeout: LONG,
  },
  async (_, { numRuns, most, isFilled }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: most }), async (events) => {
        const clock = new MovedClock();
        const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-days-'));
        const stores = await openStores({ databaseUrl: '', dataDir, clock });
        await stores.users.create(user(root, { passwordHash: 'root' }));
        if (isFilled) await fill(dataDir);
        const began = new Map<string, Record<string, unknown>>();
        for (const one of events) {
          const before = Math.floor(clock.now() / day);
          clock.move(one.after);
          const date = new Date(clock.now()).toISOString().slice(0, 10);
          if (Math.floor(clock.now() / day) !== before) began.set(date, await contentOf(stores));
          await happen(stores, one);
        }
        const copies = (await stores.settingsBackups.copies()).filter(({ isUndo }) => !isUndo);
        for (const { kind, name } of copies) {
          const then = began.get(name);
          if (then === undefined || kind === 'snapshots') continue;
          await bringBack(stores, kind, name);
          expect((await contentOf(stores))[kind]).toEqual(then[kind]);
        }
        await stores.close();
        await rm(dataDir, { recursive: true });
      }),
      { numRuns },
    );
  },
);

async function bringBack({ settingsBackups }: Stores, kind: SettingKind, name: string): Promise<void> {
  const outcome = await settingsBackups.recover({ kind, name, by: root, entrance }, '');
  expect(outcome).toHaveProperty('recovery');
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branded } from '@sheetwire/rules/name';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Access } from '../access.ts';
import type { Database } from '../database.ts';
import { SqlGroupStore } from '../rights/groups.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { newThreads } from '../sqlite/writer-threads.ts';
import { MovedClock } from '../suite/moved-clock.ts';
import { beside, fillGroups } from '../testing/many-settings.ts';
import { kindsUnder, type MadeCopy, makeCopy, readCopy } from './copies.ts';
import { copyDue } from './copy-due.ts';
import { SettingsWork } from './settings-work.ts';

const MANY = 1001;
const date = '2026-01-01';
const clock = new MovedClock();
let dataDir: string;
let access: Access;
let db: Kysely<Database>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-overtaken-'));
  access = await openSqlite(dataDir, clock, newThreads);
  db = beside('', dataDir);
  await fillGroups(db, MANY);
});
afterEach(async () => {
  await db.destroy();
  await access.close();
  await rm(dataDir, { recursive: true });
});

/** Changes a group by a clock that is still on the day before. */
function changeLate(groups: SqlGroupStore): Promise<unknown> {
  clock.move(-1);
  const changed = groups.save({ name: branded<'Group'>('ACME/LATE'), isDirectory: false, members: [] });
  clock.move(1);
  return changed;
}

const copyOf = async (name: string) => {
  const copy = await readCopy(db, 'usergroups', name);
  return typeof copy === 'string' ? copy : JSON.parse(copy.text).entries.map(([group]: [string]) => group);
};

test('a copy that a late change of the day before overtook is not kept, and is made anew', async () => {
  const made: MadeCopy[] = [];
  const groups = new SqlGroupStore(access);
  clock.move(-1);
  await access.write('keepSettingsDay', {});
  clock.move(1);
  const settings = new SettingsWork({
    db: access.db,
    place: () => ({ file: join(dataDir, 'sheetwire.db') }),
    now: async () => clock.now(),
    async keep(copy) {
      if (copy.kind === 'usergroups') made.push(copy);
      if (copy.kind === 'usergroups' && made.length === 1) await changeLate(groups);
      await access.write('keepSettingsCopy', copy);
    },
  });
  const isKept = async () => {
    const { kinds } = await kindsUnder(access.db, date);
    if (!kinds.includes('usergroups')) throw copyDue();
    return true;
  };
  expect(await settings.change(isKept)).toBe(true);
  await settings.close();
  expect(made).toHaveLength(2);
  expect(await copyOf(date)).toHaveLength(MANY + 1);
  expect(await copyOf('2025-12-31')).toHaveLength(MANY);
});

test('a copy that there is already stays', async () => {
  const early = await makeCopy(db, 'usergroups');
  await access.write('keepSettingsDay', {});
  await new SqlGroupStore(access).remove(branded<'Group'>('ACME/FILLED 1'));
  await access.write('keepSettingsCopy', await makeCopy(db, 'usergroups'));
  await access.write('keepSettingsCopy', early);
  expect(await copyOf(date)).toHaveLength(MANY);
});

test('a change whose copy cannot be kept is given up, and told as a fault of the store', async () => {
  let tries = 0;
  const settings = new SettingsWork({
    db: access.db,
    place: () => ({ file: join(dataDir, 'sheetwire.db') }),
    now: async () => clock.now(),
    keep: async () => undefined,
  });
  const changed = settings.change(() => {
    tries++;
    throw copyDue();
  });
  await expect(changed).rejects.toThrow('the settings of the day are not kept yet');
  expect(tries).toBe(5);
  await settings.close();
  await expect(settings.preview({} as never)).rejects.toThrow('the store is closed');
});

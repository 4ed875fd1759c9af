import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branded } from '@sheetwire/rules/name';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { turnsOf } from '../../testing/turns-of.ts';
import type { Access } from '../access.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { newThreads } from '../sqlite/writer-threads.ts';
import { SqlGroupStore } from './groups.ts';
import { SqlPermsStore } from './perms.ts';

let folder: string;
let access: Access;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheetwire-pages-'));
  access = await openSqlite(folder, { now: () => 1 }, newThreads);
});
afterEach(async () => {
  await access.close();
  rmSync(folder, { recursive: true });
});

const jane = branded<'User'>('ACME/jane');

/** The same store, to which something happens between the first answer and what is asked next. */
function after(happens: () => Promise<unknown>): Access {
  let isFirst = true;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFirst) {
        isFirst = false;
        await happens();
      }
      return result;
    },
  };
  return { ...access, db: access.db.withPlugin(plugin) };
}

test('a page of lists is full though one of them goes while it is read: those after it are not taken for gone', async () => {
  const gropics = ['A', 'B', 'C'].map((name) => branded<'Gropic'>(`ACME/DESK/${name}`));
  const perms = new SqlPermsStore(access);
  for (const gropic of gropics) {
    await perms.save({ gropic, viewers: [jane], publishers: [], interactors: [], admins: [jane], version: 0 }, 0);
  }
  const [first, second = first, third] = gropics;
  const read = new SqlPermsStore(after(async () => second && perms.remove(second)));
  expect((await read.page(undefined, 2)).map(({ gropic }) => gropic)).toEqual([first, third]);
  expect(await read.page(third, 2)).toEqual([]);
});

test('the names of very many groups are read some at a time', async () => {
  const groups = new SqlGroupStore(access);
  await groups.save({ name: branded<'Group'>('ACME/TEAM'), isDirectory: false, members: [] });
  const db = openWriter(databaseFile(folder));
  db.exec(`with recursive n (n) as (select 0 union all select n + 1 from n where n < 12000)
    insert into user_group (name, is_directory) select 'ACME/TEAM ' || (100000 + n), n % 2 from n`);
  db.close();
  let entries: Awaited<ReturnType<typeof groups.entries>> = [];
  const turns = await turnsOf(async () => {
    entries = await groups.entries();
  });
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(entries).toHaveLength(12_002);
  expect(entries.slice(0, 3)).toEqual([
    { name: 'ACME/TEAM', isDirectory: false },
    { name: 'ACME/TEAM 100000', isDirectory: false },
    { name: 'ACME/TEAM 100001', isDirectory: true },
  ]);
});

test('a page of groups is full though one of them goes while it is read', async () => {
  const names = ['A', 'B', 'C'].map((name) => branded<'Group'>(`ACME/TEAM ${name}`));
  const groups = new SqlGroupStore(access);
  for (const name of names) await groups.save({ name, isDirectory: false, members: [jane] });
  const [first, second = first, third] = names;
  const read = new SqlGroupStore(after(async () => second && groups.remove(second)));
  expect((await read.page(undefined, 2)).map(({ name }) => name)).toEqual([first, third]);
  expect(await read.page(third, 2)).toEqual([]);
});

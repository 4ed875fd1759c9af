import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { turnsOf } from '../../testing/turns-of.ts';
import type { Access } from '../access.ts';
import { databaseFile, openReader, openWriter } from '../sqlite/connection.ts';
import { migrateFile, openSqlite } from '../sqlite/open-sqlite.ts';
import { newThreads } from '../sqlite/writer-threads.ts';
import { SqlDirectoryStore } from './directory-store.ts';

const { part, presentPart } = limits.directory;
const PEOPLE = 2 * part + 10;
const GROUPS = 2 * limits.rightsPage + 10;
const entity = branded<'Entity'>('ACME');
const nameOf = (n: number) => branded<'User'>(`ACME/u${String(n).padStart(6, '0')}`);
const teamOf = (n: number) => branded<'Group'>(`ACME/TEAM ${n}`);
/** Of every so many people one has a session. */
const IN_USE = 10;

let folder: string;
let access: Access;
let directory: SqlDirectoryStore;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheetwire-directory-'));
  await migrateFile(databaseFile(folder));
  fill();
  access = await openSqlite(folder, { now: () => 1 }, newThreads);
  directory = new SqlDirectoryStore(access);
});
afterAll(async () => {
  await access.close();
  rmSync(folder, { recursive: true });
});

function fill(): void {
  const db = openWriter(databaseFile(folder));
  const account = db.prepare(`insert into account (name, short_name, email, email_key, password_hash, ad_user,
    block_admin_page, can_change_email, deep_log, disabled_at, recent_reports, created_at)
    values (?, ?, '', '', null, ?, 0, 1, 0, null, '[]', 0)`);
  const person = db.prepare("insert into directory_person (id, name, email, is_disabled) values (?, ?, '', 0)");
  const link = db.prepare('insert into directory_link (user_name, person_id, is_disabled) values (?, ?, 0)');
  const session =
    db.prepare(`insert into session (id_hash, user_name, method, family, created_at, seen_at, address, agent)
    values (?, ?, 'password', null, 1, 1, '', '')`);
  const group = db.prepare('insert into user_group (name, is_directory) values (?, 1)');
  const member = db.prepare('insert into group_member (name, member, place) values (?, ?, 0)');
  db.exec('begin');
  for (let n = 0; n < PEOPLE; n++) {
    const name = nameOf(n);
    account.run(name, name, name);
    person.run(`id ${n}`, name);
    link.run(name, `id ${n}`);
    if (n % IN_USE === 0) session.run(`hash ${n}`, name);
  }
  for (let n = 0; n < GROUPS; n++) {
    group.run(teamOf(n));
    member.run(teamOf(n), nameOf(n));
  }
  db.exec('commit');
  db.close();
}

/** What a read answers, and the turns of the event loop in it. */
async function counted<T>(read: () => Promise<T>): Promise<{ readonly found: T; readonly turns: number }> {
  const found: T[] = [];
  const turns = await turnsOf(async () => found.push(await read()));
  return { found: found[0] as T, turns };
}

test('all groups are read a page at a time, each with its members', async () => {
  const { found, turns } = await counted(() => directory.groups());
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(found).toHaveLength(GROUPS);
  expect(found).toContainEqual({ id: '', name: teamOf(GROUPS - 1), members: [nameOf(GROUPS - 1)] });
});

test('whether an account belongs to nobody yet is asked of a part of them at a time, to the last', async () => {
  const { found, turns } = await counted(() => directory.hasUnbound(entity));
  expect([found, turns]).toEqual([false, 2]);
  const last = nameOf(PEOPLE - 1);
  await access.write('updateUser', { name: last, change: { adUser: last } });
  expect(await directory.hasUnbound(entity)).toBe(true);
});

test('who has a session is found a part at a time, by name, no more than asked for', async () => {
  const all = Array.from({ length: PEOPLE / IN_USE }, (_, n) => nameOf(n * IN_USE));
  const { found, turns } = await counted(() => directory.present('', PEOPLE));
  expect(turns).toBe(Math.floor(PEOPLE / presentPart));
  expect(found.map(({ name }) => name)).toEqual(all);
  const most = presentPart / IN_USE + 1;
  const after = nameOf(IN_USE);
  expect((await directory.present(after, most)).map(({ name }) => name)).toEqual(all.slice(2, 2 + most));
});

test('accounts of some people are found without reading all of them', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const found = await directory.associations([nameOf(3)]);
  const statements = prepare.mock.calls.map(([text]) => text);
  prepare.mockRestore();
  expect(found).toEqual([{ user: nameOf(3), adUser: nameOf(3) }]);
  const db = openReader(databaseFile(folder));
  const plans = statements.flatMap((text) => db.prepare(`explain query plan ${text}`).all('[]', '[]'));
  db.close();
  expect(plans.map(({ detail }) => String(detail)).filter((detail) => detail.startsWith('SCAN account'))).toEqual([]);
  expect(statements).toHaveLength(1);
});

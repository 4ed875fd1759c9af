import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionRecord } from '#ports/sessions.ts';
import type { CommandName } from '../commands.ts';
import type { Database } from '../database.ts';
import { session } from '../suite/builders.ts';
import { openReader, openWriter } from './connection.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { GroupCommit } from './group-commit.ts';
import type { Answer } from './messages.ts';
import { migrateFile } from './open-sqlite.ts';

let folder: string;
let raw: DatabaseSync;
let reader: DatabaseSync;
let commit: GroupCommit;
let answers: Answer[];
let lastId = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheetwire-commit-'));
  const file = join(folder, 'x.db');
  await migrateFile(file);
  raw = openWriter(file);
  reader = openReader(file);
  answers = [];
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(raw) });
  commit = new GroupCommit(raw, db, (batch) => answers.push(...batch));
});

afterEach(() => {
  raw.close();
  reader.close();
  rmSync(folder, { recursive: true });
});

function job(name: CommandName, args: unknown) {
  return { id: ++lastId, name, args, at: 0 };
}

/** A command that writes one row. */
function opening(change?: Partial<SessionRecord>) {
  return job('openSession', { session: session(undefined, change), proof: undefined });
}

function sessions(): number {
  return Number(reader.prepare('select count(*) as count from session').get()?.count);
}

test('a command that fails is undone alone, and its neighbours are committed', async () => {
  const twice = { idHash: 'twice' };
  const jobs = [opening(), opening(twice), opening(twice), opening()];
  commit.add(jobs);
  await commit.drain();
  expect(answers.map(({ id, fault }) => [id, fault !== undefined])).toEqual(jobs.map(({ id }, n) => [id, n === 2]));
  expect(sessions()).toBe(3);
});

test('a command that fails half way leaves nothing of itself', async () => {
  const gropic = 'ACME/RATES';
  const admins = ['ACME/a', null];
  const perms = { gropic, viewers: ['ACME/x'], publishers: [], interactors: [], admins, version: 0 };
  commit.add([job('savePerms', { perms, expected: 0 })]);
  await commit.drain();
  expect(answers[0]?.fault?.message).toContain('NOT NULL');
  expect(reader.prepare('select count(*) as count from gropic').get()?.count).toBe(0);
});

test('nothing is answered before the commit', async () => {
  commit.add([opening()]);
  const seen: number[] = [];
  commit = new GroupCommit(raw, new Kysely<Database>({ dialect: new NodeSqliteDialect(raw) }), () =>
    seen.push(sessions()),
  );
  commit.add([opening()]);
  await commit.drain();
  expect(seen).toEqual([1]);
});

test('on a full disk writes fail and reads go on; with room again writes go on', async () => {
  commit.add([opening()]);
  await commit.drain();
  const pages = Number(raw.prepare('pragma page_count').get()?.page_count);
  raw.exec(`pragma max_page_count = ${pages}`);
  answers = [];
  const large = { agent: 'x'.repeat(100_000) };
  commit.add([opening(large), opening(large)]);
  await commit.drain();
  expect(answers.map(({ fault }) => fault?.code)).toEqual(['SQLITE_13', 'SQLITE_13']);
  expect(sessions()).toBe(1);
  raw.exec(`pragma max_page_count = ${pages * 100}`);
  answers = [];
  commit.add([opening(large)]);
  await commit.drain();
  expect(answers[0]?.fault).toBeUndefined();
  expect(sessions()).toBe(2);
});

test('a commit that fails fails every command of its batch, and none of them is there', async () => {
  raw.exec('pragma foreign_keys = on; create table parent (id integer primary key) strict');
  raw.exec('create table late (id integer references parent (id) deferrable initially deferred) strict');
  raw.exec('create trigger spoil after insert on session begin insert into late values (7); end');
  const jobs = [opening(), job('checkHealth', {})];
  commit.add(jobs);
  await commit.drain();
  expect(answers.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id));
  expect(answers.every(({ fault }) => fault?.message.includes('FOREIGN KEY'))).toBe(true);
  expect(sessions()).toBe(0);
  expect(raw.isTransaction).toBe(false);
});

test('a batch is bounded and what is left waits for the next one', async () => {
  commit.add(Array.from({ length: 300 }, () => job('checkHealth', {})));
  await commit.drain();
  expect(answers).toHaveLength(256);
  await commit.drain();
  expect(answers).toHaveLength(300);
  expect(commit.isEmpty).toBe(true);
});

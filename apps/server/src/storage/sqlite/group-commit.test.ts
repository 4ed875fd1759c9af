import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseSync, StatementSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionRecord } from '#ports/sessions.ts';
import { MOST_ROWS } from '../built-statement.ts';
import type { CommandName } from '../commands.ts';
import type { Database } from '../database.ts';
import { unsealed } from '../reports/sealed/row-seals.ts';
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

test('a command that fails alone is undone with its transaction, and the next one is committed', async () => {
  const twice = { idHash: 'twice' };
  for (const opened of [opening(twice), opening(twice), opening()]) {
    commit.add([opened]);
    await commit.drain();
  }
  expect(answers.map(({ fault }) => fault !== undefined)).toEqual([false, true, false]);
  expect(raw.isTransaction).toBe(false);
  expect(sessions()).toBe(2);
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

/** The first version of a report, or the one on top of another. */
function appending(topic: string, base: number, change: object = {}) {
  const content = { isPacked: false, replay: 1, cells: 1, cleaner: 0, body: new Uint8Array([base]), ...unsealed };
  const kind = base === 0 ? { isWhole: true, isLive: true } : { isWhole: false };
  const entry = { topic, base, version: base + 1, time: `${base}`, sender: 'ACME/bob', ...content, ...kind, ...change };
  return job('append', { entries: [entry] });
}

function versions(): string[] {
  const steps = "select topic || ' ' || from_version || '-' || version as step from version order by topic, version";
  return reader
    .prepare(steps)
    .all()
    .map(({ step }) => String(step));
}

test('a batch of appends is written with the statements of one, which are built once', async () => {
  commit.add([appending('ACME/A/A', 0), appending('ACME/A/B', 0)]);
  await commit.drain();
  const run = vi.spyOn(StatementSync.prototype, 'run');
  const prepare = vi.spyOn(raw, 'prepare');
  for (const base of [1, 2, 3]) {
    commit.add([appending('ACME/A/A', base), appending('ACME/A/B', base)]);
    await commit.drain();
  }
  expect(prepare).not.toHaveBeenCalled();
  // Begin, versions, heads, commit: what is alone in a transaction needs no savepoint.
  expect(run).toHaveBeenCalledTimes(3 * 4);
  run.mockRestore();
  expect(versions()).toHaveLength(8);
});

test('more appends than one statement takes are all written', async () => {
  const topics = Array.from({ length: 2 * MOST_ROWS + 1 }, (_, n) => `ACME/A/${n}`);
  for (const base of [0, 1]) {
    commit.add(topics.map((topic) => appending(topic, base)));
    await commit.drain();
  }
  expect(answers.map(({ value }) => value)).toEqual(answers.map(() => [{ kind: 'done', isKeyframeDue: false }]));
  expect(versions()).toHaveLength(2 * topics.length);
});

test('each append of a batch is answered for itself, in the order of the jobs', async () => {
  const jobs = [
    appending('ACME/A/A', 0),
    job('checkHealth', {}),
    appending('ACME/A/A', 1),
    appending('ACME/A/A', 7),
    appending('ACME/A/B', 0),
  ];
  commit.add(jobs);
  await commit.drain();
  expect(answers.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id));
  const done = [{ kind: 'done', isKeyframeDue: false }];
  const [first, , ...rest] = answers.map(({ value }) => value);
  expect([first, ...rest]).toEqual([done, done, [{ kind: 'conflict', have: 2 }], done]);
  expect(versions()).toEqual(['ACME/A/A 0-1', 'ACME/A/A 1-2', 'ACME/A/B 0-1']);
});

test('an append that fails is undone alone, and those beside it are committed', async () => {
  const broken = appending('ACME/A/B', 0, { time: null });
  commit.add([appending('ACME/A/A', 0), broken, appending('ACME/A/C', 0)]);
  await commit.drain();
  expect(answers.map(({ fault }) => fault !== undefined)).toEqual([false, true, false]);
  expect(versions()).toEqual(['ACME/A/A 0-1', 'ACME/A/C 0-1']);
});

test('a statement that is run again takes the time of its own job', async () => {
  for (const at of [5, 8]) {
    commit.add([{ ...appending(`ACME/A/${at}`, 0), at }]);
    await commit.drain();
  }
  const rows = reader.prepare('select changed_at as at from topic order by topic').all();
  expect(rows.map(({ at }) => at)).toEqual([5, 8]);
});

test('a batch is bounded and what is left waits for the next one', async () => {
  commit.add(Array.from({ length: 300 }, () => job('checkHealth', {})));
  await commit.drain();
  expect(answers).toHaveLength(256);
  await commit.drain();
  expect(answers).toHaveLength(300);
  expect(commit.isEmpty).toBe(true);
});

import { type RawBuilder, sql } from 'kysely';
import { textList } from '../bind.ts';
import { inChunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { followers, holders, type NameColumn, type NameKind, sources } from './name-columns.ts';
import { isSuspicious, type Rename, type Renames, refusedSince } from './read-alike.ts';

type Db = Context['db'];
type Row = Record<string, unknown>;
type Entries = readonly (readonly [string, Rename])[];

/** Names of each kind. */
export type NamesOfKind = Readonly<Record<NameKind, Set<string>>>;

/** True when a stored name may have to be spelled anew: without one, nothing more is read. */
export async function hasSuspicious(db: Db): Promise<boolean> {
  for (const one of [...holders, ...sources]) {
    const { rows } = await sql<Row>`select distinct ${sql.ref(one.column)} as name from ${sql.table(one.table)}
      where ${looksSuspicious(one.column)}`.execute(db);
    if (rows.some(({ name }) => typeof name === 'string' && isSuspicious(name))) return true;
  }
  return false;
}

/** Every name that is stored. */
export async function addStoredNames(db: Db, names: NamesOfKind): Promise<void> {
  for (const { table, column, kind } of [...holders, ...sources]) {
    const { rows } = await sql<Row>`select distinct ${sql.ref(column)} as name from ${sql.table(table)}`.execute(db);
    for (const { name } of rows) if (typeof name === 'string' && name.includes('/')) names[kind].add(name);
  }
}

/** Spells every stored name anew, in every table. */
export async function renameColumns(db: Db, renames: Renames): Promise<void> {
  const entries = { reports: [...renames.reports], principals: [...renames.principals] };
  await keepSecrets(db, entries.reports);
  for (const holder of holders) await copyHolders(db, holder, renames[holder.kind]);
  await renameSenders(db, entries.principals);
  const isSender = ({ table, column }: NameColumn) => table === 'version' && column === 'sender';
  for (const one of [...sources, ...followers.filter((column) => !isSender(column))]) {
    await renameColumn(db, one, entries[one.kind]);
  }
  for (const { table, column, kind } of holders) {
    for (const some of inChunks(entries[kind].map(([was]) => was))) {
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(some)})`.execute(db);
    }
  }
  await renameShortNames(db, entries.principals);
  await renameLists(db, renames.reports);
}

function looksSuspicious(column: string): RawBuilder<boolean> {
  const lower = sql`lower(${sql.ref(column)})`;
  const tests = ['  ', ...refusedSince].map((text) => sql<boolean>`${lower} like ${`%${text}%`}`);
  return sql.join(tests, sql` or `);
}

async function renameColumn(db: Db, { table, column }: NameColumn, entries: Entries): Promise<void> {
  for (const some of inChunks(entries)) await update(db, { table, column }, some, sql``);
}

function update(
  db: Db,
  { table, column }: Omit<NameColumn, 'kind'>,
  entries: Entries,
  more: RawBuilder<unknown>,
): Promise<unknown> {
  const ref = sql.ref(column);
  const cases = sql.join(
    entries.map(([was, { now }]) => sql`when ${was} then ${now}`),
    sql` `,
  );
  const old = sql.join(entries.map(([was]) => was));
  return sql`update ${sql.table(table)} set ${ref} = case ${ref} ${cases} else ${ref} end
    where ${ref} in (${old}) ${more}`.execute(db);
}

/** Secrets are hashed with the name that their report had: it is kept beside the hash. */
async function keepSecrets(db: Db, entries: Entries): Promise<void> {
  for (const column of ['view_secret', 'publish_secret']) {
    const ref = sql.ref(column);
    for (const some of inChunks(entries.map(([was]) => was))) {
      await sql`update topic set ${ref} = ${ref} || ' ' || topic
        where topic in (${sql.join(some)}) and ${ref} is not null and ${ref} not like '% %'`.execute(db);
    }
  }
}

async function copyHolders(db: Db, { table, column }: NameColumn, renames: ReadonlyMap<string, Rename>): Promise<void> {
  for (const some of inChunks([...renames.keys()])) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}
      where ${sql.ref(column)} in (${sql.join(some)})`.execute(db);
    for (const row of rows) {
      const copy = Object.entries(row).map(([key, value]): [string, unknown] =>
        key === column ? [key, renames.get(String(value))?.now] : [key, value],
      );
      const names = sql.join(copy.map(([key]) => sql.ref(key)));
      const values = sql.join(copy.map(([, value]) => value));
      await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(db);
    }
  }
}

/** Versions are many and have no index of senders: some reports at a time. */
async function renameSenders(db: Db, entries: Entries): Promise<void> {
  if (entries.length === 0) return;
  const { rows } = await sql<{ topic: string }>`select topic from topic`.execute(db);
  const topics = rows.map(({ topic }) => topic);
  for (const some of inChunks(entries)) {
    for (const own of inChunks(topics)) {
      await update(db, { table: 'version', column: 'sender' }, some, sql`and topic in (${sql.join(own)})`);
    }
  }
}

async function renameShortNames(db: Db, entries: Entries): Promise<void> {
  for (const [, { now }] of entries) {
    const shortName = now.slice(now.indexOf('/') + 1);
    await sql`update account set short_name = ${shortName} where name = ${now}`.execute(db);
  }
}

/** Columns that hold several names: what was read lately as JSON, topics that a publisher lost one a line. */
async function renameLists(db: Db, renames: ReadonlyMap<string, Rename>): Promise<void> {
  const anew = (names: readonly string[]) => names.map((name) => renames.get(name)?.now ?? name);
  const readers = await sql<{ name: string; list: string }>`select name, recent_reports as list from account
    where ${looksSuspicious('recent_reports')}`.execute(db);
  for (const { name, list } of readers.rows) {
    const recent = JSON.stringify([...new Set(anew(textList(list)))]);
    await sql`update account set recent_reports = ${recent} where name = ${name}`.execute(db);
  }
  const sessions = await sql<{ hash: string; lost: string }>`select hash, lost from control_session
    where ${looksSuspicious('lost')}`.execute(db);
  for (const { hash, lost } of sessions.rows) {
    await sql`update control_session set lost = ${anew(lost.split('\n')).join('\n')} where hash = ${hash}`.execute(db);
  }
}

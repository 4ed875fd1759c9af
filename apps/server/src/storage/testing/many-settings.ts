import { Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { openPool } from '../postgres/pool.ts';
import { databaseFile, openWriter } from '../sqlite/connection.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';

/** Who is in each list. */
const LISTED = 12;

/** A way to the database beside its stores. */
export function beside(databaseUrl: string, dataDir: string): Kysely<Database> {
  if (databaseUrl !== '') return openPool(databaseUrl, () => undefined);
  return new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(databaseFile(dataDir))) });
}

/** So many administered gropics, each with a list of a dozen users. */
export async function fillPermissions(db: Kysely<Database>, count: number): Promise<void> {
  await fillUsers(db, LISTED);
  const named = sql`'ACME/FILLED ' || cast(g.n as text)`;
  await db.transaction().execute(async (own) => {
    await sql`insert into gropic (gropic, is_administered, version)
      with recursive g(n) as (select 1 union all select n + 1 from g where n < ${sql.lit(count)})
      select ${named}, 1, 1 from g`.execute(own);
    await sql`insert into perm (gropic, role, principal, place)
      with recursive g(n) as (select 1 union all select n + 1 from g where n < ${sql.lit(count)}),
        u(n) as (select 1 union all select n + 1 from u where n < ${sql.lit(LISTED)})
      select ${named}, case when u.n = 1 then 'admins' else 'viewers' end, 'ACME/filled.' || cast(u.n as text), u.n
      from g cross join u`.execute(own);
  });
}

/** So many users. */
export async function fillUsers(db: Kysely<Database>, count: number): Promise<void> {
  const named = sql`'ACME/filled.' || cast(g.n as text)`;
  await sql`insert into account (name, short_name, email, email_key, block_admin_page, can_change_email, deep_log,
      recent_reports, created_at)
    with recursive g(n) as (select 1 union all select n + 1 from g where n < ${sql.lit(count)})
    select ${named}, 'filled.' || cast(g.n as text), '', '', 0, 0, 0, '[]', 1 from g`.execute(db);
}

/** So many user groups without members. */
export async function fillGroups(db: Kysely<Database>, count: number): Promise<void> {
  await sql`insert into user_group (name, is_directory)
    with recursive g(n) as (select 1 union all select n + 1 from g where n < ${sql.lit(count)})
    select 'ACME/FILLED ' || cast(g.n as text), 0 from g`.execute(db);
}

import { type Addressee, addresseeOf } from '@sheetwire/rules/addressee';
import type { User } from '@sheetwire/rules/principal';
import { type Kysely, sql } from 'kysely';
import { type DialectName, type Types, table } from '../column-types.ts';
import type { Database } from '../database.ts';
import { isAmong } from '../given-rows.ts';

/** Names of accounts that went: what was addressed to them is for nobody who is given the name later (decision 93). */
export function formerAccountTables(t: Types): string[] {
  const { key, int } = t;
  const columns = [`name ${key} not null primary key`, `first_until ${int} not null`, `last_at ${int} not null`];
  return [table('former_account', columns, t)];
}

/** Notes an account that goes, in the transaction that takes it away. */
export async function noteFormer(db: Kysely<Database>, name: string): Promise<void> {
  const own = await db.selectFrom('account').select('created_at').where('name', '=', name).executeTakeFirst();
  if (own) await putFormer(db, { name, first_until: own.created_at + 1, last_at: own.created_at });
}

/** What is known of a name: the earliest end of its first account, the latest beginning of any. */
export async function putFormer(db: Kysely<Database>, row: Database['former_account']): Promise<void> {
  await db
    .insertInto('former_account')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        first_until: sql<number>`case when excluded.first_until < former_account.first_until
          then excluded.first_until else former_account.first_until end`,
        last_at: sql<number>`case when excluded.last_at > former_account.last_at
          then excluded.last_at else former_account.last_at end`,
      }),
    )
    .execute();
}

/** Since when a new account is there: never since when another of its name was, whatever the clocks say. */
export async function createdAfterFormer(db: Kysely<Database>, name: string, at: number): Promise<number> {
  const former = db.selectFrom('former_account').select('last_at').where('name', '=', name);
  const last = (await former.executeTakeFirst())?.last_at;
  return last === undefined ? at : Math.max(at, last + 1);
}

/** Whom pages for some names are for. */
export async function readAddressees(
  { db, dialect }: { readonly db: Kysely<Database>; readonly dialect: DialectName },
  names: readonly User[],
): Promise<ReadonlyMap<User, Addressee>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('former_account')
    .leftJoin('account', 'account.name', 'former_account.name')
    .select(['former_account.name', 'former_account.first_until', 'former_account.last_at', 'account.created_at'])
    .where(isAmong(sql.ref('former_account.name'), names, dialect))
    .execute();
  const since = new Map<string, number>();
  for (const { name, first_until, last_at, created_at } of rows) {
    // Where nobody has the name, pages are for whom they were for: only a recovery brings that account back.
    const at = created_at ?? last_at;
    if (at >= first_until) since.set(name, at);
  }
  return new Map(names.map((name) => [name, addresseeOf(name, since.get(name))]));
}

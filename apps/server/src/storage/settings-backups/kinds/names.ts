import { isEveryone } from '@sheetwire/rules/principal';
import type { Context } from '../../context.ts';

type Db = Context['db'];

/**
 * Who there is since a time: what no longer exists, or was made anew under its name, is not brought back by name
 * (safety 3). A group of the directory is who the directory calls so, whenever it was copied, unless that is another one.
 */
export interface Names {
  users(since: number): Promise<ReadonlySet<string>>;
  /** Users and groups. */
  principals(since: number): Promise<ReadonlySet<string>>;
  /** The same once some went and others came, each with the time since when it is there. */
  after(going: Moves): Names;
}

/** Who goes and who comes; groups are no users. */
export interface Moves {
  readonly gone: readonly string[];
  readonly come: ReadonlyMap<string, number>;
  readonly areUsers: boolean;
}

/** Who there is at present. */
export function presentNames(db: Db): Names {
  return names(
    (since) => usersOf(db, since),
    (since) => principalsOf(db, since),
  );
}

type Ask = (since: number) => Promise<ReadonlySet<string>>;

function names(users: Ask, principals: Ask): Names {
  return {
    users,
    principals,
    after({ gone, come, areUsers }) {
      const left = new Set(gone);
      const next =
        (ask: Ask): Ask =>
        async (since) => {
          const fresh = [...come].filter(([, at]) => at <= since).map(([name]) => name);
          return (await ask(since)).difference(left).union(new Set(fresh));
        };
      return names(areUsers ? next(users) : users, next(principals));
    },
  };
}

async function principalsOf(db: Db, since: number): Promise<ReadonlySet<string>> {
  const groups = await db.selectFrom('user_group').select('name').where('made_at', '<=', since).execute();
  const own = new Set(groups.map((row) => row.name));
  return (await usersOf(db, since)).union(own).union(await directoryGroups(db, since));
}

/** Groups of the directory; with a time, without those that have had the name of another one since then. */
export async function directoryGroups(db: Db, since?: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('user_group')
    .leftJoin('directory_group', 'directory_group.name', 'user_group.name')
    .select(['user_group.name', 'directory_group.since'])
    .where('user_group.is_directory', '=', 1)
    .execute();
  const isKnown = (at: number | null) => since === undefined || (at ?? 0) <= since;
  return new Set(rows.filter((row) => isKnown(row.since)).map((row) => row.name));
}

async function usersOf(db: Db, since: number): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('account').select('name').where('created_at', '<=', since).execute();
  return new Set(rows.map((row) => row.name));
}

/** The principals of a list that exist, everyone of an entity among them; the others are noted. */
export function existing(list: readonly string[], known: ReadonlySet<string>, leftOut: Set<string>): string[] {
  return list.filter((name) => {
    const exists = known.has(name) || isEveryone(name);
    if (!exists) leftOut.add(name);
    return exists;
  });
}

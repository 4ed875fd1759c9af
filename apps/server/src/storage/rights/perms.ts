import { limits } from '@sheetwire/contract/limits';
import type { Gropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { isEveryone, type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import { sql } from 'kysely';
import type { Perms, PermsChange, PermsOutcome, PermsStore } from '#ports/perms.ts';
import { inChunks } from '../chunks.ts';
import type { AccessFor, Context } from '../context.ts';
import type { PermTable } from '../tables/rights-tables.ts';
import { auditCommands, type KeptAuditRow, keptRow } from './audit.ts';
import { PRINCIPALS } from './drop-principal.ts';
import { readInParts, readPage } from './read-in-parts.ts';

const ROLES = ['viewers', 'publishers', 'interactors', 'admins'] as const;

export const permsCommands = {
  async savePerms(
    { db }: Context,
    { perms, expected }: { perms: Perms; expected: number },
  ): Promise<number | undefined> {
    const version = await nextVersion(db, perms.gropic, expected);
    if (version !== undefined) await putLists(db, perms);
    return version;
  },

  async changePerms(
    context: Context,
    { perms, judgedBy, row }: Omit<PermsChange, 'note'> & { readonly row: KeptAuditRow },
  ): Promise<PermsOutcome> {
    const { db } = context;
    const { gropic } = perms;
    await context.lock(PRINCIPALS);
    if (judgedBy !== undefined && (await versionOf(db, judgedBy.gropic)) !== judgedBy.version)
      return { state: 'stale' };
    const principals = await unknownOf(context, perms);
    if (principals.length > 0) return { state: 'unknown', principals };
    const version = await nextVersion(db, gropic, perms.version);
    if (version === undefined) return { state: 'stale' };
    await putLists(db, perms);
    if (isEmpty(perms)) {
      await db.updateTable('gropic').set({ is_administered: 0 }).where('gropic', '=', gropic).execute();
    }
    await auditCommands.addAudit(context, row);
    return { state: 'saved', version };
  },

  async removePerms({ db }: Context, { gropic }: { gropic: Gropic }): Promise<void> {
    await db.deleteFrom('perm').where('gropic', '=', gropic).execute();
    await db.updateTable('gropic').set({ is_administered: 0 }).where('gropic', '=', gropic).execute();
  },
};

/** All changes of lists go one by one: what this reads stays until the transaction ends. */
async function versionOf(db: Context['db'], gropic: Gropic): Promise<number> {
  const found = db.selectFrom('gropic').select('version').where('gropic', '=', gropic).where('is_administered', '=', 1);
  return (await found.executeTakeFirst())?.version ?? 0;
}

/** The new version, or undefined when the expected one is not the present one; one statement decides it. */
async function nextVersion(db: Context['db'], gropic: Gropic, expected: number): Promise<number | undefined> {
  const bump = db
    .updateTable('gropic')
    .set((eb) => ({ is_administered: 1, version: eb('version', '+', 1) }))
    .where('gropic', '=', gropic)
    .returning('version');
  if (expected !== 0) {
    const row = await bump.where('is_administered', '=', 1).where('version', '=', expected).executeTakeFirst();
    return row?.version;
  }
  const fresh = await db
    .insertInto('gropic')
    .values({ gropic, is_administered: 1, version: 1 })
    .onConflict((conflict) => conflict.column('gropic').doNothing())
    .returning('version')
    .executeTakeFirst();
  return (fresh ?? (await bump.where('is_administered', '=', 0).executeTakeFirst()))?.version;
}

async function putLists(db: Context['db'], perms: Perms): Promise<void> {
  await db.deleteFrom('perm').where('gropic', '=', perms.gropic).execute();
  for (const rows of inChunks(rowsOf(perms))) await db.insertInto('perm').values(rows).execute();
}

/** Who comes in without being an account or a group; those that are cannot go until the change is written (safety 3). */
async function unknownOf({ db, dialect }: Context, perms: Perms): Promise<Principal[]> {
  const rows = await db.selectFrom('perm').select('principal').where('gropic', '=', perms.gropic).execute();
  const present = new Set(rows.map((row) => row.principal));
  const coming = [...new Set(ROLES.flatMap((role) => perms[role]))].filter((principal) => !present.has(principal));
  const named = coming.filter((principal) => !isEveryone(principal));
  const known = new Set<string>();
  for (const names of inChunks(named)) {
    const users = db.selectFrom('account').select('name').where('name', 'in', names);
    const groups = db.selectFrom('user_group').select('name').where('name', 'in', names);
    for (const query of [users, groups]) {
      // The embedded store writes one after the other.
      const held = dialect === 'postgres' ? query.forKeyShare() : query;
      for (const { name } of await held.execute()) known.add(name);
    }
  }
  return named.filter((principal) => !known.has(principal));
}

function isEmpty(perms: Perms): boolean {
  return ROLES.every((role) => perms[role].length === 0);
}

/** Who holds which right of which gropic. */
export class SqlPermsStore implements PermsStore {
  readonly #access: AccessFor<typeof permsCommands>;
  constructor(access: AccessFor<typeof permsCommands>) {
    this.#access = access;
  }

  async get(gropic: Gropic): Promise<Perms | undefined> {
    const rows = await this.#rows().where('gropic.gropic', '=', gropic).execute();
    return permsOf(rows)[0];
  }

  async some(gropics: readonly Gropic[]): Promise<readonly Perms[]> {
    if (gropics.length === 0) return [];
    if (gropics.length === 1) return this.#together(gropics);
    const counted = await this.#counted().where('gropic.gropic', 'in', gropics).execute();
    return readInParts<string, Perms>(counted, (names) => this.#together(names));
  }

  async page(after: Gropic | undefined, most: number): Promise<readonly Perms[]> {
    return readPage<string, Perms>(after, most, {
      count: (last, count) =>
        this.#counted()
          .where('gropic.gropic', '>', last ?? '')
          .limit(count)
          .execute(),
      read: (gropics) => this.#together(gropics),
    });
  }

  async list(): Promise<readonly Perms[]> {
    return permsOf(await this.#rows().execute());
  }

  save(perms: Perms, expectedVersion: number): Promise<number | undefined> {
    return this.#access.write('savePerms', { perms, expected: expectedVersion });
  }

  change({ note, ...change }: PermsChange): Promise<PermsOutcome> {
    return this.#access.write('changePerms', { ...change, row: keptRow(note) });
  }

  remove(gropic: Gropic): Promise<void> {
    return this.#access.write('removePerms', { gropic });
  }

  async #together(gropics: readonly string[]): Promise<readonly Perms[]> {
    return permsOf(await this.#rows().where('gropic.gropic', 'in', gropics).execute());
  }

  /** How many names the lists of gropics hold, as far as that is counted. */
  #counted() {
    const { long } = limits.rightsPart;
    const held = sql<number>`(
      select count(*) from (select 1 from perm where perm.gropic = gropic.gropic limit ${sql.lit(long)}) as some_names
    )`;
    return this.#access.db
      .selectFrom('gropic')
      .select(['gropic.gropic as name', held.as('held')])
      .where('gropic.is_administered', '=', 1)
      .orderBy('gropic.gropic');
  }

  /**
   * One statement, so that lists and version belong together. A list comes as one text: a row for each of twenty thousand
   * names would hold the event loop of an embedded store for too long (quality: 50 ms).
   */
  #rows() {
    const joined = sql.raw(this.#access.dialect === 'postgres' ? 'string_agg' : 'group_concat');
    const names = sql<string | null>`${joined}(perm.principal, ${BETWEEN} order by perm.place)`;
    return this.#access.db
      .selectFrom('gropic')
      .leftJoin('perm', 'perm.gropic', 'gropic.gropic')
      .select(['gropic.gropic', 'gropic.version', 'perm.role', names.as('names')])
      .where('gropic.is_administered', '=', 1)
      .groupBy(['gropic.gropic', 'gropic.version', 'perm.role'])
      .orderBy('gropic.gropic');
  }
}

/** No name holds a line end (semantics 1). */
const BETWEEN = '\n';

type PermRow = Pick<Perms, 'version'> & Readonly<Record<'role' | 'names', string | null>> & { readonly gropic: string };

function permsOf(rows: readonly PermRow[]): Perms[] {
  const all = new Map<string, ReturnType<typeof emptyPerms>>();
  for (const row of rows) {
    const perms = all.get(row.gropic) ?? emptyPerms(row);
    all.set(row.gropic, perms);
    const role = ROLES.find((known) => known === row.role);
    const principals = (row.names?.split(BETWEEN) ?? []).map(parsePrincipal);
    if (role) perms[role] = principals.filter((one) => one !== undefined);
  }
  return [...all.values()];
}

function emptyPerms({ gropic, version }: Pick<PermRow, 'gropic' | 'version'>) {
  const none = (): Principal[] => [];
  return {
    gropic: branded<'Gropic'>(gropic),
    viewers: none(),
    publishers: none(),
    interactors: none(),
    admins: none(),
    version,
  };
}

function rowsOf(perms: Perms): PermTable[] {
  return ROLES.flatMap((role) =>
    [...new Set(perms[role])].map((principal, place) => ({ gropic: perms.gropic, role, principal, place })),
  );
}

import type { Gropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import type { Perms, PermsStore } from '#ports/perms.ts';
import type { Access, Context } from '../access.ts';
import { inChunks } from '../chunks.ts';
import type { PermTable } from '../tables/rights-tables.ts';

const ROLES = ['viewers', 'publishers', 'interactors', 'admins'] as const;

export const permsCommands = {
  async savePerms(
    { db }: Context,
    { perms, expected }: { perms: Perms; expected: number },
  ): Promise<number | undefined> {
    const { gropic } = perms;
    const version = await nextVersion(db, gropic, expected);
    if (version === undefined) return undefined;
    await db.deleteFrom('perm').where('gropic', '=', gropic).execute();
    for (const rows of inChunks(rowsOf(perms))) await db.insertInto('perm').values(rows).execute();
    return version;
  },

  async removePerms({ db }: Context, { gropic }: { gropic: Gropic }): Promise<void> {
    await db.deleteFrom('perm').where('gropic', '=', gropic).execute();
    await db.updateTable('gropic').set({ is_administered: 0 }).where('gropic', '=', gropic).execute();
  },
};

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

/** Who holds which right of which gropic. */
export class SqlPermsStore implements PermsStore {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  async get(gropic: Gropic): Promise<Perms | undefined> {
    const rows = await this.#rows().where('gropic.gropic', '=', gropic).execute();
    return permsOf(rows)[0];
  }

  async list(): Promise<readonly Perms[]> {
    return permsOf(await this.#rows().execute());
  }

  save(perms: Perms, expectedVersion: number): Promise<number | undefined> {
    return this.#access.write('savePerms', { perms, expected: expectedVersion });
  }

  remove(gropic: Gropic): Promise<void> {
    return this.#access.write('removePerms', { gropic });
  }

  /** One statement, so that lists and version belong together. */
  #rows() {
    return this.#access.db
      .selectFrom('gropic')
      .leftJoin('perm', 'perm.gropic', 'gropic.gropic')
      .select(['gropic.gropic', 'gropic.version', 'perm.role', 'perm.principal'])
      .where('gropic.is_administered', '=', 1)
      .orderBy('gropic.gropic')
      .orderBy('perm.role')
      .orderBy('perm.place');
  }
}

interface PermRow {
  readonly gropic: string;
  readonly version: number;
  readonly role: string | null;
  readonly principal: string | null;
}

function permsOf(rows: readonly PermRow[]): Perms[] {
  const all = new Map<string, ReturnType<typeof emptyPerms>>();
  for (const row of rows) {
    const perms = all.get(row.gropic) ?? emptyPerms(row);
    all.set(row.gropic, perms);
    const role = ROLES.find((known) => known === row.role);
    const principal = row.principal === null ? undefined : parsePrincipal(row.principal);
    if (role && principal) perms[role].push(principal);
  }
  return [...all.values()];
}

function emptyPerms({ gropic, version }: PermRow) {
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

import type { User } from '@sheetwire/rules/principal';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { inChunks } from '../../chunks.ts';
import type { Context } from '../../context.ts';
import { makeKind } from '../kind.ts';
import { existing } from './names.ts';

const ROLES = ['viewers', 'publishers', 'interactors', 'admins'] as const;
const list = z.array(z.string());
const entry = z.strictObject({ viewers: list, publishers: list, interactors: list, admins: list });
type Lists = z.output<typeof entry>;
type Db = Context['db'];

/** Who holds which right of which administered gropic (spec 3, Gropic perms). */
export const permissions = makeKind<Lists>({
  kind: 'permissions',
  entry,
  tables: ['gropic', 'perm'],
  read,
  async keep(_db, { by, at, known: names }) {
    const known = await names.principals(at);
    return (_, lists, { leftOut }) => standing(lists, by, (list) => existing(list, known, leftOut));
  },
  async consequences(_, { added, changed }) {
    const adopted = [...added, ...changed].filter(([, lists]) => withHeir.has(lists)).map(([gropic]) => gropic);
    return { ended: [], adopted, gone: [], alsoChanges: [], doorOf: undefined };
  },
  async apply({ db }, { added, changed, removed }) {
    for (const names of inChunks(removed)) {
      await db.deleteFrom('perm').where('gropic', 'in', names).execute();
      await db.updateTable('gropic').set({ is_administered: 0 }).where('gropic', 'in', names).execute();
    }
    for (const [gropic, lists] of [...added, ...changed]) await put(db, gropic, lists);
  },
});

async function read(db: Db): Promise<Map<string, Lists>> {
  const rows = await db
    .selectFrom('gropic')
    .leftJoin('perm', 'perm.gropic', 'gropic.gropic')
    .select(['gropic.gropic', 'perm.role', 'perm.principal'])
    .where('gropic.is_administered', '=', 1)
    .orderBy('gropic.gropic')
    .orderBy('perm.role')
    .orderBy('perm.place')
    .execute();
  const all = new Map<string, Lists>();
  for (const { gropic, role, principal } of rows) {
    const lists = all.get(gropic) ?? { viewers: [], publishers: [], interactors: [], admins: [] };
    all.set(gropic, lists);
    const known = ROLES.find((one) => one === role);
    if (known !== undefined && principal !== null) lists[known].push(principal);
  }
  return all;
}

/** Without anybody left it is unadministered; viewers and publishers never stay without an admin (semantics 2). */
function standing(lists: Lists, by: User, kept: (names: readonly string[]) => string[]): Lists | undefined {
  const [viewers, publishers] = [kept(lists.viewers), kept(lists.publishers)];
  const [interactors, admins] = [kept(lists.interactors), kept(lists.admins)];
  const isUsed = viewers.length + publishers.length > 0;
  if (!isUsed && admins.length === 0) return undefined;
  if (admins.length > 0) return { viewers, publishers, interactors, admins };
  const inherited = { viewers, publishers, interactors, admins: [by] };
  withHeir.add(inherited);
  return inherited;
}

/** Lists whose admins are all gone: whoever recovers them administers them. */
const withHeir = new WeakSet<Lists>();

async function put(db: Db, gropic: string, lists: Lists): Promise<void> {
  const grown = { is_administered: 1, version: sql<number>`gropic.version + 1` };
  await db
    .insertInto('gropic')
    .values({ gropic, is_administered: 1, version: 1 })
    .onConflict((conflict) => conflict.column('gropic').doUpdateSet(grown))
    .execute();
  await db.deleteFrom('perm').where('gropic', '=', gropic).execute();
  const rows = ROLES.flatMap((role) => lists[role].map((principal, place) => ({ gropic, role, principal, place })));
  for (const some of inChunks(rows)) await db.insertInto('perm').values(some).execute();
}

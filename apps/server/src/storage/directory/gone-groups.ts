import type { Group } from '@sheetwire/rules/principal';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { groupCommands } from '../rights/groups.ts';
import { storeTime } from '../store-time.ts';

/** What writes of the directory are done under, one after another. */
export const LOCK = 'directory';
export const isNamedNowhere = sql<boolean>`not exists (select 1 from perm where perm.principal = directory_group.name)
  and not exists (select 1 from group_member where group_member.member = directory_group.name)`;

/** Another group of its name is known as one as long as a copy of the settings may name it. */
export async function dropGroup(context: Context, name: Group): Promise<void> {
  await groupCommands.dropGroup(context, { name });
  await context.db.updateTable('directory_group').set({ gone_at: context.at }).where('name', '=', name).execute();
}

/** Forgets some groups that were gone before the oldest copy of the settings was made; answers how many. */
export async function forgetGroups(context: Context, { most }: { most: number }): Promise<number> {
  const { db, tryLock } = context;
  if (!(await tryLock(LOCK))) return 0;
  const copies = db.selectFrom('settings_copy').select((eb) => eb.fn.min('created_at').as('oldest'));
  const oldest = (await copies.executeTakeFirst())?.oldest ?? (await storeTime(context));
  const gone = db
    .selectFrom('directory_group')
    .select('name')
    .where('gone_at', '<', oldest)
    .where(isNamedNowhere)
    .orderBy('gone_at')
    .limit(most);
  const forgotten = await db.deleteFrom('directory_group').where('name', 'in', gone).executeTakeFirst();
  return Number(forgotten.numDeletedRows);
}

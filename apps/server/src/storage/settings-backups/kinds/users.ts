import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import type { Recovery } from '#ports/settings-backups.ts';
import { inChunks } from '../../chunks.ts';
import type { Context } from '../../context.ts';
import { noteFormer } from '../../people/former-accounts.ts';
import { endLines } from '../../people/sessions.ts';
import { dropPrincipal } from '../../rights/drop-principal.ts';
import { type Difference, type Door, makeKind } from '../kind.ts';
import { type AccountEntry, accountEntry, accountRow, readAccounts } from './account-entries.ts';

/** Accounts with their passwords. Who is a super administrator the settings and the directory say, not a copy. */
export const users = makeKind<AccountEntry>({
  kind: 'users',
  entry: accountEntry,
  tables: ['account', 'identity_link'],
  read: readAccounts,
  async keep(_db, { by }) {
    return (name, entry, { present, leftOut }) => {
      if (present === undefined || present.createdAt === entry.createdAt) {
        const after = overPresent(entry, present);
        // Nobody unblocks their own Admin page, by an older copy neither.
        return name === by && present?.blockAdminPage ? { ...after, blockAdminPage: true } : after;
      }
      // Somebody else was given the name: nobody's old password opens their account.
      leftOut.add(name);
      return present;
    };
  },
  async consequences(_db, difference) {
    const { removed } = difference;
    return {
      ended: endedBy(difference),
      adopted: [],
      gone: removed,
      alsoChanges: removed.length > 0 ? ['permissions', 'usergroups'] : [],
      doorOf: (user) => doorOf(difference, user),
    };
  },
  since: ({ createdAt }) => createdAt,
  async apply(context, difference) {
    const { added, changed, removed } = difference;
    for (const { user, what } of endedBy(difference)) await endLines(context, user, what);
    for (const name of removed) await remove(context.db, name);
    const rows = [...added].map(([name, entry]) => ({ ...accountRow(name, entry), recent_reports: '[]' }));
    for (const some of inChunks(rows)) await context.db.insertInto('account').values(some).execute();
    for (const [name, entry] of added) await tie(context.db, name, entry);
    for (const [name, entry] of changed) await change(context.db, name, entry, difference.present.get(name));
  },
});

/** A disabled user stays so (safety 3); the account is whose it is now, and as old as it is. */
function overPresent(entry: AccountEntry, present: AccountEntry | undefined): AccountEntry {
  if (present === undefined) return entry;
  const { createdAt, person, subjects } = present;
  return { ...entry, disabledAt: present.disabledAt ?? entry.disabledAt, createdAt, person, subjects };
}

/**
 * Removed and newly disabled users lose everything, and so does whoever has an account that was somebody else's; another
 * password ends what it had opened.
 */
function endedBy({ removed, changed, present }: Difference<AccountEntry>): Recovery['ended'] {
  const ended = removed.map((name) => ({ user: branded<'User'>(name), what: 'everything' as const }));
  const others = [...changed].flatMap(([name, after]): Recovery['ended'][number][] => {
    const before = present.get(name);
    const user = branded<'User'>(name);
    if (before?.disabledAt === null && after.disabledAt !== null) return [{ user, what: 'everything' }];
    if (before?.adUser !== after.adUser) return [{ user, what: 'everything' }];
    return before?.passwordHash === after.passwordHash ? [] : [{ user, what: 'sessions' as const }];
  });
  return [...ended, ...others];
}

function doorOf({ added, changed, removed, present }: Difference<AccountEntry>, user: User): Door | undefined {
  const entry = added.get(user) ?? changed.get(user) ?? (removed.includes(user) ? undefined : present.get(user));
  if (entry === undefined) return undefined;
  const { passwordHash, adUser, disabledAt } = entry;
  return { hasPassword: passwordHash !== null, adUser, isDisabled: disabledAt !== null };
}

async function remove(db: Context['db'], name: string): Promise<void> {
  await noteFormer(db, name);
  await db.deleteFrom('account').where('name', '=', name).execute();
  for (const table of ['identity_link', 'seat', 'directory_link'] as const) {
    await db.deleteFrom(table).where('user_name', '=', name).execute();
  }
  await dropPrincipal(db, name);
}

/** Ties a recovered account to its person and subjects; a subject that is somebody else's by now stays theirs. */
async function tie(db: Context['db'], name: string, { person, subjects }: AccountEntry): Promise<void> {
  if (person !== null) {
    const link = { user_name: name, person_id: person.id, is_disabled: Number(person.isDisabled) };
    await db.insertInto('directory_link').values(link).execute();
  }
  for (const { issuer, subject, createdAt } of subjects) {
    await db
      .insertInto('identity_link')
      .values({ issuer, subject, user_name: name, created_at: createdAt })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .execute();
  }
}

async function change(
  db: Context['db'],
  name: string,
  entry: AccountEntry,
  before: AccountEntry | undefined,
): Promise<void> {
  await db.updateTable('account').set(accountRow(name, entry)).where('name', '=', name).execute();
  // A link that was mailed to an address of today opens no account of then.
  await db.deleteFrom('email_key').where('user_name', '=', name).execute();
  if (before?.adUser === entry.adUser) return;
  await db.deleteFrom('identity_link').where('user_name', '=', name).execute();
  // Associated anew: the account belongs to whoever has that name in the directory now.
  await db.updateTable('directory_link').set({ person_id: '' }).where('user_name', '=', name).execute();
}

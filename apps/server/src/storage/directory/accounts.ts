import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { User } from '@sheetwire/rules/principal';
import type { AccountsOutcome, Reconcile } from '#ports/directory-store.ts';
import { inChunks } from '../chunks.ts';
import type { Context } from '../context.ts';

/** An account that is associated with a name of the directory, beside the person who has that name now. */
interface Associated {
  readonly account: string;
  readonly account_email: string;
  readonly disabled_at: number | null;
  readonly ad_user: string | null;
  readonly id: string | null;
  readonly email: string | null;
  readonly is_disabled: number | null;
  readonly linked_id: string | null;
  readonly was_disabled: number | null;
}

/**
 * Brings accounts in line with their people: who is disabled or gone in the directory is disabled here, with every
 * session, stored login, token and key; who is back is enabled when it was the directory that disabled them; the email
 * follows (semantics 3). An account belongs to a person, not to a name: one that was given a name of somebody else
 * does not come into that account. Each that changes has its row in the audit log. `only` names the people whose accounts
 * are looked at; left out, all are.
 */
export async function reconcileAccounts(
  context: Context,
  { entity, rebinds }: Pick<Reconcile, 'entity' | 'rebinds'>,
  only?: readonly string[],
): Promise<AccountsOutcome> {
  if (rebinds) await context.db.updateTable('directory_link').set({ person_id: '' }).execute();
  const ended: User[] = [];
  const changed: User[] = [];
  for await (const row of only === undefined ? everybody(context) : associatedWith(context, only)) {
    if (row.ad_user?.startsWith(`${entity}/`) !== true) continue;
    const step = await follow(context, row);
    const user = branded<'User'>(row.account);
    if (step === 'same') continue;
    (step === 'ended' ? ended : changed).push(user);
    const action = step === 'ended' ? 'user disabled by the directory' : 'user changed by the directory';
    await context.db
      .insertInto('audit')
      .values({ ...byDirectory, at: context.at, action, object: user })
      .execute();
  }
  return { ended, changed };
}

const byDirectory = { actor: 'directory', before: 'null', after: 'null', address: '' };

async function follow(context: Context, row: Associated): Promise<'ended' | 'changed' | 'same'> {
  const isIn = row.id !== null && row.is_disabled === 0 && isTheirs(row);
  if (!isIn) {
    const isOut = row.disabled_at === null;
    if (isOut) await disable(context, row);
    await link(context, row, isOut || row.was_disabled === 1);
    return isOut ? 'ended' : 'same';
  }
  const isBack = row.disabled_at !== null && row.was_disabled === 1;
  if (isBack) {
    await context.db.updateTable('account').set({ disabled_at: null }).where('name', '=', row.account).execute();
  }
  const hasNewEmail = await followEmail(context, row);
  await link(context, row, false);
  return isBack || hasNewEmail ? 'changed' : 'same';
}

function isTheirs({ id, linked_id }: Associated): boolean {
  return linked_id === null || linked_id === '' || linked_id === id;
}

/** In parts: each is a question of its own, so that a server on PostgreSQL does other things in between. */
async function* everybody({ db }: Context): AsyncGenerator<Associated> {
  const { part } = limits.directory;
  for (let last = ''; ; ) {
    const some = await associated(db).where('account.name', '>', last).orderBy('account.name').limit(part).execute();
    yield* some;
    const end = some.at(-1);
    if (end === undefined || some.length < part) return;
    last = end.account;
  }
}

async function* associatedWith({ db }: Context, people: readonly string[]): AsyncGenerator<Associated> {
  for (const some of inChunks(people)) yield* await associated(db).where('account.ad_user', 'in', some).execute();
}

function associated(db: Context['db']) {
  return db
    .selectFrom('account')
    .leftJoin('directory_person', 'directory_person.name', 'account.ad_user')
    .leftJoin('directory_link', 'directory_link.user_name', 'account.name')
    .select([
      'account.name as account',
      'account.email as account_email',
      'account.disabled_at',
      'account.ad_user',
      'directory_person.id',
      'directory_person.email',
      'directory_person.is_disabled',
      'directory_link.person_id as linked_id',
      'directory_link.is_disabled as was_disabled',
    ])
    .where('account.ad_user', 'is not', null);
}

async function disable({ db, at }: Context, { account }: Associated): Promise<void> {
  await db.updateTable('account').set({ disabled_at: at }).where('name', '=', account).execute();
  for (const table of ['session', 'stored_info', 'token', 'bearer', 'email_key'] as const) {
    await db.deleteFrom(table).where('user_name', '=', account).execute();
  }
}

/** True when the account has another address now; one that somebody else has already is left alone. */
async function followEmail({ db }: Context, row: Associated): Promise<boolean> {
  const { account, account_email, email } = row;
  if (email === null || email === '' || email === account_email) return false;
  const key = email.toLowerCase();
  const taken = await db
    .selectFrom('account')
    .select('name')
    .where('email_key', '=', key)
    .where('name', '!=', account)
    .limit(1)
    .execute();
  if (taken.length > 0) return false;
  await db.updateTable('account').set({ email, email_key: key }).where('name', '=', account).execute();
  return true;
}

/** Remembers whose account it is, and whether the directory disabled it; a known person is not forgotten when gone. */
async function link({ db }: Context, row: Associated, isDisabled: boolean): Promise<void> {
  const personId = row.linked_id === null || row.linked_id === '' ? (row.id ?? '') : row.linked_id;
  const flag = Number(isDisabled);
  if (personId === row.linked_id && flag === row.was_disabled) return;
  await db
    .insertInto('directory_link')
    .values({ user_name: row.account, person_id: personId, is_disabled: flag })
    .onConflict((conflict) => conflict.column('user_name').doUpdateSet({ person_id: personId, is_disabled: flag }))
    .execute();
}

import { shortName } from '@sheetwire/rules/principal';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { accountOf, emailKey } from '../../people/account-rows.ts';
import type { AccountTable } from '../../tables/people-tables.ts';

const nullableText = z.nullable(z.string());
const time = z.number();

/** An account as a copy holds it: with its password, its person in the directory and its subjects of single sign-on. */
export const accountEntry = z.strictObject({
  email: z.string(),
  passwordHash: nullableText,
  adUser: nullableText,
  blockAdminPage: z.boolean(),
  canChangeEmail: z.boolean(),
  deepLog: z.boolean(),
  disabledAt: z.nullable(time),
  createdAt: time,
  person: z.nullable(z.strictObject({ id: z.string(), isDisabled: z.boolean() })),
  subjects: z.array(z.strictObject({ issuer: z.string(), subject: z.string(), createdAt: time })),
});
export type AccountEntry = z.output<typeof accountEntry>;

/** Every account; what its owner read lately is no setting and is left alone. */
export async function readAccounts(db: Context['db']): Promise<Map<string, AccountEntry>> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('directory_link', 'directory_link.user_name', 'account.name')
    .selectAll('account')
    .select(['directory_link.person_id', 'directory_link.is_disabled'])
    .orderBy('account.name')
    .execute();
  const links = await db
    .selectFrom('identity_link')
    .selectAll()
    .orderBy('user_name')
    .orderBy('issuer')
    .orderBy('subject')
    .execute();
  const subjects = Map.groupBy(links, (link) => link.user_name);
  return new Map(
    rows.map((row) => [
      row.name,
      {
        ...accountOf(row),
        person: row.person_id === null ? null : { id: row.person_id, isDisabled: row.is_disabled === 1 },
        subjects: (subjects.get(row.name) ?? []).map((link) => ({
          issuer: link.issuer,
          subject: link.subject,
          createdAt: link.created_at,
        })),
      },
    ]),
  );
}

/** The columns of an account that a copy decides about. */
export function accountRow(name: string, entry: AccountEntry): Omit<AccountTable, 'recent_reports'> {
  return {
    name,
    short_name: shortName(name),
    email: entry.email,
    email_key: emailKey(entry.email),
    password_hash: entry.passwordHash,
    ad_user: entry.adUser,
    block_admin_page: Number(entry.blockAdminPage),
    can_change_email: Number(entry.canChangeEmail),
    deep_log: Number(entry.deepLog),
    disabled_at: entry.disabledAt,
    created_at: entry.createdAt,
  };
}

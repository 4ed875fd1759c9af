import { branded } from '@sheetwire/rules/name';
import { shortName } from '@sheetwire/rules/principal';
import type { Selectable, Updateable } from 'kysely';
import type { UserChange, UserEntry, UserRecord } from '#ports/users.ts';
import { textList } from '../bind.ts';
import type { AccountTable } from '../tables/people-tables.ts';

/** What a list of users shows of a row. */
export function entryOf(row: Pick<Selectable<AccountTable>, 'name' | 'ad_user' | 'disabled_at'>): UserEntry {
  return { name: branded<'User'>(row.name), adUser: row.ad_user, disabledAt: row.disabled_at };
}

/** An address as it is compared: without regard to case. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** The row of a new account. */
export function rowOf(user: UserRecord): AccountTable {
  return {
    name: user.name,
    short_name: shortName(user.name),
    email: user.email,
    email_key: emailKey(user.email),
    password_hash: user.passwordHash,
    ad_user: user.adUser,
    block_admin_page: Number(user.blockAdminPage),
    can_change_email: Number(user.canChangeEmail),
    deep_log: Number(user.deepLog),
    disabled_at: user.disabledAt,
    recent_reports: JSON.stringify(user.recentReports),
    created_at: user.createdAt,
  };
}

/** The columns of a change. */
export function accountColumns(change: UserChange): Updateable<AccountTable> {
  const { email, passwordHash, adUser, disabledAt, recentReports } = change;
  return {
    ...(email !== undefined && { email, email_key: emailKey(email) }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    ...(adUser !== undefined && { ad_user: adUser }),
    ...(disabledAt !== undefined && { disabled_at: disabledAt }),
    ...(recentReports !== undefined && { recent_reports: JSON.stringify(recentReports) }),
    ...flagsOf(change),
  };
}

/** The columns of switches. */
export function flagsOf({ blockAdminPage, canChangeEmail, deepLog }: UserChange): Updateable<AccountTable> {
  return {
    ...(blockAdminPage !== undefined && { block_admin_page: Number(blockAdminPage) }),
    ...(canChangeEmail !== undefined && { can_change_email: Number(canChangeEmail) }),
    ...(deepLog !== undefined && { deep_log: Number(deepLog) }),
  };
}

/** The account of a row. */
export function userOf(row: Selectable<AccountTable>): UserRecord {
  return { name: branded<'User'>(row.name), ...accountOf(row), recentReports: textList(row.recent_reports) };
}

/** What a row says of an account, save for its name and what its owner read lately. */
export function accountOf(row: Selectable<AccountTable>): Omit<UserRecord, 'name' | 'recentReports'> {
  return {
    email: row.email,
    passwordHash: row.password_hash,
    adUser: row.ad_user,
    blockAdminPage: row.block_admin_page === 1,
    canChangeEmail: row.can_change_email === 1,
    deepLog: row.deep_log === 1,
    disabledAt: row.disabled_at,
    createdAt: row.created_at,
  };
}

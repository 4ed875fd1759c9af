import { limits } from '@sheetwire/contract/limits';
import { passwordOfEmail } from '@sheetwire/rules/email';
import { type EntryDeps, mayComeIn } from '#identity/sign-in/entry.ts';
import { isPast } from '#identity/span.ts';
import { confirmEmailMail, type MailText, resetPasswordMail, setPasswordMail } from '#mail/texts.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { Mailer } from '#ports/mail/mailer.ts';
import type { Stores } from '#ports/stores.ts';
import type { EmailKey, KeyGround } from '#ports/tokens.ts';
import type { UserRecord } from '#ports/users.ts';
import { hashSecret, newSecret } from '#secrets/secrets.ts';
import type { Background } from './background.ts';

/** What mails about an account need. */
export interface AccountMailDeps {
  readonly mailer: Mailer;
  readonly productName: string;
  /** Where links begin. */
  readonly linkBase: () => string;
  /** Mails are written here, after the answer. */
  readonly background: Background;
}

export interface EmailedKeyDeps extends AccountMailDeps, EntryDeps {
  readonly stores: Pick<Stores, 'emailKeys' | 'users'>;
  readonly clock: Clock;
  readonly chance: Chance;
}

/** A key that still counts, with its user as the store holds them now. */
export interface LiveKey {
  readonly key: EmailKey;
  readonly user: UserRecord;
}

const lives = { set: limits.setPasswordKey, reset: limits.resetPasswordKey, email: limits.changeEmailKey } as const;
const FORM = /^[\w-]{43}$/;

/**
 * Mails a link to set the password: `set` to a new user, `reset` to one who forgot it. False when this account gets no
 * mail: a password account, one without an address or with another one by now, one that may not come in (semantics 3).
 * The row of the audit log is written with the key.
 */
export async function sendSetPasswordMail(
  deps: EmailedKeyDeps,
  user: UserRecord,
  purpose: 'set' | 'reset',
  note?: AuditNote,
): Promise<boolean> {
  if (!hasMailbox(user) || !(await mayComeIn(deps, user))) return false;
  const write = purpose === 'set' ? setPasswordMail : resetPasswordMail;
  const issued = await issue(deps, { user: user.name, purpose, payload: null }, { note, email: user.email });
  if (!issued) return false;
  const { key, until } = issued;
  const link = `${deps.linkBase()}/setpassword?key=${key}`;
  const mail = write({ productName: deps.productName, user: user.name, link, until });
  await deps.mailer.send({ user: user.name, to: user.email, ...mail, until });
  return true;
}

/** Mails the new address a link that confirms it (interfaces 9), unless the session that asked for it ended since. */
export async function sendConfirmEmailMail(
  deps: EmailedKeyDeps,
  { user, email, ...by }: { readonly user: UserRecord; readonly email: string; readonly sessionHash: string },
  note: AuditNote,
): Promise<void> {
  const { name } = user;
  const ground = { email: user.email, ...by };
  const issued = await issue(deps, { user: name, purpose: 'email', payload: email }, { note, ...ground });
  if (!issued) return;
  const { key, until } = issued;
  const link = `${deps.linkBase()}/account?emailkey=${key}`;
  const mail = confirmEmailMail({ productName: deps.productName, user: name, link, until });
  await deps.mailer.send({ user: name, to: email, ...mail, until });
}

/** Looks at a key and uses nothing up: a mail scanner may have followed the link before its reader (safety 3). */
export async function liveKey(
  { stores, clock, directory }: Pick<EmailedKeyDeps, 'stores' | 'clock' | 'directory'>,
  presented: string,
  purposes: readonly EmailKey['purpose'][],
): Promise<LiveKey | undefined> {
  const key = FORM.test(presented) ? await stores.emailKeys.get(hashSecret(presented)) : undefined;
  const now = clock.now();
  const isInTime = key !== undefined && now < key.expiresAt && !isPast(key.createdAt, lives[key.purpose], now);
  const isLive = isInTime && key.usedAt === null && purposes.includes(key.purpose);
  const user = isLive ? await stores.users.get(key.user) : undefined;
  if (key === undefined || user === undefined || isPasswordAccount(user)) return undefined;
  return (await mayComeIn({ directory }, user)) ? { key, user } : undefined;
}

/** Tells an account's holder what happened to it, after the answer. */
export function tell(
  { mailer, background }: AccountMailDeps,
  { name: user, email: to }: Pick<UserRecord, 'name' | 'email'>,
  mail: MailText,
): void {
  if (to !== '' && !isPasswordAccount({ email: to })) background.run(() => mailer.send({ user, to, ...mail }));
}

/** The page where a user starts to put things right. */
export function resetLink({ linkBase }: Pick<AccountMailDeps, 'linkBase'>): string {
  return `${linkBase()}/resetpassword`;
}

/** An address that is a password gets no mail (semantics 3). */
export function isPasswordAccount({ email }: Pick<UserRecord, 'email'>): boolean {
  return passwordOfEmail(email) !== undefined;
}

function hasMailbox(user: UserRecord): boolean {
  return user.email !== '' && !isPasswordAccount(user);
}

async function issue(
  { stores, clock, chance }: EmailedKeyDeps,
  of: Pick<EmailKey, 'user' | 'purpose' | 'payload'>,
  { note, ...by }: KeyGround & { readonly note: AuditNote | undefined },
): Promise<{ key: string; until: number } | undefined> {
  const key = newSecret(chance);
  const createdAt = clock.now();
  const expiresAt = createdAt + lives[of.purpose];
  const kept = { ...of, hash: hashSecret(key), createdAt, expiresAt, usedAt: null };
  return (await stores.emailKeys.save(kept, note, by)) ? { key, until: expiresAt } : undefined;
}

import type { User } from '@sheetwire/rules/principal';
import type { Lines } from '#identity/sessions/lines.ts';
import type { SignInFrom } from '#identity/sign-in/sign-in.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';
import type { Stores } from '#ports/stores.ts';
import type { UserRecord } from '#ports/users.ts';
import { SsoFault } from './sso-fault.ts';

export interface JoinDeps {
  readonly stores: Pick<Stores, 'identityLinks' | 'audit'>;
  readonly lines: Lines;
  readonly clock: Clock;
  readonly isSuperAdmin: (user: User) => boolean;
  /** SHEETWIRE_OIDC_JOIN_ACCOUNTS. */
  readonly mayJoinPasswordAccounts: boolean;
}

/** Who the provider says it is: issuer and subject together are the identity (ASVS 6.8.1). */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * Makes a subject the owner of an account, once and for good. An account of another subject is refused, and so is one
 * with a password or of a directory person of another name, until its owner has proved the password in the same browser
 * or the operator lets names alone decide; for a super admin nothing but the password does (docs/decisions 10).
 */
export async function joinAccount(deps: JoinDeps, who: Subject, account: UserRecord, from: SignInFrom): Promise<void> {
  const { identityLinks } = deps.stores;
  if (await isJoined(deps, who, account.name)) return;
  const links = await identityLinks.of(account.name);
  if (links.some(({ issuer }) => issuer === who.issuer)) return refuseOther(deps, account.name, from);
  const owned = ownerWords(account);
  if (owned !== undefined && !(await mayJoin(deps, account.name, from))) {
    const words = `${account.name} ${owned}; log in with its password once, then link single sign-on on the Account page`;
    throw new SsoFault('password', words);
  }
  const { issuer, subject } = who;
  const joined = noteOf(deps, { user: account.name, action: 'account linked to single sign-on' }, from);
  const link = { issuer, subject, user: account.name, createdAt: deps.clock.now() };
  if (await identityLinks.add(link, joined)) return;
  if (!(await isJoined(deps, who, account.name))) return refuseOther(deps, account.name, from);
}

/** Why the name alone does not tell whose account it is; one given to another person may still have the former's name. */
function ownerWords({ name, adUser, passwordHash }: UserRecord): string | undefined {
  if (passwordHash !== null) return 'has a password';
  return adUser === null || adUser === name ? undefined : `is linked to ${adUser} of the directory`;
}

async function isJoined({ stores }: JoinDeps, { issuer, subject }: Subject, user: User): Promise<boolean> {
  return (await stores.identityLinks.get(issuer, subject))?.user === user;
}

async function mayJoin(deps: JoinDeps, user: User, { sessionId }: SignInFrom): Promise<boolean> {
  if (deps.mayJoinPasswordAccounts && !deps.isSuperAdmin(user)) return true;
  const actor = sessionId === undefined ? undefined : await deps.lines.session(sessionId);
  return actor?.user === user && actor.method === 'password';
}

async function refuseOther(deps: JoinDeps, user: User, from: SignInFrom): Promise<never> {
  const action = 'single sign-on refused: the account belongs to another subject';
  await deps.stores.audit.add(noteOf(deps, { user, action }, from));
  throw new SsoFault(
    'refused',
    `${user} belongs to another subject of the provider; check whether two people share this name`,
  );
}

function noteOf(
  { clock }: JoinDeps,
  { user, action }: { readonly user: User; readonly action: string },
  { address }: SignInFrom,
): AuditNote {
  return { actor: '', action, object: user, at: clock.now(), address };
}

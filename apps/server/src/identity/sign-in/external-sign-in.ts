import type { User } from '@sheetwire/rules/principal';
import { newAccount, type UserRecord } from '#ports/users.ts';
import { type EntryDeps, mayComeIn } from './entry.ts';
import { noteSignIn, openSession, type SignInDeps, type SignInFrom } from './sign-in.ts';

export interface ExternalSignInDeps extends SignInDeps, EntryDeps {
  /** Entities that accounts may be made in; empty is any. */
  readonly entities: readonly string[];
}

/** Somebody whom an identity provider, a Kerberos ticket or a trusted proxy vouches for. */
export interface Vouched {
  readonly user: User;
  readonly method: 'oidc' | 'kerberos' | 'proxy';
  /** As the voucher knows it; '' when it does not. */
  readonly email: string;
  /** True where the voucher knows the account by another name: a provider may rename a person. */
  readonly isRenamed?: boolean;
  /** Asked before a session opens; throws when the account is not theirs. */
  readonly join?: (account: UserRecord) => Promise<void>;
}

/** A new session, or in plain words for the log why there is none. */
export type ExternalSignIn =
  | { readonly sessionId: string; readonly user: User; readonly refused?: undefined }
  | { readonly refused: string };

/** Opens a session for somebody vouched for; an account is made at the first sign-in. */
export async function signInVouched(
  deps: ExternalSignInDeps,
  vouched: Vouched,
  from: SignInFrom,
): Promise<ExternalSignIn> {
  const found = (await deps.stores.users.get(vouched.user)) ?? (await makeAccount(deps, vouched));
  const admitted = typeof found === 'string' ? { refused: found } : await admit(deps, vouched, found, from);
  if (admitted.refused !== undefined) {
    await noteSignIn(deps, { actor: '', action: `login by ${vouched.method} refused`, object: vouched.user }, from);
  }
  return admitted;
}

async function admit(
  deps: ExternalSignInDeps,
  vouched: Vouched,
  account: UserRecord,
  from: SignInFrom,
): Promise<ExternalSignIn> {
  const { user, method, join } = vouched;
  const refused = (await refusalOf(deps, account)) ?? (await refusalOfName(deps, vouched, account));
  if (refused !== undefined) return { refused };
  await join?.(account);
  await adopt(deps, vouched, account);
  const sessionId = await openSession(deps, { user, method, family: null }, from);
  return sessionId === undefined ? { refused: `${user} was disabled just now` } : { sessionId, user };
}

async function refusalOf(deps: ExternalSignInDeps, user: UserRecord): Promise<string | undefined> {
  return (await mayComeIn(deps, user)) ? undefined : `${user.name} is disabled here or in the directory`;
}

/**
 * A ticket or a proxy names a person of the directory: the account of that name may be associated with another one, or
 * know nothing of the directory, which is asked all the same, since a ticket outlives a disabling. A provider may know
 * people whom the directory does not; those whom it does know must be enabled there.
 */
async function refusalOfName(
  { directory }: ExternalSignInDeps,
  { method, isRenamed }: Vouched,
  { name, adUser, passwordHash }: UserRecord,
): Promise<string | undefined> {
  const isOfDirectory = method !== 'oidc';
  if (isOfDirectory && adUser !== null && adUser !== name) {
    return `${name} is linked to another directory account, ${adUser}`;
  }
  if (adUser !== null || !directory.decides(name)) return undefined;
  if (!isOfDirectory && (isRenamed === true || passwordHash !== null)) return undefined;
  const answer = await directory.mayEnter(name);
  if (answer === 'enabled') return undefined;
  const isStranger = answer === 'absent' || (await directory.person(name)) === undefined;
  return !isOfDirectory && isStranger ? undefined : `${name} is not enabled in the directory`;
}

/**
 * An account without a password, such as one made before there was a directory, is from its next sign-in on that of the
 * directory's person of its name, and ends with them.
 */
async function adopt(deps: ExternalSignInDeps, { isRenamed }: Vouched, account: UserRecord): Promise<void> {
  const { directory, stores, lines, clock } = deps;
  const { name, adUser, passwordHash } = account;
  if (adUser !== null || passwordHash !== null || isRenamed === true || !directory.decides(name)) return;
  if ((await directory.mayEnter(name)) !== 'enabled') return;
  const action = 'account linked to the directory at login';
  await stores.users.update(
    name,
    { adUser: name },
    { actor: name, action, object: name, address: '', at: clock.now() },
  );
  lines.changedUser(name);
}

/** The directory's own people are associated with their directory account; nobody is made whom it does not know. */
async function makeAccount(deps: ExternalSignInDeps, { user, email }: Vouched): Promise<UserRecord | string> {
  const { directory, entities, stores, clock } = deps;
  if (entities.length > 0 && !entities.some((entity) => user.startsWith(`${entity}/`))) {
    return `the entity of ${user} is not in SHEETWIRE_ENTITIES`;
  }
  const isDirectoryAccount = directory.decides(user);
  if (isDirectoryAccount && (await directory.mayEnter(user)) !== 'enabled') {
    return `${user} is not an enabled account of the directory`;
  }
  const person = isDirectoryAccount ? await directory.person(user) : undefined;
  const record: UserRecord = {
    ...newAccount({ name: user, email: person?.email ?? email, createdAt: clock.now() }),
    adUser: isDirectoryAccount ? user : null,
    canChangeEmail: false,
  };
  // Another account may have the address already; the name alone then is enough. Two sign-ins at once make one account.
  const note = { actor: user, action: 'user added at first login', object: user, address: '', at: clock.now() };
  const isMade =
    (await stores.users.create(record, note)) || (await stores.users.create({ ...record, email: '' }, note));
  const made = await stores.users.get(user);
  if (made === undefined) return `no account could be created for ${user}`;
  if (isMade) deps.lines.changedUser(user);
  return made;
}

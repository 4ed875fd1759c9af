import type { User } from '@sheetwire/rules/principal';
import { clientNetwork } from '#http/client-network.ts';
import type { Passwords } from '#identity/passwords/passwords.ts';
import type { Lines } from '#identity/sessions/lines.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { SignInMethod } from '#ports/sessions.ts';
import type { Stores } from '#ports/stores.ts';
import type { UserRecord, UserStore } from '#ports/users.ts';
import { hashSecret, newSecret } from '#secrets/secrets.ts';
import { type EntryDeps, mayComeIn } from './entry.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { issueInfo, useInfo } from './stored-info.ts';
import { readTypedName } from './typed-name.ts';

export interface SignInDeps extends EntryDeps {
  readonly stores: Pick<Stores, 'now' | 'sessions' | 'storedInfo' | 'users' | 'audit'>;
  readonly lines: Lines;
  readonly passwords: Passwords;
  readonly throttle: LoginThrottle;
  readonly clock: Clock;
  readonly chance: Chance;
}

/** Where a sign-in comes from; `sessionId` is the session that the browser had before. */
export interface SignInFrom {
  readonly address: string;
  readonly agent: string;
  readonly sessionId: string | undefined;
}

/** A new session and what the browser stores for the next time. */
export interface SignedIn {
  readonly sessionId: string;
  readonly info: string;
  readonly user: User;
}

const maxAgent = 300;

/** Username-or-email and password; undefined for a wrong one, whoever it names (safety: constant shape and time). */
export async function signInByPassword(
  deps: SignInDeps,
  typed: { readonly user: string; readonly password: string },
  from: SignInFrom,
): Promise<SignedIn | undefined> {
  let found: UserRecord | undefined;
  const accountOf = async () => {
    found = await findUser(deps.stores.users, typed.user);
    return found?.name;
  };
  const attempt = { address: from.address, name: typed.user, accountOf };
  const user = await deps.throttle.attempt(attempt, () =>
    checkPassword(deps, found, { password: typed.password, network: clientNetwork(from.address) }),
  );
  if (user === undefined) {
    await noteSignIn(deps, { actor: '', action: 'login failed', object: nameToAudit(typed.user) }, from);
    return undefined;
  }
  const { info, family } = await issueInfo(deps, user.name);
  const passwordHash = user.passwordHash ?? '';
  const sessionId = await openSession(deps, { user: user.name, method: 'password', family, passwordHash }, from);
  if (sessionId !== undefined) return { sessionId, info, user: user.name };
  await deps.lines.endFamily(user.name, family);
  return undefined;
}

/** Stored login info from an earlier sign-in; a replayed one ends its family and the sessions it opened (safety 3). */
export async function signInByInfo(
  deps: SignInDeps,
  presented: string,
  from: SignInFrom,
): Promise<SignedIn | undefined> {
  const used = await useInfo(deps, presented);
  if (used.outcome === 'refused') return undefined;
  const { user, family } = used;
  if (used.outcome === 'replayed') {
    const note = signInNote(deps, { actor: user, action: 'stored login replayed', object: user }, from);
    await deps.lines.endFamily(user, family, { note });
    return undefined;
  }
  const record = await deps.stores.users.get(user);
  if (record === undefined || !(await mayComeIn(deps, record))) {
    await deps.lines.endFamily(user, family);
    return undefined;
  }
  const sessionId = await openSession(deps, { user, method: 'info', family }, from);
  return sessionId === undefined ? undefined : { sessionId, info: used.info, user };
}

/** Ends the browser's session and its stored login; it is no fault when there is none. */
export async function signOut(deps: SignInDeps, from: SignInFrom): Promise<void> {
  if (from.sessionId === undefined) return;
  const idHash = hashSecret(from.sessionId);
  const session = await deps.stores.sessions.get(idHash);
  if (session === undefined) return;
  const { user, family } = session;
  const note = signInNote(deps, { actor: user, action: 'logout', object: user }, from);
  if (family === null) return deps.lines.endSession(idHash, { of: user, note });
  await deps.lines.endFamily(user, family, { note });
  await deps.lines.endSession(idHash, { of: user });
}

async function checkPassword(
  deps: SignInDeps,
  user: UserRecord | undefined,
  { password, network }: { readonly password: string; readonly network: string },
): Promise<UserRecord | undefined> {
  const { stores, passwords } = deps;
  const stored = user?.disabledAt === null ? user.passwordHash : null;
  const isRight = await passwords.verify(password, stored, network);
  if (!isRight || user === undefined || stored === null || !(await mayComeIn(deps, user))) return undefined;
  if (!passwords.isOutdated(stored)) return user;
  const passwordHash = await passwords.hash(password, network);
  // A password that was changed meanwhile is not brought back: the one that is kept decides.
  const isKept = await stores.users.rehash(user.name, stored, passwordHash);
  return isKept
    ? { ...user, passwordHash }
    : checkPassword(deps, await stores.users.get(user.name), { password, network });
}

/** ENTITY/name, an email address, or a bare name when only one user has it. */
async function findUser(users: UserStore, typed: string): Promise<UserRecord | undefined> {
  const { user, shortName, email } = readTypedName(typed);
  if (user !== undefined) return users.get(user);
  // Both at once: a second look after the first would tell by its time that nobody has the address.
  const [byEmail, named] = await Promise.all([
    email === undefined ? undefined : users.byEmail(email),
    shortName === undefined ? undefined : users.byShortName(shortName),
  ]);
  return byEmail ?? named;
}

/** Whose session is opened, and how they came in. */
export interface NewSession {
  readonly user: User;
  readonly method: SignInMethod;
  readonly family: string | null;
  /** The hash that the password was checked against. */
  readonly passwordHash?: string;
}

/**
 * A new id at every sign-in; the session that the browser had before ends, so that no id from outside is ever taken up
 * (quality, Security). Undefined when the account was disabled, or its password changed, while it was being checked.
 */
export async function openSession(
  deps: SignInDeps,
  { user, method, family, passwordHash }: NewSession,
  from: SignInFrom,
): Promise<string | undefined> {
  const { stores, lines, clock, chance } = deps;
  const sessionId = newSecret(chance);
  const now = clock.now();
  const { address } = from;
  const agent = from.agent.slice(0, maxAgent);
  const session = { idHash: hashSecret(sessionId), user, method, family, createdAt: now, seenAt: now, address, agent };
  const note = signInNote(deps, { actor: user, action: `login by ${method}`, object: user }, from);
  const ended = await stores.sessions.open(session, passwordHash === undefined ? {} : { passwordHash }, note);
  if (ended === undefined) return undefined;
  lines.endedLines(ended);
  if (from.sessionId !== undefined) await replace(deps, hashSecret(from.sessionId), { user, family });
  return sessionId;
}

/** The session that the browser had ends, with the stored login that the new one takes the place of. */
async function replace(
  { stores, lines }: SignInDeps,
  idHash: string,
  by: Pick<NewSession, 'user' | 'family'>,
): Promise<void> {
  const before = await stores.sessions.get(idHash);
  if (before === undefined) return;
  if (before.family !== null && before.family !== by.family)
    await lines.endFamily(before.user, before.family, { stays: by.user });
  await lines.endSession(idHash, { of: before.user, stays: by.user });
}

/** One audit row of a sign-in, good or bad (semantics 8). */
export function signInNote(
  { clock }: Pick<SignInDeps, 'clock'>,
  row: { readonly actor: string; readonly action: string; readonly object: string },
  { address }: Pick<SignInFrom, 'address'>,
): AuditNote {
  return { ...row, at: clock.now(), address };
}

/** The row of one that changed nothing: it stands alone. */
export async function noteSignIn(deps: SignInDeps, ...[row, from]: NoteOf): Promise<void> {
  await deps.stores.audit.add(signInNote(deps, row, from));
}

type NoteOf = [row: Parameters<typeof signInNote>[1], from: SignInFrom];

/** A name that may be one of ours is noted; anything else may be a password typed into the wrong field. */
function nameToAudit(typed: string): string {
  return readTypedName(typed).user ?? '(no user name)';
}

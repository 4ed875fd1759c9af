import { limits } from '@sheetwire/contract/limits';
import { shortText, user } from '@sheetwire/contract/shapes';
import { isUserEmail, passwordOfEmail } from '@sheetwire/rules/email';
import { entityOf } from '@sheetwire/rules/gropic';
import type { User } from '@sheetwire/rules/principal';
import * as z from 'zod/mini';
import type { PasswordPolicy } from '#identity/password-policy/password-policy.ts';
import { emailToKeep } from '#identity/passwords/password-account.ts';
import type { Passwords } from '#identity/passwords/passwords.ts';
import type { Lines } from '#identity/sessions/lines.ts';
import { Refusal } from '#lib/refusal.ts';
import { validate } from '#lib/validate.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { Stores } from '#ports/stores.ts';
import { newAccount, type UserChange } from '#ports/users.ts';
import { firstPasswordWords, type WaysIn } from './first-password.ts';

const password = z.string().check(z.maxLength(limits.maxPassword));
const onOff = z.optional(z.boolean());

/** What `sheetwire user` asks for (interfaces 1). */
export const userCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('add'), user, email: shortText, password: z.optional(password) }),
  z.strictObject({ command: z.literal('set-password'), user, password }),
  z.strictObject({
    command: z.literal('set'),
    user,
    blockAdminPage: onOff,
    canChangeEmail: onOff,
    deepLog: onOff,
    disabled: onOff,
  }),
  z.strictObject({ command: z.literal('sign-out'), user }),
]);
/** Its email says the password, so that a super admin can be shown it (semantics 3). */
const passwordInEmail =
  'The password of this account is the part of its email before @is.password; change the email instead';

export type UserCommand = z.output<typeof userCommand>;
/** How it ended; `outcome` becomes the exit code. */
export interface UserCommandResult {
  readonly outcome: 'done' | 'usage' | 'conflict' | 'file';
  readonly message: string;
}

export interface UserCommandDeps {
  readonly stores: Stores;
  readonly lines: Lines;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly secretKey: Uint8Array;
  readonly policy: PasswordPolicy;
  /** Entities that users may be made in; empty is any. */
  readonly entities: readonly string[];
  readonly waysIn: WaysIn;
}

/** Runs a command of the operator, who needs no session: the store or its socket belongs to them alone. */
export async function runUserCommand(deps: UserCommandDeps, given: unknown): Promise<UserCommandResult> {
  try {
    return await run(deps, validate(userCommand, given));
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'usage', message: error.message };
    throw error;
  }
}

async function run(deps: UserCommandDeps, command: UserCommand): Promise<UserCommandResult> {
  switch (command.command) {
    case 'add':
      return add(deps, command);
    case 'set-password':
      return setPassword(deps, command);
    case 'set':
      return set(deps, command);
    case 'sign-out':
      return signOutEverywhere(deps, command.user);
  }
}

async function add(
  deps: UserCommandDeps,
  command: Extract<UserCommand, { command: 'add' }>,
): Promise<UserCommandResult> {
  const { stores, clock, passwords } = deps;
  const { user: name, email } = command;
  const chosen = passwordOfEmail(email) ?? command.password;
  const owner = { user: name, email: passwordOfEmail(email) === undefined ? email : '' };
  const fault =
    emailFault(email) ??
    entityFault(deps, name) ??
    (chosen === undefined ? undefined : await deps.policy.faultOf(chosen, owner));
  if (fault !== undefined) return { outcome: 'usage', message: fault };
  const account = newAccount({ name, email: emailToKeep(deps, email), createdAt: clock.now() });
  const passwordHash = chosen === undefined ? null : await passwords.hash(chosen);
  if (!(await stores.users.create({ ...account, passwordHash }, noteOf(deps, 'user added', name)))) {
    return { outcome: 'conflict', message: `User ${name}, or a user with this email address, already exists` };
  }
  deps.lines.changedUser(name);
  const message = chosen === undefined ? firstPasswordWords(deps.waysIn, name, email) : `${name} added`;
  return { outcome: 'done', message };
}

async function setPassword(
  deps: UserCommandDeps,
  command: Extract<UserCommand, { command: 'set-password' }>,
): Promise<UserCommandResult> {
  const found = await deps.stores.users.get(command.user);
  if (found === undefined) return unknown(command.user);
  if (passwordOfEmail(found.email) !== undefined) return { outcome: 'usage', message: passwordInEmail };
  const fault = await deps.policy.faultOf(command.password, { user: found.name, email: found.email });
  if (fault !== undefined) return { outcome: 'usage', message: fault };
  const change = { passwordHash: await deps.passwords.hash(command.password) };
  const note = noteOf(deps, 'password set', command.user);
  if (!(await deps.stores.users.update(command.user, change, note))) return unknown(command.user);
  await deps.lines.endUser(command.user, 'sessions');
  return { outcome: 'done', message: `Password set for ${command.user}; their sessions have ended` };
}

async function set(
  deps: UserCommandDeps,
  { command: _, user: name, disabled, ...switches }: Extract<UserCommand, { command: 'set' }>,
): Promise<UserCommandResult> {
  const given = Object.entries({ ...switches, disabled }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return { outcome: 'usage', message: 'Specify what to set, such as --block-admin on' };
  const found = await deps.stores.users.get(name);
  if (found === undefined) return unknown(name);
  const disabledAt = disabled ? (found.disabledAt ?? deps.clock.now()) : null;
  const set = Object.entries(switches).filter(([, value]) => value !== undefined);
  const change: UserChange = { ...Object.fromEntries(set), ...(disabled !== undefined && { disabledAt }) };
  const note = noteOf(deps, `user set ${given.map(([key, value]) => `${key}=${value}`).join(' ')}`, name);
  if (!(await deps.stores.users.update(name, change, note))) return unknown(name);
  deps.lines.changedUser(name);
  if (disabled) await deps.lines.endUser(name, 'everything');
  return { outcome: 'done', message: `${name} changed` };
}

/** For an account that somebody else may be using: API keys, which run publishers, stay. */
async function signOutEverywhere(deps: UserCommandDeps, name: User): Promise<UserCommandResult> {
  if ((await deps.stores.users.get(name)) === undefined) return unknown(name);
  await deps.lines.endUser(name, 'sessions', noteOf(deps, 'user logged out everywhere', name));
  return { outcome: 'done', message: `${name} is logged out everywhere` };
}

function unknown(name: User): UserCommandResult {
  return { outcome: 'usage', message: `Unknown user ${name}` };
}

function emailFault(email: string): string | undefined {
  return isUserEmail(email) ? undefined : `${email} is not a valid email address`;
}

function entityFault({ entities }: UserCommandDeps, name: User): string | undefined {
  const entity = entityOf(name);
  return entities.length === 0 || entities.includes(entity) ? undefined : `${entity} is not in SHEETWIRE_ENTITIES`;
}

function noteOf({ clock }: UserCommandDeps, action: string, object: User): AuditNote {
  return { at: clock.now(), actor: 'operator', action, object, address: 'command line' };
}

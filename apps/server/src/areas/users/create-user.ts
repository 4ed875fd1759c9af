import type { Output, Parsed } from '@sheetwire/contract/call';
import type { createUser as call } from '@sheetwire/contract/users';
import { passwordOfEmail } from '@sheetwire/rules/email';
import type { KnownRequest } from '#http/route.ts';
import { isPasswordAccount, sendSetPasswordMail } from '#identity/account-mail/emailed-keys.ts';
import { emailToKeep } from '#identity/passwords/password-account.ts';
import { mailWaits } from '#mail/mail-words.ts';
import { newAccount, type UserRecord } from '#ports/users.ts';
import { entityFault, type Wanted, wantedOf } from './account-rules.ts';
import { noteOf, ownerOf, refused, type UsersDeps } from './users-deps.ts';

const exists = 'A user with this name already exists';
const taken = 'Another user has this email address';

/** Makes a user by every rule of the form, and mails a link to set the password (spec 5, Add user). */
export async function createUser(
  deps: UsersDeps,
  input: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const { users } = deps.stores;
  const { entities } = await deps.names.now();
  const outside = entityFault(input.user, entities);
  if (outside !== undefined) return refused(outside);
  if ((await users.get(input.user)) !== undefined) return refused(exists);
  const wanted = await wantedOf(deps, input);
  if ('fault' in wanted) return refused(wanted.fault);
  const record = await recordOf(deps, wanted);
  const note = noteOf(deps, request, { action: 'user added', object: record.name, after: ownerOf(record) });
  if (!(await users.create(record, note))) return refused((await users.get(input.user)) ? exists : taken);
  await deps.accountChanged(record.name);
  return { success: true, message: welcome(deps, record) };
}

async function recordOf(deps: UsersDeps, { user, email, adUser }: Wanted): Promise<UserRecord> {
  const password = passwordOfEmail(email);
  const account = newAccount({ name: user, email: emailToKeep(deps, email), createdAt: deps.clock.now() });
  return { ...account, adUser, passwordHash: password === undefined ? null : await deps.passwords.hash(password) };
}

function welcome(deps: UsersDeps, record: UserRecord): string {
  if (isPasswordAccount(record)) return `${record.name} was added`;
  deps.background.run(async () => void (await sendSetPasswordMail(deps, record, 'set')));
  return `${record.name} was added; ${mailWaits(deps.mailer, 'an email with a link to set the password', record.email)}`;
}

import type { Output, Parsed } from '@sheetwire/contract/call';
import type { updateUser as call } from '@sheetwire/contract/users';
import { passwordOfEmail } from '@sheetwire/rules/email';
import type { KnownRequest } from '#http/route.ts';
import { isPasswordAccount, resetLink, sendSetPasswordMail, tell } from '#identity/account-mail/emailed-keys.ts';
import { emailToKeep, keptEmail } from '#identity/passwords/password-account.ts';
import { mailWaits } from '#mail/mail-words.ts';
import { emailChangedMail, emailRemovedMail } from '#mail/texts.ts';
import { type EditOutcome, isLetGo, type UserChange, type UserRecord } from '#ports/users.ts';
import { type Wanted, wantedOf } from './account-rules.ts';
import { changedMeanwhile, noSuchUser, noteOf, ownerOf, refused, type UsersDeps } from './users-deps.ts';

const refusals: Record<Exclude<EditOutcome, 'done'>, string> = {
  gone: noSuchUser,
  stale: changedMeanwhile,
  taken: 'Another user has this email address',
};

/** Gives an account another address, password or directory user (spec 5, Edit email). */
export async function updateUser(
  deps: UsersDeps,
  input: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const found = await deps.stores.users.get(input.user);
  if (found === undefined) return refused(noSuchUser);
  if (found.disabledAt !== null) return refused('This user is disabled');
  const wanted = await wantedOf(deps, input);
  if ('fault' in wanted) return refused(wanted.fault);
  const present = keptEmail(deps.secretKey, found.email);
  if (wanted.email === present && wanted.adUser === found.adUser)
    return refused('This is already the current email address');
  const change = await changeOf(deps, found, wanted);
  const after = ownerOf({ ...found, ...change });
  const note = noteOf(deps, request, { action: 'user changed', object: found.name, before: ownerOf(found), after });
  const outcome = await deps.stores.users.edit(found.name, { from: found, change, note });
  if (outcome !== 'done') return refused(refusals[outcome]);
  return { success: true, message: await afterwards(deps, found, change) };
}

/** A password account's password ends with it, and so does that of a person who is let go of: those who knew it are not its user. */
async function changeOf(deps: UsersDeps, found: UserRecord, { email, adUser }: Wanted): Promise<UserChange> {
  const password = passwordOfEmail(email);
  const isLeft = found.passwordHash !== null && isLetGo(found.adUser, adUser);
  return {
    email: emailToKeep(deps, email),
    ...(adUser !== found.adUser && { adUser }),
    ...(password === undefined && (isLeft || isPasswordAccount(found)) && { passwordHash: null }),
    ...(password !== undefined && { passwordHash: await deps.passwords.hash(password) }),
  };
}

/** Whoever came in by the old password or as another person is out; both addresses are told. */
async function afterwards(deps: UsersDeps, found: UserRecord, change: UserChange): Promise<string> {
  const { name } = found;
  const isLeft = isLetGo(found.adUser, change.adUser);
  if (change.passwordHash !== undefined || change.adUser !== undefined)
    await deps.lines.endUser(name, isLeft ? 'everything' : 'sessions');
  await deps.accountChanged(name);
  const now: UserRecord = { ...found, ...change };
  if (isPasswordAccount(now)) tellPasswordAccount(deps, found);
  else if (!isPasswordAccount(found) && now.email !== found.email) tellAddresses(deps, found, now);
  if (change.passwordHash !== null) return `${name} was saved`;
  deps.background.run(async () => void (await sendSetPasswordMail(deps, now, 'set')));
  return `${name} was saved; ${mailWaits(deps.mailer, 'an email with a link to set the password', now.email)}`;
}

function tellAddresses(deps: UsersDeps, { name, email }: UserRecord, now: UserRecord): void {
  const notice = { productName: deps.productName, user: name, resetLink: resetLink(deps) };
  for (const to of [email, now.email]) tell(deps, { name, email: to }, emailChangedMail(notice, now.email));
}

/** Its new address is a password, which stands in no mail. */
function tellPasswordAccount(deps: UsersDeps, before: UserRecord): void {
  const notice = { productName: deps.productName, user: before.name, resetLink: resetLink(deps) };
  tell(deps, before, emailRemovedMail(notice));
}

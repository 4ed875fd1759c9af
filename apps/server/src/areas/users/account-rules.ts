import { isUserEmail, passwordOfEmail } from '@sheetwire/rules/email';
import { entityOf } from '@sheetwire/rules/gropic';
import { parseUser, type User } from '@sheetwire/rules/principal';
import type { Directory } from '#ports/directory.ts';
import type { UsersDeps } from './users-deps.ts';

/** What a super admin asks for: the directory's person is '' for none. */
interface AccountInput {
  readonly user: User;
  readonly email: string;
  readonly associatedAdUser: string;
}

/** Whose account it is to be. */
export interface Wanted {
  readonly user: User;
  /** The directory's spelling for an associated user. */
  readonly email: string;
  readonly adUser: User | null;
}

/** What is asked for as it will be kept, or why it cannot be; a text with the word email is about the address (spec 8). */
export async function wantedOf(
  { directory, policy }: Pick<UsersDeps, 'directory' | 'policy'>,
  { user, email: given, associatedAdUser }: AccountInput,
): Promise<Wanted | { readonly fault: string }> {
  const email = given.trim();
  if (associatedAdUser.trim() !== '') return associated(directory, { user, email, associatedAdUser });
  if ((await directory.person(user)) !== undefined) return { fault: nameOfDirectory };
  const fault = emailFault(email) ?? (await passwordFault(policy, user, email));
  return fault === undefined ? { user, email, adUser: null } : { fault };
}

const nameOfDirectory =
  'A directory user already has this name; select "User Is Defined in Active Directory" and choose them';

async function associated(
  directory: Directory,
  { user, email, associatedAdUser }: AccountInput,
): Promise<Wanted | { readonly fault: string }> {
  const name = parseUser(associatedAdUser);
  const person = name && (await directory.person(name));
  if (person === undefined) return { fault: 'User not found in the directory' };
  if (person.isDisabled) return { fault: 'This user is disabled in the directory' };
  if (person.name !== user && (await directory.person(user)) !== undefined) {
    return { fault: 'Another directory user already has this name; choose that user or another name' };
  }
  if (person.email === '') return { fault: 'The directory has no email address for this user; add it there first' };
  if (person.email.toLowerCase() !== email.toLowerCase()) {
    return { fault: `The email address must match the directory: ${person.email}` };
  }
  return { user, email: person.email, adUser: person.name };
}

function emailFault(email: string): string | undefined {
  if (email === '') return 'Enter an email address';
  return isUserEmail(email) ? undefined : 'This is not a valid email address';
}

async function passwordFault(policy: UsersDeps['policy'], user: User, email: string): Promise<string | undefined> {
  const password = passwordOfEmail(email);
  const fault = password === undefined ? undefined : await policy.faultOf(password, { user, email: '' });
  return fault === undefined ? undefined : `The part of the email before @is.password is the password. ${fault}`;
}

/** Users are made in the entities of the portal only (spec 5, Add user). */
export function entityFault(user: User, entities: readonly string[]): string | undefined {
  if (entities.includes(entityOf(user))) return undefined;
  return entities.length === 0 ? 'There are no entities yet' : `Choose one of the entities ${entities.join(', ')}`;
}

import { isUserEmail } from '@sheetwire/rules/email';
import { entityOf } from '@sheetwire/rules/gropic';
import { whyNoName } from '@sheetwire/rules/name';
import { parseUser, shortName, type User } from '@sheetwire/rules/principal';

/** What the 'Add User' form holds. */
export interface AddUserEntry {
  /** 'User Is Defined in Active Directory' is ticked. */
  readonly isAd: boolean;
  /** The chosen directory user, '' for none. */
  readonly adUser: string;
  /** Of the directory; undefined until it is known. */
  readonly adEmail: string | undefined;
  readonly entity: string;
  readonly username: string;
  readonly email: string;
}

/** What the form would make, or why it cannot; a fault with a field stands under that field. */
export type AddUserReading =
  | { readonly user: User; readonly email: string; readonly associatedAdUser: string }
  | { readonly fault: string; readonly field?: 'adUser' | 'username' | 'email' };

/** Whom there is already. */
export interface KnownPeople {
  readonly names: ReadonlySet<string>;
  readonly adUsers: ReadonlySet<string>;
  readonly entities: readonly string[];
}

/** Reads the form as the server will (spec 5, Add user). */
export function readAddUser(entry: AddUserEntry, known: KnownPeople): AddUserReading {
  return missing(entry, known) ?? nameFault(entry, known) ?? emailFault(entry) ?? wanted(entry);
}

function missing({ isAd, adUser, entity, username, email }: AddUserEntry, { entities }: KnownPeople) {
  if (isAd && adUser === '') return { fault: 'Choose the directory user' };
  if (!entities.includes(entity)) return { fault: 'Choose an entity' };
  if (username.trim() === '') return { fault: 'Enter a username' };
  return email.trim() === '' ? { fault: 'Enter an email address' } : undefined;
}

function nameFault(entry: AddUserEntry, { names, adUsers }: KnownPeople): AddUserReading | undefined {
  const user = userOf(entry);
  if (user === undefined) return { fault: whyNoName(entry.username), field: 'username' };
  if (names.has(user)) return { fault: `${user} already exists`, field: 'username' };
  const isAnothers = adUsers.has(user) && !(entry.isAd && parseUser(entry.adUser) === user);
  return isAnothers ? { fault: `${user} is a directory user; choose them above`, field: 'username' } : undefined;
}

function emailFault({ isAd, adEmail, email }: AddUserEntry): AddUserReading | undefined {
  const address = email.trim();
  if (!isUserEmail(address)) return { fault: 'Enter an address like name@example.com', field: 'email' };
  const isOther = isAd && adEmail !== undefined && adEmail.toLowerCase() !== address.toLowerCase();
  return isOther ? { fault: 'The email must match the directory', field: 'email' } : undefined;
}

function wanted(entry: AddUserEntry): AddUserReading {
  const user = userOf(entry);
  if (user === undefined) return { fault: 'Enter a username', field: 'username' };
  return { user, email: entry.email.trim(), associatedAdUser: entry.isAd ? entry.adUser : '' };
}

/** A slash in the name would make its first part the entity. */
function userOf({ entity, username }: AddUserEntry): User | undefined {
  return parseUser(`${entity}/${username.replaceAll('/', '')}`);
}

/** What choosing a directory user fills in. */
export function fromDirectory(adUser: string, entities: readonly string[]): Partial<AddUserEntry> {
  const entity = entityOf(adUser);
  return { adUser, username: shortName(adUser), ...(entities.includes(entity) ? { entity } : {}) };
}

/** A refusal that speaks of the email stands there, any other at the user name (spec 8, Create user failure). */
export function placeOfRefusal(message: string): 'email' | 'username' {
  return /email/i.test(message) ? 'email' : 'username';
}

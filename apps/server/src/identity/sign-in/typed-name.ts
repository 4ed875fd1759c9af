import { isUserEmail } from '@sheetwire/rules/email';
import { cleanLower, oneSpaced } from '@sheetwire/rules/name';
import { parseUser, shortName, type User } from '@sheetwire/rules/principal';

/** What somebody typed into the login's first field, in the one spelling that each of its readings has. */
export interface TypedName {
  /** Of ENTITY/name. */
  readonly user: User | undefined;
  /** Of a name without an entity; an address may be one too. */
  readonly shortName: string | undefined;
  readonly email: string | undefined;
  /** The same for every way to type the same. */
  readonly spelling: string;
  /** The same for ENTITY/name, the name alone, and an address that begins with it. */
  readonly subject: string;
}

/** Reads a typed name; whether anybody has it is another question. */
export function readTypedName(typed: string): TypedName {
  const text = oneSpaced(typed);
  const user = text.includes('/') ? parseUser(text) : undefined;
  const bare = text.includes('/') ? undefined : cleanLower(text);
  const spelling = (user ?? bare ?? text).toLowerCase();
  const name = user === undefined ? spelling : shortName(user);
  const at = name.lastIndexOf('@');
  return {
    user,
    shortName: bare,
    email: isUserEmail(text) ? text : undefined,
    spelling,
    subject: at > 0 ? name.slice(0, at) : name,
  };
}

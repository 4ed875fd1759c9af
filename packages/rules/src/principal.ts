import { entityOf } from './gropic.ts';
import {
  type Branded,
  branded,
  cleanLower,
  cleanName,
  cleanUpper,
  isPlainName,
  oneSpaced,
  parseEntity,
} from './name.ts';

/** A user: `ACME/jane.doe`, entity in upper case, name in lower case (spec 3, Principal). */
export type User = Branded<'User'>;
/** A user group or directory group: `ACME/RISK TEAM`, all upper case, at least one letter. */
export type Group = Branded<'Group'>;
/** Who a right is granted to: a user, a group, or everyone of an entity, `ACME/[ALL]`. */
export type Principal = Branded<'User'> | Branded<'Group'> | Branded<'Everyone'>;

const EVERYONE = '[ALL]';

/** A user name in canonical form; undefined when it has not two good parts or its name has no lower-case form. */
export function parseUser(text: string): User | undefined {
  const parts = split(text);
  const name = parts && cleanLower(parts[1]);
  return parts && name !== undefined ? branded<'User'>(`${parts[0]}/${name}`) : undefined;
}

/** A group principal in canonical form: upper case with at least one letter (spec 5, Create user group). */
export function parseGroup(text: string): Group | undefined {
  const parts = split(text);
  const name = parts && cleanUpper(parts[1]);
  return parts && name !== undefined && /[A-Z]/.test(name) ? branded<'Group'>(`${parts[0]}/${name}`) : undefined;
}

/** A user in canonical form already, as nearly all names of long lists are: what is left is whether its parts are names. */
const PLAIN_USER = /^[A-Z0-9._\-&()+#@']+\/[a-z][a-z0-9._\-&()+#@']*$/;

/** A principal; its case tells a user from a group, so mixed case is refused (spec 3, Principal). */
export function parsePrincipal(text: string): Principal | undefined {
  if (PLAIN_USER.test(text)) return isNamed(text) ? branded<'User'>(text) : undefined;
  if (isEveryone(text)) return parseEveryone(text);
  const parts = split(text);
  const name = parts && cleanName(parts[1]);
  if (!parts || name === undefined) return undefined;
  return isUpper(name) ? branded<'Group'>(`${parts[0]}/${name}`) : branded<'User'>(`${parts[0]}/${name.toLowerCase()}`);
}

/** Every enabled user of an entity, computed, never stored as a group (semantics 1). */
export function everyoneOf(entity: string): Principal {
  return branded<'Everyone'>(`${entity}/${EVERYONE}`);
}

/** True for `ACME/[ALL]`. */
export function isEveryone(principal: string): boolean {
  return principal.endsWith(`/${EVERYONE}`);
}

/** True when the principal is a user, not a group or everyone. */
export function isUser(principal: Principal): principal is User {
  const name = principal.slice(principal.indexOf('/') + 1);
  return !isUpper(name);
}

function isUpper(name: string): boolean {
  return name === name.toUpperCase() && /[A-Z]/.test(name);
}

/** The name without its entity, as displays show it (spec 3, Default entity). */
export function shortName(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** The entity that is stripped from displays: the user's own, none when the name has no slash (spec 3). */
export function defaultEntity(user: string): string | undefined {
  return user.includes('/') ? oneSpaced(entityOf(user)).toUpperCase() : undefined;
}

/** The entity that was asked about last: lists of names are mostly of one. */
let known: { readonly entity: string; readonly isOne: boolean } = { entity: '', isOne: false };

function isNamed(text: string): boolean {
  const slash = text.indexOf('/');
  const entity = text.slice(0, slash);
  if (entity !== known.entity) known = { entity, isOne: parseEntity(entity) !== undefined };
  return known.isOne && isPlainName(text.slice(slash + 1));
}

function split(text: string): [string, string] | undefined {
  const slash = text.indexOf('/');
  const entity = slash > 0 ? parseEntity(text.slice(0, slash)) : undefined;
  return entity === undefined ? undefined : [entity, text.slice(slash + 1)];
}

function parseEveryone(text: string): Principal | undefined {
  const entity = parseEntity(text.slice(0, -EVERYONE.length - 1));
  return entity === undefined ? undefined : everyoneOf(entity);
}

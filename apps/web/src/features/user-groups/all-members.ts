import type { Caller } from '@sheetwire/client/caller';
import { getUsers } from '@sheetwire/contract/admin';
import { isUser, parsePrincipal } from '@sheetwire/rules/principal';

/** Every single user of a group or of its member, and through which groups each of them comes. */
export interface AllMembers {
  /** Whose they are. */
  readonly of: string;
  readonly names: readonly string[];
  readonly through: ReadonlyMap<string, readonly string[]>;
  /** Members themselves. */
  readonly direct: ReadonlySet<string>;
}

interface ChosenGroup {
  readonly group: string;
  /** The selected member, '' for none. */
  readonly member: string;
  /** The direct members of the group. */
  readonly members: readonly string[];
}

/** Asks for them, however deep groups nest (spec 7, getusers: on this page `gropic` is the group). */
export async function allMembers(
  call: Caller,
  { group, member, members }: ChosenGroup,
  signal: AbortSignal,
): Promise<AllMembers> {
  const of = member || group;
  if (isUserName(of)) return { of, names: [of], through: new Map(), direct: new Set() };
  const principalGroups = member === '' ? members.filter((name) => !isUserName(name)) : [];
  const { allUsersByGroup = {} } = await call(getUsers, { principal: of, principalGroups, gropic: group }, { signal });
  const byGroup = new Map(Object.entries(allUsersByGroup));
  const names = [...(byGroup.get(of) ?? [])].sort();
  byGroup.delete(of);
  return { of, names, through: throughOf(byGroup), direct: new Set(member === '' ? members : []) };
}

function throughOf(byGroup: ReadonlyMap<string, readonly string[]>): AllMembers['through'] {
  const through = new Map<string, string[]>();
  for (const [group, users] of byGroup) {
    for (const user of users) through.set(user, [...(through.get(user) ?? []), group]);
  }
  return through;
}

function isUserName(name: string): boolean {
  const principal = parsePrincipal(name);
  return principal !== undefined && isUser(principal);
}

import type { Caller } from '@sheetwire/client/caller';
import { getUsers } from '@sheetwire/contract/admin';
import { isUser, parsePrincipal } from '@sheetwire/rules/principal';

/** More groups than these would be asked for too many users at once. */
const mostGroups = 100;

/** Through which groups of a list each user holds a right. */
export type Through = ReadonlyMap<string, readonly string[]>;

/** Asks who is in the groups of a list (spec 7, getusers); nothing for a list without groups or with very many. */
export async function groupsThrough(
  call: Caller,
  gropic: string,
  list: readonly string[],
  signal: AbortSignal,
): Promise<Through> {
  const groups = list.filter(isGroup);
  const [principal, ...principalGroups] = groups;
  if (principal === undefined || groups.length > mostGroups) return new Map();
  const { allUsersByGroup = {} } = await call(getUsers, { principal, principalGroups, gropic }, { signal });
  const through = new Map<string, string[]>();
  for (const group of groups) {
    for (const user of allUsersByGroup[group] ?? []) {
      const known = through.get(user);
      if (known) known.push(group);
      else through.set(user, [group]);
    }
  }
  return through;
}

function isGroup(name: string): boolean {
  const principal = parsePrincipal(name);
  return principal !== undefined && !isUser(principal);
}

/** `directly`, `through RATES TRADERS, MARKET RISK`, or both; '' while it is not known. */
export function throughWords(
  user: string,
  list: ReadonlySet<string>,
  through: Through,
  nameOf: (name: string) => string,
) {
  const groups = through.get(user) ?? [];
  const ways = groups.length > 0 ? `through ${groups.map(nameOf).join(', ')}` : '';
  if (!list.has(user)) return ways;
  return ways === '' ? 'directly' : `directly, ${ways}`;
}

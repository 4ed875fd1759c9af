import { entityOf } from '@sheetwire/rules/gropic';
import type { Perms, RightsTab } from './perms.ts';

/** Entities whose principals the user may list, worked out once for each list: it may hold thousands. */
const entities = new WeakMap<readonly string[], ReadonlySet<string>>();

function entitiesOf(principals: readonly string[]): ReadonlySet<string> {
  const known = entities.get(principals);
  if (known) return known;
  const made = new Set(principals.map(entityOf));
  entities.set(principals, made);
  return made;
}

/** Of an entity whose principals the user may not list: a super admin put it there (semantics 2). */
export function isUnlisted(principal: string, principals: readonly string[]): boolean {
  return principals.length > 0 && principal !== '' && !entitiesOf(principals).has(entityOf(principal));
}

/** Who gives rights: to a super admin nobody is foreign. */
interface Giver {
  readonly isSuperAdmin: boolean;
}

/** Of another entity than the gropic, whatever else the user administers: only a super admin gives it more. */
export function isForeign(principal: string, gropic: string, { isSuperAdmin }: Giver): boolean {
  return !isSuperAdmin && principal !== '' && entityOf(principal) !== entityOf(gropic);
}

/** Who may be looked for in a tab: those of the gropic's entity, and of other entities those that stand in a list. */
export function offered(perms: Perms, principals: readonly string[], giver: Giver): readonly string[] {
  const isGiven = (one: string) => !isForeign(one, perms.gropic, giver);
  const listed = new Set([...perms.viewers, ...perms.publishers, ...perms.admins]);
  const foreign = [...listed].filter((one) => !isGiven(one));
  const own = principals.every(isGiven) ? principals : principals.filter(isGiven);
  return foreign.length === 0 ? own : [...own, ...foreign].sort();
}

const ones: Record<RightsTab, string> = { viewers: 'a viewer', publishers: 'a publisher', admins: 'an admin' };

/** Why a principal of another entity cannot be given a right here; undefined when it has it. */
export function foreignRefusal(perms: Perms, list: RightsTab, principal: string): string | undefined {
  if (perms[list].includes(principal)) return undefined;
  return `${principal} belongs to another entity; only a super administrator can make it ${ones[list]}`;
}

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
export function isForeign(principal: string, principals: readonly string[]): boolean {
  return principals.length > 0 && principal !== '' && !entitiesOf(principals).has(entityOf(principal));
}

/** Who may be looked for in a tab: the user's own, and those of other entities that stand in a list already. */
export function offered(perms: Perms, principals: readonly string[]): readonly string[] {
  const listed = new Set([...perms.viewers, ...perms.publishers, ...perms.admins]);
  const foreign = [...listed].filter((one) => isForeign(one, principals));
  return foreign.length === 0 ? principals : [...principals, ...foreign].sort();
}

const ones: Record<RightsTab, string> = { viewers: 'a viewer', publishers: 'a publisher', admins: 'an admin' };

/** Why a principal of another entity cannot be given a right here; undefined when it has it. */
export function foreignRefusal(perms: Perms, list: RightsTab, principal: string): string | undefined {
  if (perms[list].includes(principal)) return undefined;
  return `${principal} is of another entity: only a super administrator can make it ${ones[list]}`;
}

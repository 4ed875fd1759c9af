import { entityOf } from '@sheetwire/rules/gropic';
import { type Group, parseGroup, type User } from '@sheetwire/rules/principal';
import type { Rights } from './rights.ts';

/** Who may become admin of what nobody administers: users of its entity, members of these groups, or super admins alone. */
export type ClaimRule = 'entity' | 'super' | readonly Group[];

/** The setting as it is written: `entity`, `super`, or groups, each for its own entity. */
export function parseClaimRule(text: string): ClaimRule | undefined {
  if (text === 'entity' || text === 'super') return text;
  const names = text.split(',').map((name) => name.trim());
  // Everyone of an entity, `ACME/[ALL]`, is what `entity` says; cleaning would make a group of it.
  const groups = names.filter((name) => name !== '').map((name) => (name.includes('[') ? undefined : parseGroup(name)));
  const good = groups.filter((group) => group !== undefined);
  return good.length > 0 && good.length === groups.length ? good : undefined;
}

/** The groups that a setting names. */
export function claimGroups(rule: ClaimRule): readonly Group[] {
  return typeof rule === 'string' ? [] : rule;
}

/** Who asks, by the server's own record (safety 2). */
export interface Claimant {
  readonly user: User;
  readonly isSuperAdmin: boolean;
}

const supersOnly = 'Only a super administrator can claim groups and reports without admins';

/** Why this user may not become admin of what nobody administers in the entity, or undefined (semantics 2). */
export function claimRefusal(
  rights: Rights,
  who: Claimant,
  { entity, rule }: { readonly entity: string; readonly rule: ClaimRule },
): string | undefined {
  if (who.isSuperAdmin) return undefined;
  if (entity !== entityOf(who.user)) return 'It belongs to another entity';
  if (rights.unadministered === 'none' || rule === 'super') return supersOnly;
  if (rule === 'entity') return undefined;
  const groups = claimGroups(rule).filter((group) => entityOf(group) === entity);
  if (groups.length === 0) return supersOnly;
  const { principals } = rights.holder(who.user);
  if (groups.some((group) => principals.has(group))) return undefined;
  return `Only members of ${groups.join(' or ')} can claim groups and reports without admins`;
}

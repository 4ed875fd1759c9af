import { entityOf, type Gropic } from '@sheetwire/rules/gropic';
import { everyoneOf, isEveryone, isUser, type Principal } from '@sheetwire/rules/principal';
import type { Actor } from '#lib/actor.ts';
import { adminedBy, entitiesOf } from '#policies/administering.ts';
import type { Membership } from '#policies/membership.ts';
import { contentId, type Listed } from '#principals/name-lists.ts';
import type { AdminDeps } from './admin-deps.ts';

/** Lists by the entities that they are of, of one moment of names. */
const lists = new WeakMap<Membership['names'], Map<string, Listed<Principal>>>();

/** Whom the caller may grant rights to: super admins everybody, admins those of their entities, others nobody. */
export function principalsFor(deps: AdminDeps, actor: Actor): Listed<Principal> {
  const { membership } = deps.rights();
  const entities = entitiesFor(deps, actor);
  const key = entities === 'all' ? '*' : [...entities].sort().join('/');
  const known = lists.get(membership.names) ?? new Map<string, Listed<Principal>>();
  lists.set(membership.names, known);
  const kept = known.get(key);
  if (kept) return kept;
  const list = allPrincipals(deps, membership).filter((one) => entities === 'all' || entities.has(entityOf(one)));
  const made = { id: contentId(list), list };
  known.set(key, made);
  return made;
}

/** May the caller name this principal: it exists, and is of an entity that the caller may know of? */
export function mayName(deps: AdminDeps, actor: Actor, principal: Principal): boolean {
  return naming(deps, actor)(principal);
}

/** As `mayName`, for many: what the caller may know of is worked out once. */
export function naming(deps: AdminDeps, actor: Actor): (principal: Principal) => boolean {
  const [isKnown, exists] = [knowing(deps, actor), existing(deps)];
  return (principal) => isKnown(principal) && exists(principal);
}

/** May the caller know of a principal, if it exists? An entity has everyone as soon as it has users. */
export function knowing(deps: AdminDeps, actor: Actor): (principal: Principal) => boolean {
  const [isOwn, exists] = [ofOwnEntities(deps, actor), existing(deps)];
  return (principal) => isOwn(principal) && (!isEveryone(principal) || exists(principal));
}

/** Is a principal of another entity than the gropic? To a super admin nobody is (semantics 2). */
export function foreignTo(actor: Actor, gropic: Gropic): (principal: Principal) => boolean {
  const entity = entityOf(gropic);
  return (principal) => !actor.isSuperAdmin && entityOf(principal) !== entity;
}

function ofOwnEntities(deps: AdminDeps, actor: Actor): (principal: Principal) => boolean {
  const entities = entitiesFor(deps, actor);
  return (principal) => entities === 'all' || entities.has(entityOf(principal));
}

/** Users, groups, and everyone of each entity that has users or may have them. */
function allPrincipals({ settings }: AdminDeps, { accounts, groups, entities }: Membership): Principal[] {
  const everyone = new Set([...entities, ...settings.entities].map(everyoneOf));
  return [...accounts.keys(), ...groups.records.keys(), ...everyone].sort();
}

function existing({ rights, settings }: AdminDeps): (principal: Principal) => boolean {
  const { accounts, groups, entities } = rights().membership;
  const populated = new Set([...entities, ...settings.entities]);
  return (principal) => {
    if (isEveryone(principal)) return populated.has(entityOf(principal));
    return isUser(principal) ? accounts.has(principal) : groups.record(principal) !== undefined;
  };
}

function entitiesFor({ rights }: AdminDeps, actor: Actor): ReadonlySet<string> | 'all' {
  if (actor.blockAdminPage) return new Set();
  if (actor.isSuperAdmin) return 'all';
  const admined = adminedBy(rights(), actor, false);
  return admined.length === 0 ? new Set() : entitiesOf(actor, admined);
}

import { entityOf, type Gropic } from '@sheetwire/rules/gropic';
import { everyoneOf, isEveryone, isUser, type Principal } from '@sheetwire/rules/principal';
import type { Actor } from '#lib/actor.ts';
import { isListed, resorted } from '#lib/lists/sorted.ts';
import { adminedBy, entitiesOf } from '#policies/administering.ts';
import type { ListedNames } from '#policies/rights.ts';
import { contentId } from '#principals/name-lists.ts';
import type { AdminDeps } from './admin-deps.ts';

/** Names with everyone of entities that are allowed and have no users yet. */
const withAllowed = new WeakMap<ListedNames<Principal>, ListedNames<Principal>>();

/** Entities of what somebody administers, worked out once for each list of it. */
const entitiesOfLists = new WeakMap<readonly Gropic[], ReadonlySet<string>>();

/** Whom the caller may grant rights to: super admins everybody, admins those of their entities, others nobody. */
export async function principalsFor(deps: AdminDeps, actor: Actor): Promise<ListedNames<Principal>> {
  const entities = entitiesFor(deps, actor);
  const names = await deps.rights().namesOf(entities);
  const known = withAllowed.get(names);
  if (known) return known;
  const allowed = deps.settings.entities.filter((entity) => entities === 'all' || entities.has(entity));
  const more = allowed.map(everyoneOf).filter((everyone) => !isListed(names.list, everyone));
  const all = more.length === 0 ? names : withMore(names, more);
  withAllowed.set(names, all);
  return all;
}

function withMore({ id, list }: ListedNames<Principal>, more: readonly Principal[]): ListedNames<Principal> {
  const moves = new Map(more.map((one) => [one, true]));
  return { id: contentId([id, ...more]), list: resorted(list, moves) };
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

function existing({ rights, settings }: AdminDeps): (principal: Principal) => boolean {
  const { membership } = rights();
  const { accounts, groups } = membership;
  const isAllowed = (entity: string) => membership.hasUsers(entity) || settings.entities.includes(entity);
  return (principal) => {
    if (isEveryone(principal)) return isAllowed(entityOf(principal));
    return isUser(principal) ? accounts.has(principal) : groups.record(principal) !== undefined;
  };
}

function entitiesFor({ rights }: AdminDeps, actor: Actor): ReadonlySet<string> | 'all' {
  if (actor.blockAdminPage) return new Set();
  if (actor.isSuperAdmin) return 'all';
  const admined = adminedBy(rights(), actor, false);
  if (admined.length === 0) return new Set();
  const known = entitiesOfLists.get(admined) ?? entitiesOf(actor, admined);
  entitiesOfLists.set(admined, known);
  return known;
}

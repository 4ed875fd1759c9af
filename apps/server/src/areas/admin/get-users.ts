import type { getUsers as call } from '@sheetwire/contract/admin';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { isUser, type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import type { KnownRequest } from '#http/route.ts';
import type { Actor } from '#lib/actor.ts';
import { Slice } from '#lib/slices.ts';
import { administersAny, mayConfigure } from '#policies/administering.ts';
import type { AdminDeps } from './admin-deps.ts';
import { naming } from './principals-shown.ts';

/** Users of one answer; beyond it further groups are left empty. */
const MOST_USERS = 100_000;

/** Everybody in a principal and in its groups, however nested; on the user groups page `gropic` is the group (spec 7). */
export async function getUsers(
  deps: AdminDeps,
  { principal, principalGroups, gropic = '' }: Parsed<typeof call>,
  { actor }: KnownRequest,
): Promise<Output<typeof call>> {
  if (!mayAsk(deps, actor, gropic)) return { unauthorized: true };
  const groups = [principal, ...principalGroups.map(parsePrincipal)].filter((one) => one !== undefined && !isUser(one));
  const allUsersByGroup = await byGroup(deps, actor, groups);
  // The right may have gone while that was worked out.
  return mayAsk(deps, actor, gropic) ? { principal, gropic, allUsersByGroup } : { unauthorized: true };
}

function mayAsk({ rights }: AdminDeps, actor: Actor, gropic: Parsed<typeof call>['gropic']): boolean {
  if (actor.blockAdminPage) return false;
  if (actor.isSuperAdmin) return true;
  if (gropic) return mayConfigure(rights(), actor, gropic);
  return administersAny(rights(), rights().holder(actor.user));
}

/** One group after another: each is worked out in slices, or known already. */
async function byGroup(
  deps: AdminDeps,
  actor: Actor,
  groups: Iterable<Principal | undefined>,
): Promise<Record<string, string[]>> {
  const all = new Map<string, string[]>();
  const mayBeNamed = naming(deps, actor);
  const slice = new Slice();
  let count = 0;
  for (const group of new Set(groups)) {
    if (group === undefined || !mayBeNamed(group)) continue;
    const users = count < MOST_USERS ? [...(await deps.rights().usersIn([group])).list] : [];
    count += users.length;
    all.set(group, users);
    await slice.rest();
  }
  return Object.fromEntries(all);
}

import { entityOf, type Gropic, groupOf, isReportGropic, isReservedGroup } from '@sheetwire/rules/gropic';
import type { Principal, User } from '@sheetwire/rules/principal';
import type { Perms } from '#ports/perms.ts';
import { mayTouchAdministered } from './addin-version.ts';
import { type ClaimRule, claimRefusal } from './claiming.ts';
import type { Rights } from './rights.ts';
import { type Holder, holds } from './topic-rights.ts';

/** Who asks to administer, by the server's own record (safety 2). */
export interface Administrator {
  readonly user: User;
  readonly isSuperAdmin: boolean;
  readonly blockAdminPage: boolean;
  /** Of an add-in's credential; a browser and an API key have none. */
  readonly addinVersion?: string | null;
}

/** Is the caller an add-in of before those that may touch what is administered (spec 2, Help)? Whatever rights its user has. */
export function isTooOldFor(rights: Rights, who: Pick<Administrator, 'addinVersion'>, gropic: Gropic): boolean {
  if (mayTouchAdministered(who.addinVersion ?? null)) return false;
  return rights.administered.has(gropic) || (isReportGropic(gropic) && rights.administered.has(groupOf(gropic)));
}

/** True when the holder stands in the gropic's own list of admins. */
export function administers(rights: Rights, holder: Holder, gropic: Gropic): boolean {
  const perms = rights.administered.get(gropic);
  return perms !== undefined && holds(holder, perms.admins);
}

/** True when the holder is an admin of anything. */
export function administersAny(rights: Rights, holder: Holder): boolean {
  return rights.isAdminOfAny(holder.principals);
}

/** May this user change these lists, as the store has them just now? */
export function mayChange(rights: Rights, who: Administrator, perms: Perms | undefined): boolean {
  if (who.blockAdminPage) return false;
  return who.isSuperAdmin || (perms !== undefined && holds(rights.holder(who.user), perms.admins));
}

/** May this user change the gropic's lists: its own admins and super admins (spec 6)? A blocked account may nothing. */
export function mayAdminister(rights: Rights, who: Administrator, gropic: Gropic): boolean {
  if (who.blockAdminPage) return false;
  return who.isSuperAdmin || administers(rights, rights.holder(who.user), gropic);
}

/** As `keeps`; through an old add-in nobody does what is for admins. */
export function mayConfigure(rights: Rights, who: Administrator, gropic: Gropic): boolean {
  return !isTooOldFor(rights, who, gropic) && keeps(rights, who, gropic);
}

/** Does the user configure it and take its snapshots: of a report without lists of its own the group's admins too (interfaces 9)? */
export function keeps(rights: Rights, who: Administrator, gropic: Gropic): boolean {
  if (mayAdminister(rights, who, gropic)) return true;
  if (who.blockAdminPage || rights.administered.has(gropic)) return false;
  return isReportGropic(gropic) && administers(rights, rights.holder(who.user), groupOf(gropic));
}

/** The gropics that a user administers, in order; a super admin who asks for it sees every administered one. */
export function adminedBy(rights: Rights, who: Administrator, asSuperAdmin: boolean): readonly Gropic[] {
  if (who.blockAdminPage) return [];
  return who.isSuperAdmin && asSuperAdmin ? rights.allAdministered() : rights.adminedBy(who.user);
}

/** Entities whose names a user may see on the admin page: those of what they administer, with their own. */
export function entitiesOf(who: Administrator, gropics: readonly Gropic[]): ReadonlySet<string> {
  return new Set([entityOf(who.user), ...gropics.map(entityOf)]);
}

/** What the store says of a gropic and of its group just now. */
export interface AssumeFacts {
  readonly own: Perms | undefined;
  readonly group: Perms | undefined;
}

/** Why somebody may not assume a gropic; admins are named inside their entity only. */
export interface AssumeRefusal {
  readonly reason: string;
  readonly admins: readonly Principal[];
}

/** Why this user may not become the admin of the gropic, or undefined (semantics 2). */
export function assumeRefusal(
  rights: Rights,
  who: Administrator,
  gropic: Gropic,
  { own, group, company, claim: rule }: AssumeFacts & { readonly company: string; readonly claim: ClaimRule },
): AssumeRefusal | undefined {
  const refuse = (reason: string, perms?: Perms) => ({ reason, admins: perms?.admins ?? [] });
  if (isReservedGroup(gropic, company)) {
    return refuse(`Group names that begin with ${company.toUpperCase()}- or ${company.toUpperCase()}_ are reserved`);
  }
  if (who.isSuperAdmin) return undefined;
  if (entityOf(gropic) !== entityOf(who.user)) return refuse('It belongs to another entity');
  if (own) return refuse('It is already administered', own);
  if (group && !holds(rights.holder(who.user), group.admins)) {
    return refuse(`Only an admin of ${group.gropic} can administer its reports`, group);
  }
  const reason = group ? undefined : claimRefusal(rights, who, { entity: entityOf(gropic), rule });
  return reason === undefined ? undefined : refuse(reason);
}

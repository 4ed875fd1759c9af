import type { gropicPerms } from '@sheetwire/contract/admin';
import type { Output } from '@sheetwire/contract/call';

/** The lists of a gropic as the calls carry them (spec 3, Gropic perms). */
export type Perms = NonNullable<Output<typeof gropicPerms>['gropicPerms']>;

/** The tabs of the Admin page (spec 9, Rights tabs), by their lists. */
export const rightsTabs = ['viewers', 'publishers', 'admins'] as const;
export type RightsTab = (typeof rightsTabs)[number];

/** One change of the lists; applied again to newer lists it means the same. */
export type PermsEdit = (perms: Perms) => Perms;

/** Nobody may do anything: what a gropic shows until its lists are known (spec 4, Admin). */
export function noPerms(gropic: string): Perms {
  return { gropic, viewers: [], publishers: [], interactors: [], admins: [] };
}

/** Adds to a list; a publisher becomes a viewer too (spec 4, Admin). */
export function granting(tab: RightsTab, principal: string, mayInteract: boolean): PermsEdit {
  return (perms) => {
    const granted = { ...perms, [tab]: including(perms[tab], principal) };
    if (tab === 'admins') return granted;
    const viewing = { ...granted, viewers: including(granted.viewers, principal) };
    return tab === 'viewers' && mayInteract
      ? { ...viewing, interactors: including(viewing.interactors, principal) }
      : viewing;
  };
}

/** Takes from a list; who views no more neither publishes nor interacts (spec 4, Admin; semantics 2). */
export function revoking(tab: RightsTab, principal: string): PermsEdit {
  return (perms) => {
    const revoked = { ...perms, [tab]: excluding(perms[tab], principal) };
    if (tab !== 'viewers') return revoked;
    return {
      ...revoked,
      publishers: excluding(revoked.publishers, principal),
      interactors: excluding(revoked.interactors, principal),
    };
  };
}

/** Lets a viewer use the controls of the reports, or not any more (spec 2: Can Interact). */
export function interacting(principal: string, may: boolean): PermsEdit {
  return (perms) => {
    const interactors = may ? including(perms.interactors, principal) : excluding(perms.interactors, principal);
    return perms.viewers.includes(principal) ? { ...perms, interactors } : perms;
  };
}

/** The last admin stays until nobody may view or publish (spec 5, Admins). */
export function isHeldByLastAdmin(perms: Perms, principal: string): boolean {
  const isLast = perms.admins.every((admin) => admin === principal);
  return isLast && perms.viewers.length + perms.publishers.length > 0;
}

function including(list: readonly string[], principal: string): string[] {
  return list.includes(principal) ? [...list] : [...list, principal].sort();
}

function excluding(list: readonly string[], principal: string): string[] {
  return list.filter((each) => each !== principal);
}

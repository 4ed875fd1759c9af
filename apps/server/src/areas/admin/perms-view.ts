import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import type { Gropic } from '@sheetwire/rules/gropic';
import type { Principal } from '@sheetwire/rules/principal';
import type { Membership } from '#policies/membership.ts';
import { type Lists, listNames, noLists } from '#policies/saved-lists.ts';
import type { Perms } from '#ports/perms.ts';

/** A gropic's lists and everybody in them, as the Admin page shows them. */
export interface PermsView {
  /** Names the lists and, after a point, who is in them: a save is held against the first part alone. */
  readonly id: string;
  readonly gropicPerms: Record<keyof Lists, string[]> & { readonly gropic: string };
  readonly allUsers: Readonly<Record<keyof Lists, string[]>>;
}

interface Kept {
  readonly membership: Membership;
  readonly view: PermsView;
}

/** Worked out again only when the lists or the groups changed: an idle page costs a look-up. */
const views = new WeakMap<Perms, Kept>();

/** The lists of a gropic with who is in them; those of an unadministered one are empty. */
export function permsView(membership: Membership, gropic: Gropic, perms: Perms | undefined): PermsView {
  if (perms === undefined) return viewOf(membership, gropic, perms);
  const kept = views.get(perms);
  if (kept?.membership === membership) return kept.view;
  const view = viewOf(membership, gropic, perms);
  views.set(perms, { membership, view });
  return view;
}

function viewOf(membership: Membership, gropic: Gropic, perms: Perms | undefined): PermsView {
  const lists = perms ?? noLists;
  const shown = (list: readonly Principal[]) => [...membership.firstUsersIn(list, limits.membersShown)];
  const allUsers = {
    viewers: shown(lists.viewers),
    publishers: shown(lists.publishers),
    interactors: shown(lists.interactors),
    admins: shown(lists.admins),
  };
  return {
    id: `${listsId(gropic, perms)}.${digest(allUsers)}`,
    gropicPerms: { gropic, ...copied(lists) },
    allUsers,
  };
}

/** Names a gropic's lists: equal lists of one version have one id, on every node. */
export function listsId(gropic: Gropic, perms: Perms | undefined): string {
  return digest(perms ? [gropic, perms.version, ...listNames.map((name) => perms[name])] : [gropic]);
}

/** True when the client that holds this id saw these lists; who has seen none yet saw an unadministered gropic. */
export function hasSeen(id: string, gropic: Gropic, perms: Perms | undefined): boolean {
  if (id === '') return perms === undefined;
  return id.split('.')[0] === listsId(gropic, perms);
}

function copied({ viewers, publishers, interactors, admins }: Lists): Record<keyof Lists, string[]> {
  return { viewers: [...viewers], publishers: [...publishers], interactors: [...interactors], admins: [...admins] };
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

import { createHash } from 'node:crypto';
import type { Gropic } from '@sheetwire/rules/gropic';
import type { User } from '@sheetwire/rules/principal';
import type { ListedNames, Rights } from '#policies/rights.ts';
import { areSameLists, type Lists, listNames, noLists } from '#policies/saved-lists.ts';
import type { Perms } from '#ports/perms.ts';

/** A gropic's lists and everybody in them, as the Admin page shows them. */
export interface PermsView {
  /** Names the lists and, after a point, who is in them: a save is held against the first part alone. */
  readonly id: string;
  readonly gropicPerms: Record<keyof Lists, string[]> & { readonly gropic: string };
  readonly allUsers: Readonly<Record<keyof Lists, readonly string[]>>;
}

interface Kept {
  readonly users: readonly ListedNames<User>[];
  readonly view: PermsView;
}

/** Made again only when the lists are others or who is in them: an idle page costs a look-up. */
const views = new WeakMap<Perms, Kept>();
const ids = new WeakMap<Perms, string>();

/**
 * The lists of a gropic with who is in them; those of an unadministered one are empty. Rejects with a refusal (503) where
 * very many lists wait to be worked out.
 */
export async function permsView(rights: Rights, gropic: Gropic, perms: Perms | undefined): Promise<PermsView> {
  // Lists that were read from the store are those in force, mostly: what is known of these need not be worked out.
  const inForce = rights.administered.get(gropic);
  const lists = perms !== undefined && inForce !== undefined && isSame(inForce, perms) ? inForce : perms;
  // All are asked for in one turn: rights of a moment that is past remember nothing.
  const users = await Promise.all(listNames.map(async (name) => rights.usersIn((lists ?? noLists)[name])));
  if (lists === undefined) return viewOf(gropic, lists, users);
  const kept = views.get(lists);
  if (kept?.users.every((one, n) => one === users[n])) return kept.view;
  const view = viewOf(gropic, lists, users);
  views.set(lists, { users, view });
  return view;
}

function isSame(one: Perms, other: Perms): boolean {
  return one === other || (one.version === other.version && areSameLists(one, other));
}

function viewOf(gropic: Gropic, perms: Perms | undefined, users: readonly ListedNames<User>[]): PermsView {
  const [viewers = [], publishers = [], interactors = [], admins = []] = users.map(({ list }) => list);
  return {
    id: `${listsId(gropic, perms)}.${digest(users.map(({ id }) => id))}`,
    gropicPerms: { gropic, ...copied(perms ?? noLists) },
    allUsers: { viewers, publishers, interactors, admins },
  };
}

/** Names a gropic's lists: equal lists of one version have one id, on every node. */
export function listsId(gropic: Gropic, perms: Perms | undefined): string {
  if (perms === undefined) return digest([gropic]);
  const known = ids.get(perms);
  if (known !== undefined) return known;
  const id = digest([gropic, perms.version, ...listNames.map((name) => perms[name])]);
  ids.set(perms, id);
  return id;
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

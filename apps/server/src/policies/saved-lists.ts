import type { Principal } from '@sheetwire/rules/principal';
import type { Perms } from '#ports/perms.ts';

/** The four lists of a gropic. */
export type Lists = Pick<Perms, 'viewers' | 'publishers' | 'interactors' | 'admins'>;

export const noLists: Lists = { viewers: [], publishers: [], interactors: [], admins: [] };

export const listNames = ['viewers', 'publishers', 'interactors', 'admins'] as const;

/**
 * The lists as they are saved: a publisher is a viewer too, unless the viewing right was just taken away, which takes
 * the publishing right along; an interactor is a viewer (semantics 2).
 */
export function savedLists(before: Lists, asked: Lists): Lists {
  const [had, published] = [new Set(before.viewers), new Set(before.publishers)];
  const askedViewers = new Set(asked.viewers);
  const wasRemoved = (one: Principal) => had.has(one) && !askedViewers.has(one) && published.has(one);
  const publishers = once(asked.publishers.filter((one) => !wasRemoved(one)));
  const viewers = once([...asked.viewers, ...publishers]);
  const seen = new Set(viewers);
  return {
    viewers,
    publishers,
    interactors: once(asked.interactors.filter((one) => seen.has(one))),
    admins: once(asked.admins),
  };
}

/**
 * The last admin stays until nobody may view or publish (spec 5, Admins). Where the directory took the last one away,
 * super administrators may take out who is left.
 */
export function mayBeSaved(before: Lists, { viewers, publishers, admins }: Lists): boolean {
  if (admins.length > 0 || viewers.length + publishers.length === 0) return true;
  return before.admins.length === 0 && isWithin(viewers, before.viewers) && isWithin(publishers, before.publishers);
}

function isWithin(some: readonly Principal[], all: readonly Principal[]): boolean {
  return new Set(some).isSubsetOf(new Set(all));
}

/**
 * Who would come into a list from another one: a principal of another entity stays where a super admin put it, or goes.
 * Every list gives a right of its own, so none of them is a lower place to come from (semantics 2).
 */
export function risingIn(before: Lists, after: Lists): readonly Principal[] {
  const listed = new Set(listNames.flatMap((name) => before[name]));
  const rising = listNames.flatMap((name) => {
    const held = new Set(before[name]);
    return after[name].filter((one) => listed.has(one) && !held.has(one));
  });
  return once(rising);
}

/** The lists without one entry: who may no longer view neither publishes nor interacts by it (spec 4, Admin). */
export function withoutGrant(lists: Lists, list: keyof Lists, principal: Principal): Lists {
  const left = { ...lists, [list]: lists[list].filter((one) => one !== principal) };
  return list === 'viewers' ? savedLists(lists, left) : left;
}

/** True when the lists name the same principals, in whatever order. */
export function areSameLists(a: Lists, b: Lists): boolean {
  return listNames.every((name) => a[name].length === b[name].length && isWithin(a[name], b[name]));
}

function once(list: readonly Principal[]): readonly Principal[] {
  return [...new Set(list)];
}

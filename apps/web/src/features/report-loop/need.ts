/** Why a fetch must be made, apart from the rhythm; kept until one succeeds. */
export interface Need {
  /** The topic or date is new. */
  readonly first: boolean;
  /** Asked for by the user or by an entry in a control: looked at even while paused. */
  readonly forced: boolean;
  /** Rights changed: looked at even while paused or hidden, or while something is entered. */
  readonly rights: boolean;
  /** The line was down: rights may have been lost unheard, and the server never tells of what may not be viewed. */
  readonly check: boolean;
  /** A version that deltas cannot reach, 0 for none, Infinity when only a fetch can tell. */
  readonly newer: number;
}

export const noNeed: Need = { first: false, forced: false, rights: false, check: false, newer: 0 };

/** What of two is needed. */
export function either(a: Need, b: Need): Need {
  return {
    first: a.first || b.first,
    forced: a.forced || b.forced,
    rights: a.rights || b.rights,
    check: a.check || b.check,
    newer: Math.max(a.newer, b.newer),
  };
}

/** True for what does not wait until updates are taken again. */
export function isUrgent({ first, forced, rights }: Need): boolean {
  return first || forced || rights;
}

/** False for a poll that is made for its rhythm alone. */
export function isNeeded(need: Need): boolean {
  return isUrgent(need) || need.check || need.newer > 0;
}

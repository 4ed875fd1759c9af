/** A difference between a page and LibreOffice. */
interface Told {
  readonly file: string;
  readonly kind: string;
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
}

interface Accepted {
  readonly reason: string;
  readonly holds: (told: Told) => boolean;
}

/** Differences in which the page is as Excel shows the file, each with its reason. */
const accepted: readonly Accepted[] = [];

/** Why a difference is as it should be; undefined for one that nobody has looked at. */
export function reasonFor(told: Told): string | undefined {
  return accepted.find(({ holds }) => holds(told))?.reason;
}

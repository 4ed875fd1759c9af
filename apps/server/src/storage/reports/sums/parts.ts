import type { VersionBucket } from '#ports/past/report-past.ts';

/** What versions of one sender in one part of a time come to. */
export interface Part {
  readonly place: number;
  readonly sender: string;
  readonly first: number;
  readonly last: number;
  readonly since: string;
  readonly until: string;
  readonly versions: number;
  readonly cells: number;
  readonly bytes: number;
  readonly whole: number;
}

/** Parts with those of the same place and sender joined, by the versions that they begin with. */
export function bucketsOf(parts: readonly Part[]): VersionBucket[] {
  const joined = new Map<string, Part>();
  for (const part of parts) {
    const key = `${part.place} ${part.sender}`;
    const known = joined.get(key);
    joined.set(key, known ? both(known, part) : part);
  }
  return [...joined.values()].toSorted((a, b) => a.first - b.first).map(bucketOf);
}

function both(one: Part, other: Part): Part {
  return {
    ...one,
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
    since: one.since < other.since ? one.since : other.since,
    until: one.until > other.until ? one.until : other.until,
    versions: one.versions + other.versions,
    cells: one.cells + other.cells,
    bytes: one.bytes + other.bytes,
    whole: one.whole + other.whole,
  };
}

function bucketOf({ first, last, since, until, sender, versions, cells, bytes, whole }: Part): VersionBucket {
  return {
    first: { version: first, time: since, sender },
    last: { version: last, time: until, sender },
    ...{ versions, cells, bytes, whole },
  };
}

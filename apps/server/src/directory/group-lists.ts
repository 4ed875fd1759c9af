import { limits } from '@sheetwire/contract/limits';

/** What one server of the directory listed last, by the ids of groups. */
interface Listed {
  readonly there: ReadonlySet<string>;
  /** Listed before, and not the last time. */
  readonly missing: ReadonlySet<string>;
  /** Listed, though nobody knew of them. */
  readonly strange: ReadonlySet<string>;
}

/** What a list says of the groups that are known. */
export interface ListSays {
  readonly gone: readonly string[];
  /** A group is there that no change told of. */
  readonly hasStranger: boolean;
}

const none: ReadonlySet<string> = new Set();
const nothing: Listed = { there: none, missing: none, strange: none };

/**
 * Which groups are gone. Servers of one directory learn of each other's changes late, and a list is not of the moment
 * at which changes were read: what it says counts twice in a row, and a group is missed only where it was listed.
 */
export class GroupLists {
  readonly #servers = new Map<string, Listed>();
  /** Looks since the last list. */
  #passed: number = limits.directory.looksPerList;
  #restsUntil = Number.NEGATIVE_INFINITY;
  /** The next list tells whether what this one told is so. */
  #isOpen = false;

  /** Whether a look that begins now lists the groups. */
  isDue(at: number): boolean {
    return at >= this.#restsUntil && (this.#isOpen || this.#passed + 1 >= limits.directory.looksPerList);
  }

  /** A look is over: the longer a list took, the later is the next one. */
  looked(hasListed: boolean, from: number, to: number): void {
    this.#passed = hasListed ? 0 : this.#passed + 1;
    if (hasListed) this.#restsUntil = to + limits.directory.retryFactor * (to - from);
  }

  /** Everything was read, from this server. */
  begin(server: string, known: readonly string[]): void {
    this.#servers.clear();
    this.#isOpen = false;
    this.#servers.set(server, { ...nothing, there: new Set(known) });
  }

  /** Takes what a server lists now. */
  take(server: string, ids: ReadonlySet<string>, known: readonly string[]): ListSays {
    const before = this.#servers.get(server) ?? nothing;
    const there = new Set(known.filter((id) => ids.has(id)));
    const missing = new Set(known.filter((id) => !ids.has(id) && (before.there.has(id) || before.missing.has(id))));
    const strange = ids.difference(there);
    this.#servers.set(server, { there, missing, strange });
    const gone = [...missing].filter((id) => before.missing.has(id));
    this.#isOpen = gone.length < missing.size || !strange.isSubsetOf(before.strange);
    return {
      gone,
      hasStranger: !strange.isDisjointFrom(before.strange),
    };
  }
}

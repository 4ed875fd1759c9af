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

  /** Everything was read, from this server. */
  begin(server: string, known: readonly string[]): void {
    this.#servers.clear();
    this.#servers.set(server, { ...nothing, there: new Set(known) });
  }

  /** Takes what a server lists now. */
  take(server: string, ids: ReadonlySet<string>, known: readonly string[]): ListSays {
    const before = this.#servers.get(server) ?? nothing;
    const there = new Set(known.filter((id) => ids.has(id)));
    const missing = new Set(known.filter((id) => !ids.has(id) && (before.there.has(id) || before.missing.has(id))));
    const strange = ids.difference(there);
    this.#servers.set(server, { there, missing, strange });
    return {
      gone: [...missing].filter((id) => before.missing.has(id)),
      hasStranger: !strange.isDisjointFrom(before.strange),
    };
  }
}

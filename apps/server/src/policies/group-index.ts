import type { Group, Principal } from '@sheetwire/rules/principal';
import type { GroupRecord } from '#ports/perms.ts';

/** Groups by name and by their members, made once for each change of a group: a million members cost one pass. */
export class GroupIndex {
  readonly #records: ReadonlyMap<Principal, GroupRecord>;
  readonly #local = new Map<Principal, Group[]>();
  readonly #directory = new Map<Principal, Group[]>();

  constructor(groups: readonly GroupRecord[]) {
    this.#records = new Map(groups.map((group) => [group.name, group]));
    for (const group of groups) {
      const above = group.isDirectory ? this.#directory : this.#local;
      for (const member of group.members) {
        const known = above.get(member);
        if (known) known.push(group.name);
        else above.set(member, [group.name]);
      }
    }
  }

  /** These groups as they are now; undefined is one that is gone. */
  with(changed: ReadonlyMap<Principal, GroupRecord | undefined>): GroupIndex {
    if (changed.size === 0) return this;
    const records = [...new Map<Principal, GroupRecord | undefined>([...this.#records, ...changed]).values()];
    return new GroupIndex(records.filter((record) => record !== undefined));
  }

  get names(): Iterable<Principal> {
    return this.#records.keys();
  }

  record(name: Principal): GroupRecord | undefined {
    return this.#records.get(name);
  }

  /** The user groups that name this principal. */
  localAbove(principal: Principal): readonly Group[] {
    return this.#local.get(principal) ?? NONE;
  }

  /** The directory's groups that name this person or group. */
  directoryAbove(principal: Principal): readonly Group[] {
    return this.#directory.get(principal) ?? NONE;
  }

  /** All groups that name this group. */
  above(group: Principal): readonly Group[] {
    const [local, directory] = [this.localAbove(group), this.directoryAbove(group)];
    if (directory.length === 0) return local;
    return local.length === 0 ? directory : [...local, ...directory];
  }
}

const NONE: readonly Group[] = [];

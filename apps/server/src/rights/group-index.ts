import { branded } from '@sheetwire/rules/name';
import { type Group, isUser, type Principal } from '@sheetwire/rules/principal';
import type { GroupRecord } from '#ports/perms.ts';
import { PersistentMap } from './persistent-map.ts';
import { resorted } from './sorted.ts';

type Above = PersistentMap<Principal, readonly Group[]>;

/** Groups that come into, or go out of, those that name a principal. */
type AboveEdit = Map<Principal, Map<Group, boolean>>;

/** Groups by name and by their members, kept as groups change: a change costs the members that come and go. */
export class GroupIndex {
  readonly records: PersistentMap<Group, GroupRecord>;
  readonly #local: Above;
  readonly #directory: Above;

  constructor(
    records = new PersistentMap<Group, GroupRecord>(),
    local: Above = new PersistentMap(),
    directory: Above = new PersistentMap(),
  ) {
    this.records = records;
    this.#local = local;
    this.#directory = directory;
  }

  /** These groups as they are now; undefined is one that is gone. */
  with(changed: ReadonlyMap<Group, GroupRecord | undefined>): GroupIndex {
    const edits = { local: new Map(), directory: new Map() };
    for (const [name, record] of changed) {
      const before = this.records.get(name);
      for (const member of missingFrom(before, record)) note(edits, before, { member, isIn: false });
      for (const member of missingFrom(record, before)) note(edits, record, { member, isIn: true });
    }
    const [local, directory] = [edited(this.#local, edits.local), edited(this.#directory, edits.directory)];
    return new GroupIndex(this.records.with(changed), local, directory);
  }

  /** Who comes into the group or goes out of it, directly, when it becomes this one. */
  movedMembers(name: Group, record: GroupRecord | undefined): Iterable<Principal> {
    const before = this.records.get(name);
    return [...missingFrom(before, record), ...missingFrom(record, before)];
  }

  /** Puts a group into an index that is still being built, before anybody asks it anything. */
  fill(record: GroupRecord): void {
    this.records.fill(record.name, record);
    const above = record.isDirectory ? this.#directory : this.#local;
    // Most members are in this group alone: one list serves them all.
    const [alone, isIn] = [[record.name], new Map([[record.name, true]])];
    for (const member of membersOf(record)) {
      const known = above.get(member);
      above.fill(member, known ? resorted(known, isIn) : alone);
    }
  }

  record(name: Principal): GroupRecord | undefined {
    return isUser(name) ? undefined : this.records.get(branded<'Group'>(name));
  }

  /** The user groups that name this principal, in order. */
  localAbove(principal: Principal): readonly Group[] {
    return this.#local.get(principal) ?? NONE;
  }

  /** The directory's groups that name this person or group, in order. */
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

/** Members of one who are not members of the other; the directory's groups are others than those of this server. */
function missingFrom(one: GroupRecord | undefined, other: GroupRecord | undefined): Iterable<Principal> {
  const members = membersOf(one);
  return one?.isDirectory === other?.isDirectory ? members.difference(membersOf(other)) : members;
}

function membersOf(record: GroupRecord | undefined): ReadonlySet<Principal> {
  return new Set(record?.members);
}

function note(
  edits: { readonly local: AboveEdit; readonly directory: AboveEdit },
  record: GroupRecord | undefined,
  { member, isIn }: { readonly member: Principal; readonly isIn: boolean },
): void {
  if (record === undefined) return;
  const edit = record.isDirectory ? edits.directory : edits.local;
  const known = edit.get(member);
  if (known) known.set(record.name, isIn);
  else edit.set(member, new Map([[record.name, isIn]]));
}

function edited(above: Above, edit: AboveEdit): Above {
  const after = new Map<Principal, readonly Group[] | undefined>();
  for (const [member, changes] of edit) {
    const groups = resorted(above.get(member) ?? NONE, changes);
    after.set(member, groups.length === 0 ? undefined : groups);
  }
  return above.with(after);
}

import { branded } from '@sheetwire/rules/name';
import { type Group, isUser, type Principal } from '@sheetwire/rules/principal';
import { resorted } from '#lib/lists/sorted.ts';
import type { GroupRecord } from '#ports/perms.ts';
import { type Moved, movedBetween } from './moved.ts';
import { PersistentMap } from './persistent-map.ts';

type Above = PersistentMap<Principal, readonly Group[]>;

/** Groups that come into, or go out of, those that name a principal. */
type AboveEdit = Map<Principal, Map<Group, boolean>>;

/** Other groups, and who came into one or went out of it, directly. */
export interface GroupsStep {
  readonly after: GroupIndex;
  readonly touched: ReadonlySet<Principal>;
}

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

  /** These groups as they are now, and who came into one or went out of it; undefined is one that is gone. */
  with(changed: ReadonlyMap<Group, GroupRecord | undefined>): GroupsStep {
    const edits = { local: new Map(), directory: new Map() };
    for (const [name, record] of changed) {
      const before = this.records.get(name);
      const { gone, come } = movedMembers(before, record);
      for (const member of gone) note(edits, before, { member, isIn: false });
      for (const member of come) note(edits, record, { member, isIn: true });
    }
    const [local, directory] = [edited(this.#local, edits.local), edited(this.#directory, edits.directory)];
    const after = new GroupIndex(this.records.with(changed), local, directory);
    return { after, touched: new Set([...edits.local.keys(), ...edits.directory.keys()]) };
  }

  /** Puts a group into an index that is still being built, before anybody asks it anything. */
  fill(record: GroupRecord): void {
    this.records.fill(record.name, record);
    const above = record.isDirectory ? this.#directory : this.#local;
    // Most members are in this group alone: one list serves them all.
    const [alone, isIn] = [[record.name], new Map([[record.name, true]])];
    for (const member of new Set(record.members)) {
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

/** Who came into a group and who went out of it; the directory's groups are others than those of this server. */
export function movedMembers(before: GroupRecord | undefined, after: GroupRecord | undefined): Moved<Principal> {
  const [had, has] = [before?.members ?? [], after?.members ?? []];
  const isSameKind = before?.isDirectory === after?.isDirectory;
  return isSameKind ? movedBetween(had, has) : { gone: new Set(had), come: new Set(has) };
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

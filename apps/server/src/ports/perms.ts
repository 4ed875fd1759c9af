import type { Gropic } from '@sheetwire/rules/gropic';
import type { Group, Principal } from '@sheetwire/rules/principal';
import type { AuditNote } from './audit.ts';

/** The rights lists of a gropic (spec 3, Gropic perms). */
export interface Perms {
  readonly gropic: Gropic;
  readonly viewers: readonly Principal[];
  readonly publishers: readonly Principal[];
  readonly interactors: readonly Principal[];
  readonly admins: readonly Principal[];
  /** Grows with every change of this gropic's lists. */
  readonly version: number;
}

/** A user group or directory group and its direct members. */
export interface GroupRecord {
  readonly name: Group;
  readonly isDirectory: boolean;
  readonly members: readonly Principal[];
}

/** A gropic with the version of its lists, 0 where nobody administers it. */
export interface JudgedBy {
  readonly gropic: Gropic;
  readonly version: number;
}

/** A change of a gropic's lists by somebody; all lists empty make the gropic unadministered. */
export interface PermsChange {
  /** The lists of another gropic by which the change was judged: where they are others by now, nothing is saved. */
  readonly judgedBy?: JudgedBy;
  /** Its version is the one that the change was made from; 0 = not administered. */
  readonly perms: Perms;
  /** The row of the audit log, written with the lists or not at all. */
  readonly note: AuditNote;
}

/** `stale`: the lists, or those that the change was judged by, have another version by now. `unknown`: names that came in belong to nobody. */
export type PermsOutcome =
  | { readonly state: 'saved'; readonly version: number }
  | { readonly state: 'stale' }
  | { readonly state: 'unknown'; readonly principals: readonly Principal[] };

/** How the removal of a user or group ended; an only admin stays while others may view or publish (semantics 2). */
export type Removal = 'done' | 'gone' | { readonly onlyAdminOf: readonly Gropic[] };

/** A group as lists show it. */
export type GroupEntry = Omit<GroupRecord, 'members'>;

/** The members that a group is to have. */
export interface MembersChange {
  readonly members: readonly Principal[];
  /** Those that it had when this was decided on. */
  readonly expected: readonly Principal[];
  readonly note: AuditNote;
}

/** `stale`: it has other members than expected by now; `unknown`: nobody is called so, and nothing was saved. */
export type MembersOutcome = 'done' | 'gone' | 'stale' | { readonly unknown: readonly Principal[] };

export interface PermsStore {
  get(gropic: Gropic): Promise<Perms | undefined>;
  /** Those of some gropics that are administered. */
  some(gropics: readonly Gropic[]): Promise<readonly Perms[]>;
  /** The first administered gropics after one, by name; fewer than `most` are the last. */
  page(after: Gropic | undefined, most: number): Promise<readonly Perms[]>;
  list(): Promise<readonly Perms[]>;
  /** Saves the lists if `expectedVersion` is still the present one (0 = not administered); answers the new version. */
  save(perms: Perms, expectedVersion: number): Promise<number | undefined>;
  /** Saves what an administrator changed: nothing but the whole change on the version it was made from. */
  change(change: PermsChange): Promise<PermsOutcome>;
  /** Makes the gropic unadministered. */
  remove(gropic: Gropic): Promise<void>;
}

export interface GroupStore {
  get(name: Group): Promise<GroupRecord | undefined>;
  /** Those of some names that are groups. */
  some(names: readonly Group[]): Promise<readonly GroupRecord[]>;
  /** The first groups after one, by name; fewer than `most` are the last. */
  page(after: Group | undefined, most: number): Promise<readonly GroupRecord[]>;
  list(): Promise<readonly GroupRecord[]>;
  /** Every group, by name. */
  entries(): Promise<readonly GroupEntry[]>;
  /** Makes an empty user group; false when there is a group of that name. */
  create(name: Group, note: AuditNote): Promise<boolean>;
  /** Sets the members of a user group; whoever comes in must exist. A group of the directory is `gone` here. */
  setMembers(name: Group, change: MembersChange): Promise<MembersOutcome>;
  save(group: GroupRecord): Promise<void>;
  /** Removes a user group with its rights and memberships; one of the directory is `gone` here. */
  remove(name: Group, note?: AuditNote): Promise<Removal>;
}

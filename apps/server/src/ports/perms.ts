import type { Gropic } from '@sheetwire/rules/gropic';
import type { Group, Principal } from '@sheetwire/rules/principal';

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

export interface PermsStore {
  get(gropic: Gropic): Promise<Perms | undefined>;
  list(): Promise<readonly Perms[]>;
  /** Saves the lists if `expectedVersion` is still the present one (0 = not administered); answers the new version. */
  save(perms: Perms, expectedVersion: number): Promise<number | undefined>;
  /** Makes the gropic unadministered. */
  remove(gropic: Gropic): Promise<void>;
}

export interface GroupStore {
  get(name: Group): Promise<GroupRecord | undefined>;
  list(): Promise<readonly GroupRecord[]>;
  save(group: GroupRecord): Promise<void>;
  remove(name: Group): Promise<boolean>;
}

import type { Gropic } from '@sheetwire/rules/gropic';
import type { Group } from '@sheetwire/rules/principal';

/** How often each kind of settings that rights depend on was changed. */
export interface RightsStamps {
  readonly permissions: number;
  readonly users: number;
  readonly usergroups: number;
}

/** By what a server finds changes of rights that it was never told of. */
export interface RightsChanges {
  stamps(): Promise<RightsStamps>;
  /** Every administered gropic with the version of its lists. */
  gropics(): Promise<ReadonlyMap<Gropic, number>>;
  /** Every group with a number that changes with its members. */
  groups(): Promise<ReadonlyMap<Group, number>>;
}

/** How often each kind of settings that rights depend on was changed, and sessions or bearers ended. */
export interface RightsStamps {
  readonly permissions: number;
  readonly users: number;
  readonly usergroups: number;
  readonly sessions: number;
}

/** By what a server finds changes of rights, and ends of sessions, that it was never told of. */
export interface RightsChanges {
  stamps(): Promise<RightsStamps>;
  /** Names of what of a kind was changed beyond a stamp, of `sessions` the users; `any` when it may be anything, or more than `most`. */
  since(kind: keyof RightsStamps, stamp: number, most: number): Promise<readonly string[] | 'any'>;
}

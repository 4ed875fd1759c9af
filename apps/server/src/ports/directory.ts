import type { Group, Principal, User } from '@sheetwire/rules/principal';

/** A person of the directory as the last good copy holds them (semantics 3). */
export interface DirectoryPerson {
  /** objectGUID or entryUUID: names and places in the tree change, this does not. */
  readonly id: string;
  readonly name: User;
  readonly email: string;
  readonly isDisabled: boolean;
}

/** A group of the directory with its direct members; cycles are legal. */
export interface DirectoryGroup {
  /** As of a person: who has the name later is another group. '' where a copy of before that was noted has it. */
  readonly id: string;
  readonly name: Group;
  readonly members: readonly Principal[];
}

/** How far the copy is; times are epoch ms. */
export interface DirectoryState {
  readonly fullAt: number | null;
  readonly syncedAt: number | null;
  /** Where the next look at what changed begins; its form is the directory's own. */
  readonly cursor: string;
  /** What kept the last attempt from ending well; '' when nothing did. */
  readonly fault: string;
  readonly faultAt: number | null;
}

/** `unreachable` is said only when no copy is fresh enough to answer from. */
export type DirectoryAnswer = 'enabled' | 'disabled' | 'absent' | 'unreachable';

/** People and groups that a directory service defines; off when none is configured. */
export interface Directory {
  /** True when this user's name is one the directory decides about: its entity is the directory's. */
  decides(user: User): boolean;
  /** Asks the directory itself, else its last good copy, whether this person may come in now (architecture 8). */
  mayEnter(user: User): Promise<DirectoryAnswer>;
  /** From the last good copy. */
  person(user: User): Promise<DirectoryPerson | undefined>;
  /** Every person of the last good copy, by name. */
  people(): Promise<readonly DirectoryPerson[]>;
  /** True for members, through nested groups too, of SHEETWIRE_SUPER_ADMIN_GROUP. */
  isSuperAdmin(user: User): boolean;
  state(): Promise<DirectoryState | undefined>;
  /** Begins to follow the directory in the background; what changes is told to `effects`. */
  start(effects: DirectoryEffects): void;
  /** In one plain line what is read from where; throws in one plain line when it cannot be read as configured. */
  check(): Promise<string>;
  close(): Promise<void>;
}

/** What the rest of the product does when the directory changed; every server does it for itself. */
export interface DirectoryEffects {
  /** An account was disabled by the directory: everything of it ends, on every server. */
  ended(user: User): Promise<void>;
  /** The record of an account changed. */
  changed(user: User): void;
  /** Groups of the directory changed: who may view what follows at once. */
  rightsChanged(): Promise<void>;
  /** Why the directory is not followed, or '' once it is again: each outage is told once, to super administrators too. */
  outage(line: string): void;
  /** One line for the log: each change of state once, not each attempt. */
  say(level: 'info' | 'warn', line: string): void;
  /** Faults of ours that no caller waits for. */
  onFault(error: unknown): void;
}

/** Where no directory is configured. */
export const noDirectory: Directory = {
  decides: () => false,
  mayEnter: async () => 'absent',
  person: async () => undefined,
  people: async () => [],
  isSuperAdmin: () => false,
  state: async () => undefined,
  start: () => undefined,
  check: async () => 'no directory is configured',
  close: async () => undefined,
};

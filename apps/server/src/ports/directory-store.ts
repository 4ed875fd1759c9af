import type { Entity } from '@sheetwire/rules/name';
import type { Group, User } from '@sheetwire/rules/principal';
import type { DirectoryGroup, DirectoryPerson, DirectoryState } from './directory.ts';

/** The last good copy of the directory, whole. */
export interface DirectoryCopy {
  readonly people: readonly DirectoryPerson[];
  readonly groups: readonly DirectoryGroup[];
}

/** The step from one copy to the next; it is taken whole or not at all. */
export interface CopyChange {
  readonly putPeople: readonly DirectoryPerson[];
  /** By id. */
  readonly dropPeople: readonly string[];
  readonly putGroups: readonly DirectoryGroup[];
  readonly dropGroups: readonly Group[];
}

/** What a change of the copy did to accounts that are associated with the directory. */
export interface AccountsOutcome {
  /** Disabled since the directory disabled them or no longer has them; every session and token is gone. */
  readonly ended: readonly User[];
  /** Enabled again, or with another email. */
  readonly changed: readonly User[];
}

/** Who may write the copy, and how often it was written. */
export interface DirectoryHold {
  readonly isMine: boolean;
  /** Grows with every write that changed people, groups or accounts. */
  readonly generation: number;
}

/** The entity of the directory and what to do with accounts whose person has another id now. */
export interface Reconcile {
  readonly entity: Entity;
  /** A name that somebody else has now keeps its account: an operator said that the directory was made anew. */
  readonly rebinds: boolean;
  /** No other accounts than those of people who change are looked at; else all that are associated. */
  readonly isOfChange?: boolean;
}

/** An account that is associated with a person of the directory, or only bears the name of one (null). */
export interface Association {
  readonly user: User;
  readonly adUser: User | null;
}

/** How an attempt to copy the directory ended. */
export interface SyncNote {
  readonly holder: string;
  readonly isFull: boolean;
  /** Undefined leaves it. */
  readonly cursor: string | undefined;
  /** '' is a good end. */
  readonly fault: string;
}

/** The copy of the directory; of several servers the one that holds it writes (architecture 8). */
export interface DirectoryStore {
  copy(): Promise<DirectoryCopy>;
  people(): Promise<readonly DirectoryPerson[]>;
  groups(): Promise<readonly DirectoryGroup[]>;
  /** Those of some names that are the directory's. */
  someGroups(names: readonly Group[]): Promise<readonly DirectoryGroup[]>;
  person(name: User): Promise<DirectoryPerson | undefined>;
  state(): Promise<DirectoryState | undefined>;
  /** Takes the copy, or keeps it, for so many ms; false while another server holds it. */
  hold(holder: string, forMs: number): Promise<DirectoryHold>;
  /** What `hold` would answer, without taking. */
  generation(): Promise<number>;
  release(holder: string): Promise<void>;
  /** Swaps in a change and brings associated accounts in line, in one transaction; undefined when another server holds the copy. */
  write(holder: string, change: CopyChange, reconcile: Reconcile): Promise<AccountsOutcome | undefined>;
  /** One person of the copy as the directory showed them just now: their accounts follow at once, whoever holds the copy. */
  saw(person: Pick<DirectoryPerson, 'id' | 'isDisabled'>, entity: Entity): Promise<AccountsOutcome>;
  note(note: SyncNote): Promise<void>;
  /** Forgets some groups that are gone and that neither rights nor a copy of the settings can name; answers how many. */
  forgetGroups(): Promise<number>;
  /** Names of local groups: the directory's groups of that name are left out. */
  localGroups(): Promise<readonly Group[]>;
  /** True when an account was associated with somebody of the copy and nobody has noted with whom. */
  hasUnbound(entity: Entity): Promise<boolean>;
  /** Accounts that bear the name of one of these people, or are associated with one. */
  associations(people: readonly User[]): Promise<readonly Association[]>;
  /** People whose account holds a session, stored login, token or key now, by name from after this one on ('' is the first). */
  present(after: User | '', limit: number): Promise<readonly DirectoryPerson[]>;
}

import type { Addressee } from '@sheetwire/rules/addressee';
import type { User } from '@sheetwire/rules/principal';
import type { AuditNote } from './audit.ts';
import type { Removal } from './perms.ts';

/** A user's record (spec 3, User and Session user). Times are epoch ms. */
export interface UserRecord {
  readonly name: User;
  readonly email: string;
  /** PHC string of argon2id, or null when no password is set. */
  readonly passwordHash: string | null;
  readonly adUser: string | null;
  readonly blockAdminPage: boolean;
  readonly canChangeEmail: boolean;
  readonly deepLog: boolean;
  readonly disabledAt: number | null;
  readonly recentReports: readonly string[];
  readonly createdAt: number;
}

/** An account as it begins: enabled, without a password, of no directory account, and free to change its email. */
export function newAccount(known: Pick<UserRecord, 'name' | 'email' | 'createdAt'>): UserRecord {
  return {
    ...known,
    passwordHash: null,
    adUser: null,
    blockAdminPage: false,
    canChangeEmail: true,
    deepLog: false,
    disabledAt: null,
    recentReports: [],
  };
}

/**
 * Whether an account that was a directory person's is theirs no more: whoever has it then, or is given it later, is not to be
 * met by what they left. A change that does not tell leaves it as it is.
 */
export function isLetGo(before: string | null, after: string | null | undefined): boolean {
  return before !== null && after !== undefined && before !== after;
}

export type UserChange = Partial<Omit<UserRecord, 'name' | 'createdAt'>>;

/** A user as lists of thousands show them. */
export type UserEntry = Pick<UserRecord, 'name' | 'adUser' | 'disabledAt'>;

/** A change of address or directory account, and what both were when it was decided on. */
export interface AccountEdit {
  readonly from: Pick<UserRecord, 'email' | 'adUser'>;
  readonly change: UserChange;
  /** The row of the audit log, written with the change or not at all. */
  readonly note: AuditNote;
}

/** `stale`: somebody else changed them meanwhile; `taken`: another user has the address. */
export type EditOutcome = 'done' | 'gone' | 'stale' | 'taken';

/** What a user may do beside reports. */
export type Switches = Partial<Pick<UserRecord, 'blockAdminPage' | 'canChangeEmail' | 'deepLog'>>;
/** `same`: they stood so already, and nothing was written. */
export type SwitchOutcome = 'done' | 'same' | 'gone';

export interface UserStore {
  /** False when a user of that name or that email exists already. */
  create(user: UserRecord, note?: AuditNote): Promise<boolean>;
  get(name: User): Promise<UserRecord | undefined>;
  /** Those of many at once. */
  some(names: readonly User[]): Promise<readonly UserRecord[]>;
  /** Whom private pages for some names are for: each name is told. */
  addressees(names: readonly User[]): Promise<ReadonlyMap<User, Addressee>>;
  /** By address, case-insensitive; undefined when none or more than one has it. */
  byEmail(email: string): Promise<UserRecord | undefined>;
  /** By the name without its entity; undefined when none or more than one has it. */
  byShortName(name: string): Promise<UserRecord | undefined>;
  /** False when there is no such user; the row of the audit log is written with the change or not at all. */
  update(name: User, change: UserChange, note?: AuditNote): Promise<boolean>;
  /** Puts a new hash of the same password in place of the old one; false when it is no longer the user's. */
  rehash(name: User, from: string, to: string): Promise<boolean>;
  /**
   * Changes who the account belongs to if it still is as it was; links mailed before are over, and what a former password
   * or person opened.
   */
  edit(name: User, edit: AccountEdit): Promise<EditOutcome>;
  /** Sets switches, with a row of the audit log that tells what each was before. */
  setSwitches(name: User, switches: Switches, note: AuditNote): Promise<SwitchOutcome>;
  /** Removes the user with every right, session, token and key that names them. */
  remove(name: User, note?: AuditNote): Promise<Removal>;
  list(): Promise<readonly UserRecord[]>;
  /** Every user, by name. */
  entries(): Promise<readonly UserEntry[]>;
  /** Those of some names that are users. */
  someEntries(names: readonly User[]): Promise<readonly UserEntry[]>;
  /** The first users after one, by name. */
  entriesAfter(after: User | undefined, most: number): Promise<readonly UserEntry[]>;
}

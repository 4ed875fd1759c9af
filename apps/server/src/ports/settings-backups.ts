import type { SettingKind } from '@sheetwire/contract/recoversettings';
import type { User } from '@sheetwire/rules/principal';
import type { UserEnd } from './sessions.ts';

/** A copy that can be recovered: of a date, or what a recovery replaced. */
export interface SettingsCopy {
  readonly kind: SettingKind;
  /** yyyy-mm-dd, or the UTC time of an undo point with milliseconds. */
  readonly name: string;
  readonly isUndo: boolean;
}

/** Which copy, and who asks. */
export interface CopyChoice {
  readonly kind: SettingKind;
  readonly name: string;
  readonly by: User;
  readonly entrance: Entrance;
}

/** What lets a super administrator in, so that none is locked out (semantics 7). */
export interface Entrance {
  /** Named in the settings. */
  readonly names: readonly User[];
  /** By a group of the directory, as long as they stay associated with this person. */
  readonly associated: readonly { readonly user: User; readonly adUser: string }[];
  /** Ways in beside the password. */
  readonly windows: boolean;
  readonly singleSignOn: boolean;
}

/** What a recovery changes, by name. */
export interface Recovery {
  /** How many there are of the kind afterwards. */
  readonly total: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Names in the copy that are not brought back: they no longer exist, or the directory decides about them. */
  readonly leftOut: readonly string[];
  /** Gropics that would have viewers or publishers and no admin, and the super admin who administers them then. */
  readonly adopted: readonly string[];
  readonly adoptedBy: User;
  /** Users whose sessions end, and with the account everything. */
  readonly ended: readonly { readonly user: User; readonly what: UserEnd }[];
}

/** `missing`: there is no such copy; `broken`: it is not what was written; `locked-out`: no super admin could log in. */
export type RecoveryRefusal = 'missing' | 'broken' | 'locked-out';
export type RecoveryOutcome = { readonly refused: RecoveryRefusal } | { readonly recovery: Recovery };

/** Daily copies of the four kinds of settings, and the way back to one (semantics 7). */
export interface SettingsBackups {
  /** Writes the copies of this day (UTC, by the store's clock) that are missing, and drops those that are too old. */
  keepDay(): Promise<void>;
  /** Every copy, the newest first. */
  copies(): Promise<readonly SettingsCopy[]>;
  /** What a recovery would change; nothing is written. */
  preview(choice: CopyChoice): Promise<RecoveryOutcome>;
  /** Replaces the kind whole, with its audit row and an undo point, in one transaction. */
  recover(choice: CopyChoice, address: string): Promise<RecoveryOutcome>;
}

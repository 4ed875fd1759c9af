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
  /** Kinds of the same date or time that are recovered with it; left out, all that an undo point holds. */
  readonly also?: readonly SettingKind[] | undefined;
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

/** What a recovery changes of one kind, by name. */
export interface KindChange {
  readonly kind: SettingKind;
  /** How many there are of the kind afterwards. */
  readonly total: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Names in the copy that are not brought back: they no longer exist, or the directory decides about them. */
  readonly leftOut: readonly string[];
}

/** What somebody who goes is named for: rights of a gropic, or `member` of a group. */
export interface LostRight {
  readonly of: string;
  readonly principal: string;
  readonly rights: readonly ('viewers' | 'interactors' | 'publishers' | 'admins' | 'member')[];
}

/** What a recovery changes: of the kind that was chosen, and of those that are recovered with it. */
export interface Recovery extends KindChange {
  readonly also: readonly KindChange[];
  /** Kinds that could be recovered with it: what names who comes or goes, where there is a copy of the same time. */
  readonly offered: readonly SettingKind[];
  /** What goes with users and groups that go. */
  readonly lost: readonly LostRight[];
  /** Gropics that would have viewers or publishers and no admin, and the super admin who administers them then. */
  readonly adopted: readonly string[];
  readonly adoptedBy: User;
  /** Users whose sessions end, and with the account everything. */
  readonly ended: readonly { readonly user: User; readonly what: UserEnd }[];
}

/** `missing`: there is no such copy; `broken`: it is not what was written; `locked-out`: no super admin could log in. */
export type RecoveryRefusal = 'missing' | 'broken' | 'locked-out';
export type RecoveryOutcome =
  | { readonly refused: RecoveryRefusal; readonly kind: SettingKind }
  | { readonly recovery: Recovery };

/** Daily copies of the four kinds of settings, and the way back to one (semantics 7). */
export interface SettingsBackups {
  /** Writes the copies of this day (UTC, by the store's clock) that are missing, and drops those that are too old. */
  keepDay(): Promise<void>;
  /** Every copy, the newest first. */
  copies(): Promise<readonly SettingsCopy[]>;
  /** What a recovery would change; nothing is written. */
  preview(choice: CopyChoice): Promise<RecoveryOutcome>;
  /** Replaces each kind whole, with an audit row and one undo point, in one transaction. */
  recover(choice: CopyChoice, address: string): Promise<RecoveryOutcome>;
}

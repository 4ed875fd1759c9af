import type { AuditLog } from './audit.ts';
import type { BookStore } from './books/book-store.ts';
import type { ControlStore } from './controls.ts';
import type { DirectoryStore } from './directory-store.ts';
import type { GuardStore } from './guard/guard-store.ts';
import type { LinkedFileStore } from './linked-files.ts';
import type { WaitingMailStore } from './mail/waiting-mail.ts';
import type { ReportPast } from './past/report-past.ts';
import type { RetentionStore } from './past/retention.ts';
import type { VersionMarks } from './past/version-marks.ts';
import type { GroupStore, PermsStore } from './perms.ts';
import type { NumberedName } from './renamed-names.ts';
import type { ReportLog } from './report-log.ts';
import type { RightsChanges } from './rights-changes.ts';
import type { SeatStore } from './seats.ts';
import type { GuessStore } from './secret-guesses.ts';
import type { SessionStore, StoredInfoStore } from './sessions.ts';
import type { SettingsBackups } from './settings-backups.ts';
import type { SnapshotSchedule, SnapshotSettingStore } from './snapshot-schedule.ts';
import type { SnapshotStore } from './snapshots.ts';
import type { IdentityLinkStore, OneTimeStore, SsoSessionStore } from './sso.ts';
import type { EmailKeyStore, ThrottleStore, TokenStore } from './tokens.ts';
import type { UserStore } from './users.ts';

/** Whether the database answers. */
export interface Presence {
  /** Told that it has not answered for five seconds, and that it is back; until then every call is refused at once. */
  onChange(listener: (isThere: boolean) => void): void;
  /** `isOverdue` is asked while it does not answer: true where what viewers are shown was not looked up for too long. */
  onSilence(isOverdue: () => boolean): void;
}

/** Every store of one database, opened and closed together. */
export interface Stores {
  readonly reports: ReportLog;
  /** The versions of reports that are kept. */
  readonly past: ReportPast;
  readonly marks: VersionMarks;
  /** Reports that keep their versions for less than the server does. */
  readonly retention: RetentionStore;
  readonly snapshots: SnapshotStore;
  readonly snapshotSettings: SnapshotSettingStore;
  readonly snapshotSchedule: SnapshotSchedule;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly seats: SeatStore;
  readonly storedInfo: StoredInfoStore;
  readonly tokens: TokenStore;
  readonly emailKeys: EmailKeyStore;
  readonly throttle: ThrottleStore;
  readonly secretGuesses: GuessStore;
  readonly identityLinks: IdentityLinkStore;
  readonly ssoSessions: SsoSessionStore;
  readonly oneTime: OneTimeStore;
  readonly waitingMails: WaitingMailStore;
  readonly perms: PermsStore;
  readonly groups: GroupStore;
  readonly rightsChanges: RightsChanges;
  readonly audit: AuditLog;
  readonly settingsBackups: SettingsBackups;
  readonly directory: DirectoryStore;
  readonly controls: ControlStore;
  readonly linkedFiles: LinkedFileStore;
  /** Workbooks that values are set on. */
  readonly books: BookStore;
  /** Rules that publishes are held against. */
  readonly guard: GuardStore;
  /** Names that were numbered when names that read the same became one: some, when there are many. */
  numberedNames(): Promise<readonly NumberedName[]>;
  /** The store's own clock, epoch ms. */
  now(): Promise<number>;
  /** Undefined where the database is in the process. */
  readonly presence?: Presence;
  /** Throws when the store cannot be written at present. */
  check(): Promise<void>;
  /** Copies the whole store into a file while it is in use. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

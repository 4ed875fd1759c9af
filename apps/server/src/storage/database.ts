import type { BookContentTable, BookTable, BookValuesTable } from './tables/book-tables.ts';
import type {
  ControlHeldTable,
  ControlLeaseTable,
  ControlSessionTable,
  ControlUpdateTable,
} from './tables/control-tables.ts';
import type {
  DirectoryGroupTable,
  DirectoryLinkTable,
  DirectoryPersonTable,
  DirectoryStateTable,
} from './tables/directory-tables.ts';
import type { GuardMarkTable, GuardTable, HeldPublishTable, HeldSeenTable } from './tables/guard-tables.ts';
import type { LinkedContentTable, LinkedFileTable } from './tables/linked-file-tables.ts';
import type {
  AccountTable,
  BearerTable,
  EmailKeyTable,
  FormerAccountTable,
  IdentityLinkTable,
  OneTimeTable,
  SeatTable,
  SessionTable,
  SsoSessionTable,
  StoredInfoTable,
  ThrottleTable,
  TokenTable,
  WaitingMailTable,
} from './tables/people-tables.ts';
import type { RenamedNameTable } from './tables/renamed-name-table.ts';
import type {
  BlobTable,
  CellIndexTable,
  KeyframeTable,
  RetentionTable,
  SnapshotPageTable,
  SnapshotTable,
  TopicTable,
  VersionMarkTable,
  VersionSumTable,
  VersionTable,
} from './tables/report-tables.ts';
import type { AuditTable, GropicTable, GroupMemberTable, PermTable, UserGroupTable } from './tables/rights-tables.ts';
import type {
  SettingsChangeTable,
  SettingsContentTable,
  SettingsCopyTable,
  SettingsStampTable,
} from './tables/settings-tables.ts';
import type { SnapshotRunTable, SnapshotSettingTable } from './tables/snapshot-tables.ts';

/** The tables of both databases; flags are 0 or 1, times epoch ms, lists and objects JSON text. */
export interface Database {
  topic: TopicTable;
  version: VersionTable;
  version_mark: VersionMarkTable;
  version_sum: VersionSumTable;
  retention: RetentionTable;
  keyframe: KeyframeTable;
  cell_index: CellIndexTable;
  blob: BlobTable;
  snapshot: SnapshotTable;
  snapshot_page: SnapshotPageTable;
  account: AccountTable;
  former_account: FormerAccountTable;
  session: SessionTable;
  stored_info: StoredInfoTable;
  token: TokenTable;
  bearer: BearerTable;
  email_key: EmailKeyTable;
  throttle: ThrottleTable;
  gropic: GropicTable;
  perm: PermTable;
  user_group: UserGroupTable;
  group_member: GroupMemberTable;
  audit: AuditTable;
  health: HealthTable;
  identity_link: IdentityLinkTable;
  sso_session: SsoSessionTable;
  one_time: OneTimeTable;
  directory_person: DirectoryPersonTable;
  directory_state: DirectoryStateTable;
  directory_link: DirectoryLinkTable;
  directory_group: DirectoryGroupTable;
  seat: SeatTable;
  waiting_mail: WaitingMailTable;
  settings_content: SettingsContentTable;
  settings_copy: SettingsCopyTable;
  settings_stamp: SettingsStampTable;
  settings_change: SettingsChangeTable;
  snapshot_setting: SnapshotSettingTable;
  snapshot_run: SnapshotRunTable;
  control_session: ControlSessionTable;
  control_lease: ControlLeaseTable;
  control_update: ControlUpdateTable;
  control_held: ControlHeldTable;
  linked_content: LinkedContentTable;
  linked_file: LinkedFileTable;
  renamed_name: RenamedNameTable;
  book_content: BookContentTable;
  book: BookTable;
  book_values: BookValuesTable;
  guard: GuardTable;
  held_publish: HeldPublishTable;
  held_seen: HeldSeenTable;
  guard_mark: GuardMarkTable;
}

export interface HealthTable {
  id: number;
  checked_at: number;
}

/** Every table, those that others refer to first: the order in which a copy is written. */
export const tableNames = [
  'topic',
  'version',
  'version_mark',
  'version_sum',
  'retention',
  'keyframe',
  'cell_index',
  'blob',
  'snapshot',
  'snapshot_page',
  'account',
  'former_account',
  'session',
  'stored_info',
  'token',
  'bearer',
  'email_key',
  'throttle',
  'gropic',
  'perm',
  'user_group',
  'group_member',
  'audit',
  'health',
  'identity_link',
  'sso_session',
  'one_time',
  'directory_person',
  'directory_state',
  'directory_link',
  'directory_group',
  'seat',
  'waiting_mail',
  'settings_content',
  'settings_copy',
  'settings_stamp',
  'settings_change',
  'snapshot_setting',
  'snapshot_run',
  'control_session',
  'control_lease',
  'control_update',
  'control_held',
  'linked_content',
  'linked_file',
  'renamed_name',
  'book_content',
  'book',
  'book_values',
  'guard',
  'held_publish',
  'held_seen',
  'guard_mark',
] as const satisfies readonly (keyof Database)[];

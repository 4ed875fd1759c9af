import type { Generated } from 'kysely';

/** The tables of both databases; flags are 0 or 1, times epoch ms, lists and objects JSON text. */
export interface Database {
  topic: TopicTable;
  version: VersionTable;
  keyframe: KeyframeTable;
  blob: BlobTable;
  snapshot: SnapshotTable;
  snapshot_page: SnapshotPageTable;
  account: AccountTable;
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
  seat: SeatTable;
  waiting_mail: WaitingMailTable;
}

/** Which account an identity provider's subject is. */
export interface IdentityLinkTable {
  issuer: string;
  subject: string;
  user_name: string;
  created_at: number;
}

/** What the provider said of a session of single sign-on; the token is a hint for its logout, sealed. */
export interface SsoSessionTable {
  id_hash: string;
  issuer: string;
  subject: string;
  sid: string | null;
  sealed_token: string;
  created_at: number;
}

/** What may be used once, and until when. */
export interface OneTimeTable {
  hash: string;
  purpose: string;
  payload: string;
  expires_at: number;
}

export interface DirectoryPersonTable {
  /** objectGUID or entryUUID. */
  id: string;
  name: string;
  email: string;
  is_disabled: number;
}

/** One row: how far the copy of the directory is, and what kept it from going on. */
export interface DirectoryStateTable {
  id: number;
  full_at: number | null;
  synced_at: number | null;
  cursor: string;
  fault: string;
  fault_at: number | null;
  /** The server that writes the copy, and until when nobody else may. */
  holder: string;
  held_until: number;
  generation: number;
}

/** Whose account an associated one is, and whether the directory disabled it. */
export interface DirectoryLinkTable {
  user_name: string;
  person_id: string;
  is_disabled: number;
}

/** A license seat that is held, or a place in the line for one. */
export interface SeatTable {
  user_name: string;
  is_held: number;
  since: number;
  seen_at: number;
}

export interface WaitingMailTable {
  id: string;
  sealed: string;
  created_at: number;
  next_at: number;
  tries: number;
}

/** The head of a topic's log and what its newest keyframe leaves to be replayed. */
export interface TopicTable {
  topic: string;
  version: number;
  time: string;
  sender: string;
  is_live: number;
  view_secret: string | null;
  publish_secret: string | null;
  /** The highest version number ever given away. */
  reserved_to: number;
  changed_at: number;
  keyframe_version: number;
  keyframe_bytes: number;
  replay: number;
  replay_bytes: number;
}

/** One step of a log; a whole step has no body of its own, its content is in the keyframe. */
export interface VersionTable {
  topic: string;
  version: number;
  from_version: number;
  time: string;
  sender: string;
  is_whole: number;
  replay: number;
  is_packed: number;
  body: Uint8Array;
  created_at: number;
}

export interface KeyframeTable {
  topic: string;
  version: number;
  body: Uint8Array;
}

export interface BlobTable {
  hash: string;
  body: Uint8Array;
}

export interface SnapshotTable {
  topic: string;
  date: string;
  captured_at: number;
  version: number;
  time: string;
  sender: string;
  metadata: string;
  hold_controls: number;
  cleaner: number;
}

export interface SnapshotPageTable {
  topic: string;
  date: string;
  place: number;
  name: string;
  user_name: string | null;
  styles: string;
  hash: string;
}

export interface AccountTable {
  name: string;
  short_name: string;
  email: string;
  email_key: string;
  password_hash: string | null;
  ad_user: string | null;
  block_admin_page: number;
  can_change_email: number;
  deep_log: number;
  disabled_at: number | null;
  recent_reports: string;
  created_at: number;
}

export interface SessionTable {
  id_hash: string;
  user_name: string;
  method: string;
  family: string | null;
  created_at: number;
  seen_at: number;
  address: string;
  agent: string;
}

export interface StoredInfoTable {
  family: string;
  user_name: string;
  current_hash: string;
  previous_hash: string | null;
  sealed_successor: string | null;
  rotated_at: number;
  created_at: number;
}

export interface TokenTable {
  hash: string;
  user_name: string;
  app: string;
  created_at: number;
  expires_at: number;
}

export interface BearerTable {
  hash: string;
  id: string;
  user_name: string;
  kind: string;
  name: string;
  token_hash: string | null;
  instance_id: string | null;
  version: string | null;
  address: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
}

export interface EmailKeyTable {
  hash: string;
  user_name: string;
  purpose: string;
  payload: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface ThrottleTable {
  key: string;
  failures: number;
  started_at: number;
}

/** A gropic that is no longer administered keeps its row, so that its version never starts anew. */
export interface GropicTable {
  gropic: string;
  is_administered: number;
  version: number;
}

export interface PermTable {
  gropic: string;
  role: string;
  principal: string;
  place: number;
}

export interface UserGroupTable {
  name: string;
  is_directory: number;
}

export interface GroupMemberTable {
  name: string;
  member: string;
  place: number;
}

export interface AuditTable {
  id: Generated<number>;
  at: number;
  actor: string;
  action: string;
  object: string;
  before: string;
  after: string;
  address: string;
}

export interface HealthTable {
  id: number;
  checked_at: number;
}

/** Every table, those that others refer to first: the order in which a copy is written. */
export const tableNames = [
  'topic',
  'version',
  'keyframe',
  'blob',
  'snapshot',
  'snapshot_page',
  'account',
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
  'seat',
  'waiting_mail',
] as const satisfies readonly (keyof Database)[];

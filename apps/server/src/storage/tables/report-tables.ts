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
  /** What its versions and keyframes take. */
  history_bytes: number;
  /** The rollback after which its publisher is held; 0 when it is not. */
  held_version: number;
  /** The version up to which sums of minutes tell what its versions come to. */
  summed_version: number;
  /** The revision of its rules: no version is kept that was judged by older ones. */
  guard_revision: number;
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
  /** How many cells it changed; 0 for a whole step. */
  cells: number;
  /** Over the version before, what it brought, its publisher and its time; empty before versions were signed. */
  hash: string;
  /** The hash of the version before, though that one may be kept no more. */
  previous: string;
  /** Over all that the version is read from. */
  seal: string;
  /** How it came; '' where that is not known. */
  source: string;
}

/** What is noted of a version; while it is, the version stays. */
export interface VersionMarkTable {
  topic: string;
  version: number;
  /** `tag`, `rollback`, or `restored` of the version that one brought back. */
  kind: string;
  /** The tag, or the reason. */
  words: string;
  /** Of a rollback the version that it brought back; else 0. */
  restored: number;
  by_user: string;
  created_at: number;
}

/** How long the versions of a report are kept; null is as the server says. */
export interface RetentionTable {
  topic: string;
  version_hours: number | null;
  minute_days: number | null;
  hour_days: number | null;
}

/** What the versions of one sender in one minute come to, of those that are kept up to `summed_version`. */
export interface VersionSumTable {
  topic: string;
  /** Of their `created_at`, since 1970. */
  minute: number;
  sender: string;
  first_version: number;
  last_version: number;
  since_time: string;
  until_time: string;
  versions: number;
  cells: number;
  bytes: number;
  whole: number;
}

/** A whole report at one of its versions; those of versions that are kept stay. */
export interface KeyframeTable {
  topic: string;
  version: number;
  body: Uint8Array;
  /** The moment of its version. */
  created_at: number;
  /** The cleaner of its pages; 0 where only the body says. */
  cleaner: number;
  /** Over all of the row; empty before versions were signed. */
  seal: string;
}

/** Which of the steps after a keyframe set which cells. */
export interface CellIndexTable {
  topic: string;
  /** The last version that it tells of. */
  version: number;
  /** The keyframe that its steps go on from. */
  from_version: number;
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
  /** Those of its version, and a seal over all that it shows; empty until it is sealed. */
  hash: string;
  previous: string;
  seal: string;
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

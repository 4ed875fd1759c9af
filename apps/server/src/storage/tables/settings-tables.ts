/** A kind of settings as it stood at the beginning of a day, or before a recovery. */
export interface SettingsCopyTable {
  kind: string;
  /** yyyy-mm-dd, or the time of an undo point. */
  name: string;
  hash: string;
  /** SHA-256 over kind, name and hash: a copy under another's name is noticed. */
  seal: string;
  is_undo: number;
  created_at: number;
}

/** How often a kind was changed. */
export interface SettingsStampTable {
  kind: string;
  stamp: number;
}

/** By which stamp a gropic, group or account was changed last; the empty name stands for any of the kind. */
export interface SettingsChangeTable {
  kind: string;
  name: string;
  stamp: number;
}

/** What copies hold, once for all dates on which it was the same. */
export interface SettingsContentTable {
  hash: string;
  body: Uint8Array;
}

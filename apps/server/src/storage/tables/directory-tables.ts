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

/**
 * Which group of the directory has a name; it stays for a while when the group goes, so that another of that name is known as
 * one.
 */
export interface DirectoryGroupTable {
  name: string;
  /** objectGUID or entryUUID. */
  group_id: string;
  /** Epoch ms since when it has the name in place of another group; 0 where it is the first that was known. */
  since: number;
  /** Epoch ms since when the directory has no group of that name; null while it has. */
  gone_at: number | null;
}

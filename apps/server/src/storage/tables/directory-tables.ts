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

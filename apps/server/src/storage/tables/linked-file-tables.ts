/** A file that a report links to. */
export interface LinkedFileTable {
  topic: string;
  file: string;
  name: string;
  hash: string;
  bytes: number;
  published_by: string;
  changed_at: number;
}

/** The bytes of linked files, once for all files that have the same. */
export interface LinkedContentTable {
  hash: string;
  body: Uint8Array;
}

/** A file that a report links to. */
export interface LinkedFileTable {
  topic: string;
  name: string;
  hash: string;
  bytes: number;
  published_by: string;
  changed_at: number;
}

/** The bytes of linked files, once for all files that have the same, in parts. */
export interface LinkedContentTable {
  hash: string;
  part: number;
  body: Uint8Array;
}

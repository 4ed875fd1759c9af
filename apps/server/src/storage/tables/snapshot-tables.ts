/** Daily snapshots of a gropic; `due_at` is null while they are off or not planned yet. */
export interface SnapshotSettingTable {
  gropic: string;
  captures: number;
  time: string;
  location: string;
  backdates: number;
  due_at: number | null;
  due_date: string;
  last_due_at: number;
}

/** A due snapshot of one report that is not taken yet. */
export interface SnapshotRunTable {
  topic: string;
  due_at: number;
  date: string;
  claimed_by: string;
  claimed_until: number;
  tries: number;
}

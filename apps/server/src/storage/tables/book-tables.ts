/** The workbook that a report was published from. */
export interface BookTable {
  topic: string;
  version: number;
  state: string;
  hash: string;
  bytes: number;
  name: string;
  selection: string;
  metadata: string;
  changed_at: number;
}

/** The bytes of workbooks, once for all reports that have the same, in parts. */
export interface BookContentTable {
  hash: string;
  part: number;
  body: Uint8Array;
}

/** Values set on a workbook, in order. */
export interface BookValuesTable {
  topic: string;
  place: number;
  body: Uint8Array;
}

/** The rules of a report; `last_number` is the highest that a held publish of it had. */
export interface GuardTable {
  topic: string;
  rules: string;
  release_after: number;
  revision: number;
  last_number: number;
  /** The version that was live when a held publish was rejected last. */
  rejected_at: number;
}

/** The publish of a report that waits for approval. */
export interface HeldPublishTable {
  topic: string;
  number: number;
  revision: number;
  sender: string;
  /** How it came; '' where that is not known. */
  source: string;
  since: number;
  numbered_at: number;
  changed_at: number;
  broken: string;
  secrets: string;
  body: Uint8Array;
}

/** The same at one of its revisions, as an approver looked at it: that is what may be released. */
export type HeldSeenTable = Pick<
  HeldPublishTable,
  'topic' | 'revision' | 'sender' | 'source' | 'broken' | 'secrets' | 'body'
>;

/** A version that broke rules and was published all the same. */
export interface GuardMarkTable {
  topic: string;
  version: number;
  at: number;
  broken: string;
}

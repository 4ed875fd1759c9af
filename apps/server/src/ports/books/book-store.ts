import type { Topic } from '@sheetwire/rules/topic';

/** A workbook as it was published last, kept so that values can be set on it (decision 58). */
export interface KeptBook {
  readonly topic: Topic;
  /** The publisher's own version of the report that its pages, with the values written down, are. */
  readonly version: number;
  /** Names what is written down: a new one each time. */
  readonly state: string;
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly bytes: number;
  /** The name of the file, by whose ending it is read. */
  readonly name: string;
  /** What of it becomes pages, and the report's metadata, as JSON. */
  readonly selection: string;
  readonly metadata: string;
  /** Epoch ms. */
  readonly changedAt: number;
}

/** A book's next state: the version that it is now, and values where some were set. */
export interface BookStep extends Pick<KeptBook, 'topic' | 'version' | 'state' | 'changedAt'> {
  readonly from: string;
  readonly record: { readonly body: Uint8Array; readonly isWhole: boolean };
}

export interface BookStore {
  /** Keeps a book in place of that of an older version; durable when it answers. The memory of the file is the store's from then on. */
  keep(book: KeptBook, file: Uint8Array): Promise<void>;
  find(topic: Topic): Promise<KeptBook | undefined>;
  /** The file and the values written down since, oldest first; undefined when the book is in another state by now. */
  read(book: KeptBook): Promise<{ readonly file: Uint8Array; readonly records: readonly Uint8Array[] } | undefined>;
  /** Writes values down; false when the book is in another state by now. */
  note(step: BookStep): Promise<boolean>;
  /** Drops the book of a report. */
  drop(topic: Topic): Promise<void>;
  /** Drops books last changed before an epoch ms that are not what their report shows any more. */
  prune(before: number): Promise<number>;
}

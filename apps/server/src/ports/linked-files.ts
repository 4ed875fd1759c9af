import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';

/** A file that a report links to. */
export interface LinkedFile {
  readonly topic: Topic;
  readonly name: string;
  /** SHA-256 of the bytes. */
  readonly hash: string;
  readonly bytes: number;
  readonly publishedBy: User;
  /** When it was put, or last used by a publish since (epoch ms). */
  readonly changedAt: number;
}

/** `too_many`, `too_large`: the report may link to no more files, or to no more bytes. */
export type Linking = 'done' | 'too_many' | 'too_large';

/** What became of a file, and its parts where it was not put. */
export interface PutFile {
  readonly linking: Linking;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

export interface LinkedFileStore {
  /** Puts a file, cut into parts, in place of one of its name; durable when it answers. The parts are the store's from then on. */
  put(file: LinkedFile, parts: readonly Uint8Array<ArrayBuffer>[]): Promise<PutFile>;
  find(topic: Topic, name: string): Promise<LinkedFile | undefined>;
  /** One part of the bytes, from 0; undefined past the end or when the bytes are gone. */
  part(hash: string, number: number): Promise<Uint8Array | undefined>;
  /** Names of a report that begin so, longest unused first, with their bytes. */
  longestUnused(topic: Topic, prefix: string): Promise<Pick<LinkedFile, 'name' | 'bytes'>[]>;
  /** Notes that files are used again, at `now` (epoch ms). */
  use(topic: Topic, names: readonly string[], now: number): Promise<void>;
  /** Removes files of a report. */
  remove(topic: Topic, names: readonly string[]): Promise<void>;
  /** Removes every file of a report; answers how many there were. */
  removeAll(topic: Topic): Promise<number>;
}

import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from '../audit.ts';
import type { StoredReport } from '../report-log.ts';
import type { KeptVersion, VersionSpan } from './report-past.ts';

/** What is noted of a version: its tag, or the version that it brought back and why (time 4). */
export interface VersionMark extends KeptVersion {
  readonly kind: 'tag' | 'rollback';
  /** The tag, or the reason. */
  readonly words: string;
  /** Of a rollback the version that it brought back; else 0. */
  readonly restored: number;
  readonly by: string;
}

/** A tag to give; an empty one takes it away. */
export interface NewTag {
  readonly version: number;
  readonly tag: string;
  readonly by: string;
  /** Written with the tag, if that changes anything. */
  readonly note?: AuditNote;
}

/** What became of a tag: `gone` when its version is not kept, `full` when the report has all the tags that it may have. */
export type Tagged = 'gone' | 'full' | { readonly time: string; readonly changed: boolean };

/** Tags and rollbacks; a version that has one stays (time 1, decision 65). */
export interface VersionMarks {
  tag(topic: Topic, tag: NewTag): Promise<Tagged>;
  /** The report at a version that is kept: a rollback waits for nobody who looks at the past. */
  content(topic: Topic, version: number): Promise<StoredReport | undefined>;
  /** Keeps a version that a rollback is to bring back; false when it is not there any more. */
  keepRestored(topic: Topic, version: number, by: string): Promise<boolean>;
  /**
   * Keeps a version whose address was given out; the oldest such ones of the user, and of the report, make room. False when
   * it is not there any more.
   */
  link(topic: Topic, version: number, by: string): Promise<boolean>;
  /** Those of some versions that are kept, oldest first. */
  between(topic: Topic, versions: VersionSpan): Promise<readonly VersionMark[]>;
  /** Those of a version and of all later ones, oldest first. */
  since(topic: Topic, version: number): Promise<readonly VersionMark[]>;
  /** The rollback after which the publisher is held. */
  held(topic: Topic): Promise<VersionMark | undefined>;
  /** Lets the publisher go on, and notes it; false when it is not held after this version. */
  release(topic: Topic, version: number, note?: AuditNote): Promise<boolean>;
}

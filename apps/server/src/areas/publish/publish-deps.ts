import type { Topic } from '@sheetwire/rules/topic';
import type { LiveBooks } from '#books/live-books.ts';
import type { Controls } from '#controls/controls.ts';
import type { ReportParts } from '#http/linked-files/address.ts';
import type { Actor } from '#lib/actor.ts';
import type { Callers } from '#lib/callers.ts';
import type { PublishRate } from '#lib/publish-rate.ts';
import type { RefusalNotes } from '#lib/refused/refusal-notes.ts';
import type { RefusedPublishes } from '#lib/refused/refused-publishes.ts';
import type { Turns } from '#lib/turns.ts';
import type { HeardBy } from '#live/publisher-news.ts';
import type { Rights } from '#policies/rights.ts';
import type { AuditLog } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';
import type { GuardStore } from '#ports/guard/guard-store.ts';
import type { LinkedFileStore } from '#ports/linked-files.ts';
import type { VersionMarks } from '#ports/past/version-marks.ts';
import type { Cleaner } from '#report/cleaner.ts';
import type { ReportEngine } from '#report/engine.ts';
import type { Guard } from '#report/guard/guard.ts';
import type { SecretHasher } from '#report/secrets.ts';
import type { SecretGuesses } from '#secrets/secret-guesses.ts';
import type { OfficeReader } from './office-reader.ts';

/** What the calls of publish need. */
export interface PublishDeps {
  readonly engine: ReportEngine;
  /** Reads and cleans a long body of changed cells off the event loop. */
  readonly readCells: Cleaner['readCells'];
  /** As `readCells`, of a whole report. */
  readonly readReport: (body: Uint8Array, owner: string) => ReturnType<Cleaner['readReport']>;
  readonly rights: () => Rights;
  /** Reads what of the rights changed in the store: another server may have done so a moment ago. */
  readonly readRights: () => Promise<void>;
  readonly callers: Callers;
  readonly secrets: SecretHasher;
  readonly guesses: SecretGuesses;
  readonly rate: PublishRate;
  readonly audit: AuditLog;
  readonly refusals: RefusalNotes;
  /** Why publishes were refused, for the Publishing page. */
  readonly refused: RefusedPublishes;
  readonly clock: Clock;
  /** Rules of reports, and what they hold. */
  readonly guard: Guard;
  readonly guardStore: Pick<GuardStore, 'held' | 'marked'>;
  /** Workbooks are rendered in turns: each takes a thread and its memory. */
  readonly renders: Turns;
  /** Converts what the renderer does not read, where the server may. */
  readonly office: OfficeReader;
  /** Workbooks that were published, for the values set on them; those of one user in turn. */
  readonly books: LiveBooks;
  readonly valueTurns: Turns;
  /** Bytes of an unpacked publish body. */
  readonly maxBody: number;
  /** Bytes of the pages of a report. */
  readonly maxBytes: number;
  /** Notes that the topic's publisher was heard. */
  readonly heard: (topic: Topic, how?: HeardBy) => void;
  readonly controls: Controls;
  readonly linkedFiles: Omit<LinkedFileStore, 'part'>;
  /** Versions that are kept, their tags and rollbacks. */
  readonly marks: VersionMarks;
  /** Versions that are read again: each takes a thread. */
  readonly pastTurns: Turns;
  /** The report that an address names. */
  readonly topicAt: (parts: ReportParts, actor: Actor) => Topic | undefined;
}

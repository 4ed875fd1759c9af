import type { Topic } from '@sheetwire/rules/topic';
import type { Controls } from '#controls/controls.ts';
import type { KnownRequest } from '#http/route.ts';
import type { Turns } from '#lib/turns.ts';
import type { ViewingDeps } from '#policies/viewing.ts';
import type { HeldPublish } from '#ports/guard/guard-store.ts';
import type { ReportPast } from '#ports/past/report-past.ts';
import type { KeptFor } from '#ports/past/retention.ts';
import type { VersionMarks } from '#ports/past/version-marks.ts';
import type { SnapshotStore } from '#ports/snapshots.ts';
import type { Cleaner } from '#report/cleaner.ts';
import type { ReportEngine } from '#report/engine.ts';
import type { EncodePage } from '#report/packed/encode-page.ts';
import type { Publishers } from '#report/publishers.ts';
import type { FigureKeys } from '#secrets/figure-keys.ts';
import type { ViewSecretGuard } from '#secrets/view-secret-guard.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { PackedAnswers } from './packed-answers.ts';
import type { PastVisits } from './past/visits.ts';

/** What the calls of reports need. */
export interface ReportsDeps extends ViewingDeps {
  readonly engine: ReportEngine;
  /** Reads what other servers changed in the rights; who asks meanwhile shares the next reading. */
  readonly readRights: () => Promise<void>;
  readonly guardViewSecret: ViewSecretGuard;
  /** The newer publish of a report that waits for approval. */
  readonly heldNow: (topic: Topic) => Pick<HeldPublish, 'number' | 'since' | 'sender'> | undefined;
  readonly publishers: Publishers;
  /** True while nothing vouches for what this server has in memory (decision 55). */
  readonly isCutOff: () => boolean;
  readonly snapshots: SnapshotStore;
  readonly snapshotDates: (topic: Topic) => Promise<readonly string[]>;
  readonly past: ReportPast;
  /** Signs what is said of a version. */
  readonly figureKeys: Pick<FigureKeys, 'sign'>;
  /** For how long versions of a report are kept. */
  readonly keptOf: (topic: Topic) => Promise<KeptFor>;
  readonly marks: Pick<VersionMarks, 'between' | 'held' | 'link'>;
  readonly visits: PastVisits;
  /** Looks of one user at the past: refuses with 429 over its rate. */
  readonly pastRate: Rate;
  /** Looks that are worked out: each refuses with 429 or 503 where too many wait. */
  readonly pastTurns: Turns;
  readonly cleaner: Cleaner;
  /** A page's wire form: base64 gzip when it is large (semantics 4), of the page as it is or of its short form (decision 82). */
  readonly encode: { readonly whole: EncodePage; readonly short: EncodePage };
  readonly answers: PackedAnswers;
  /** Of reports of days. */
  readonly days: KeptAnswers;
  readonly controls: Controls;
  /** The store's own clock, epoch ms. */
  readonly storeNow: () => Promise<number>;
  /** Calls of one user and updates of one topic: each refuses with 429 over its rate. */
  readonly controlRates: { readonly user: Rate; readonly topic: Rate };
  /** Notes in the audit log that somebody used a control without the right to. */
  readonly noteRefusal: (topic: Topic, request: KnownRequest) => void;
}

interface Rate {
  take(whose: string): void;
}

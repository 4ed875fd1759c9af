import type { Topic } from '@sheetwire/rules/topic';
import type { PublishBody } from '@sheetwire/sheet/render-file';
import type { KnownRequest, Wire } from '#http/route.ts';
import type { Callers } from '#lib/callers.ts';
import type { PublishRate } from '#lib/publish-rate.ts';
import type { RefusedPublishes } from '#lib/refused/refused-publishes.ts';
import type { LiveHub } from '#live/hub.ts';
import type { Rights } from '#policies/rights.ts';
import type { GuardStore } from '#ports/guard/guard-store.ts';
import type { ReportPast } from '#ports/past/report-past.ts';
import type { Retention, RetentionStore } from '#ports/past/retention.ts';
import type { VersionMarks } from '#ports/past/version-marks.ts';
import type { ReportLog } from '#ports/report-log.ts';
import type { ReportLimits } from '#report/clean-report.ts';
import type { Cleaner } from '#report/cleaner.ts';
import type { ReportEngine } from '#report/engine.ts';
import type { Guard } from '#report/guard/guard.ts';
import type { Publishers } from '#report/publishers.ts';
import type { PublishableTopics } from './publishable.ts';

/** What the calls of the Publishing page need. */
export interface PublishingDeps {
  readonly engine: Pick<ReportEngine, 'head' | 'read'>;
  readonly log: Pick<ReportLog, 'last'>;
  readonly past: Pick<ReportPast, 'bytes'>;
  /** For how long reports keep their versions, and the server those of all others. */
  readonly retention: Pick<RetentionStore, 'of' | 'save'>;
  readonly kept: Retention;
  /** The store's own clock, epoch ms. */
  readonly storeNow: () => Promise<number>;
  readonly marks: Pick<VersionMarks, 'since' | 'held'>;
  /** What waits for approval. */
  readonly guardStore: Pick<GuardStore, 'held' | 'marked'>;
  readonly guard: Pick<Guard, 'setting' | 'waiting'>;
  readonly rights: () => Rights;
  readonly callers: Callers;
  readonly topics: PublishableTopics;
  readonly publishers: Publishers;
  readonly hub: Pick<LiveHub, 'watchersOf'>;
  readonly refused: Pick<RefusedPublishes, 'of'>;
  readonly rate: PublishRate;
  readonly cleaner: Cleaner;
  readonly limits: ReportLimits;
  /** Bytes of a file at most. */
  readonly maxBody: number;
  /** Reads the file of a request and renders it, for who may publish the report, in turn with all other files. */
  readonly withWorkbook: <T>(
    request: KnownRequest,
    wire: Wire,
    use: (topic: Topic, made: PublishBody) => Promise<T>,
  ) => Promise<T>;
  /** The same, and publishes its pages. */
  readonly publishWorkbook: (request: KnownRequest, wire: Wire) => Promise<void>;
}

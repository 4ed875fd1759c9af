import type { User } from '@sheetwire/rules/principal';
import type { LiveBooks } from '#books/live-books.ts';
import type { Timers } from '#controls/timers.ts';
import type { Callers } from '#lib/callers.ts';
import type { Bus } from '#ports/bus.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { Retention } from '#ports/past/retention.ts';
import type { Stores } from '#ports/stores.ts';
import type { Tracing } from '#ports/tracing.ts';
import type { ReportLimits } from '#report/clean-report.ts';
import type { Cleaner } from '#report/cleaner.ts';
import type { ReportingTimes } from './reporting-times.ts';

/** What reports are assembled from. */
export interface ReportingDeps {
  readonly stores: Stores;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly cleaner: Cleaner;
  readonly books: LiveBooks;
  readonly limits: ReportLimits;
  readonly unadministered: 'entity' | 'none';
  /** For how long versions stay, of reports that do not keep less. */
  readonly kept: Retention;
  /** The server's own key. */
  readonly secretKey: Uint8Array;
  /** Publishes a second of one credential. */
  readonly publishRate: number;
  /** Bytes of an unpacked publish body. */
  readonly maxBody: number;
  /** The program of LibreOffice, where the server may use it. */
  readonly office: () => Promise<string | undefined>;
  /** Told how long things took. */
  readonly times: ReportingTimes;
  /** Left out nothing is traced. */
  readonly tracing?: Tracing | undefined;
  readonly isSuperAdmin: (user: User) => boolean;
  readonly callers: Callers;
  /** The process's own, but for tests. */
  readonly timers?: Timers;
  /** Faults that have no caller to be told to. */
  readonly onFault: (fault: unknown) => void;
}

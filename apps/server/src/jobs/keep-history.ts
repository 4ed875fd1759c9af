import { limits } from '@sheetwire/contract/limits';
import type { BookStore } from '#ports/books/book-store.ts';
import type { ReportPast } from '#ports/past/report-past.ts';
import { narrowed, type Retention, type RetentionStore, tiersAt } from '#ports/past/retention.ts';
import type { ReportLog } from '#ports/report-log.ts';
import type { Stores } from '#ports/stores.ts';

/** How long versions of reports are kept, and what they may take (time 1). */
export interface HistorySettings extends Retention {
  readonly thinEveryS: number;
  readonly historyMib: number;
  readonly historyGib: number;
}

export interface HistoryDeps {
  readonly stores: Pick<Stores, 'now'> & {
    readonly reports: Pick<ReportLog, 'prune'>;
    readonly past: Pick<ReportPast, 'sum' | 'thin' | 'bound' | 'bytes'>;
    readonly retention: Pick<RetentionStore, 'after'>;
    readonly books: Pick<BookStore, 'prune'>;
  };
  readonly settings: HistorySettings;
}

/** What goes on with histories, until it is stopped. */
export interface HistoryKeeping {
  /** What all histories took when they were last looked at; undefined until they were. */
  bytes(): number | undefined;
  /** A run under way ends with what it is at; another one goes on from there. */
  stop(): Promise<void>;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** Thins and drops versions soon after a start, and every SHEETWIRE_THIN_EVERY_S from then on. */
export function startKeepingHistory(deps: HistoryDeps, onFault: (error: unknown) => void): HistoryKeeping {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let bytes: number | undefined;
  const look = async () => {
    bytes = await deps.stores.past.bytes();
  };
  const looked = look().catch(onFault);
  const run = () => {
    running ??= keepHistory(deps, onFault, stopping.signal)
      .then(look)
      .catch(onFault)
      .finally(() => {
        running = undefined;
      });
  };
  const first = setTimeout(run, limits.log.firstThinning).unref();
  const timer = setInterval(run, deps.settings.thinEveryS * second).unref();
  return {
    bytes: () => bytes,
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      stopping.abort();
      await looked;
      await running;
    },
  };
}

/**
 * Every version for a while, one a minute after that, then one an hour, then none but the newest; by the store's own clock,
 * which dates them. Workbooks that other content took the place of go too. What one step meets is told and keeps none of the
 * others from its work.
 */
export async function keepHistory(
  { stores, settings }: HistoryDeps,
  onFault: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const now = await stores.now();
  const { every, minutes, hours } = tiersAt(now, settings);
  const { past, reports, books } = stores;
  const steps: readonly (() => Promise<unknown>)[] = [
    () => past.sum(limits.log.summedFrom, signal),
    () => past.thin({ from: minutes, to: every, width: minute }, signal),
    () => past.thin({ from: hours, to: minutes, width: hour }, signal),
    () => reports.prune(hours, undefined, signal),
    () => keepLess({ stores, settings }, { now, signal }, onFault),
    () => past.bound({ report: settings.historyMib * MiB, server: settings.historyGib * GiB }, signal),
    () => books.prune(now - limits.values.kept),
  ];
  for (const step of steps) {
    if (signal?.aborted) return;
    try {
      await step();
    } catch (fault) {
      onFault(fault);
    }
  }
}

/** The same of reports that keep less than the server does, each by what it has of its own. */
async function keepLess(
  { stores: { past, reports, retention }, settings }: HistoryDeps,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal | undefined },
  onFault: (error: unknown) => void,
): Promise<void> {
  const most = limits.log.retentionsAtOnce;
  for (let last = ''; ; ) {
    const some = await retention.after(last, most);
    for (const { topic, own } of some) {
      if (signal?.aborted) return;
      const { every, minutes, hours } = tiersAt(now, narrowed(settings, own));
      try {
        await past.thin({ topic, from: minutes, to: every, width: minute }, signal);
        await past.thin({ topic, from: hours, to: minutes, width: hour }, signal);
        await reports.prune(hours, topic, signal);
      } catch (fault) {
        onFault(fault);
      }
    }
    const end = some.at(-1);
    if (!end || some.length < most) return;
    last = end.topic;
  }
}

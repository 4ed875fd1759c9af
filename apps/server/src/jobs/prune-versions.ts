import { limits } from '@sheetwire/contract/limits';
import type { BookStore } from '#ports/books/book-store.ts';
import type { ReportLog } from '#ports/report-log.ts';
import type { Stores } from '#ports/stores.ts';

export interface PruneDeps {
  readonly stores: Pick<Stores, 'now'> & {
    readonly reports: Pick<ReportLog, 'prune'>;
    readonly books: Pick<BookStore, 'prune'>;
  };
  readonly settings: { readonly versionHours: number };
}

const hour = 3_600_000;

/**
 * Drops versions older than SHEETWIRE_VERSION_HOURS every few minutes: from further back
 * a viewer fetches the whole report. Answers how to stop it; a run under way ends first.
 */
export function startPruning(deps: PruneDeps, onFault: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined;
  const prune = () => {
    running ??= pruneVersions(deps)
      .catch(onFault)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(prune, limits.pruneEvery);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** By the store's own clock, which dates the versions; workbooks that other content took the place of go too. */
export async function pruneVersions({ stores, settings }: PruneDeps): Promise<void> {
  const now = await stores.now();
  await stores.reports.prune(now - settings.versionHours * hour);
  await stores.books.prune(now - limits.values.kept);
}

import { Refusal } from '#lib/refusal.ts';
import { cleanCell, cleanerVersion } from './clean/clean-page.ts';
import { cleanStyle } from './clean/css/css.ts';
import type { CleanPool } from './clean/pool.ts';
import { CleanRefusal } from './clean/refusal.ts';
import type { Cleaner } from './cleaner.ts';

/** Seconds until a thread may be free. */
const RETRY_AFTER = 5;

/** The cleaner as the engine knows it: long pages on threads, refusals as rows of the catalogue. */
export function makeCleaner(pool: CleanPool): Cleaner {
  return {
    version: cleanerVersion,
    cleanPage: (html) => pool.cleanPage(html).catch(rethrow),
    cleanCell: (html) => cell(html),
    readCells: (body, owner) => pool.readCells(body, owner).catch(rethrow),
    readReport: (body, bounds, owner) => pool.readReport(body, bounds, owner).catch(rethrow),
    knowPage: (html, owner) => pool.knowPage(html, owner).catch((error: unknown) => unlessRefused(error, {})),
    diffPages: (pairs, owner) =>
      pool.diffPages(pairs, owner).catch((error: unknown) => unlessRefused(error, undefined)),
    cleanStyle,
  };
}

function cell(html: string): ReturnType<Cleaner['cleanCell']> {
  const cleaned = refusing(() => cleanCell(html));
  if (cleaned.hasTable) throw new Refusal('cell_holds_table');
  return cleaned;
}

/** Runs a part of cleaning; its refusals become rows of the catalogue. */
export function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return rethrow(error);
  }
}

function rethrow(error: unknown): never {
  if (!(error instanceof CleanRefusal)) throw error;
  const { code, message } = error;
  throw new Refusal(code, code === 'too_many' ? { message, retryAfter: RETRY_AFTER } : { message });
}

/** What no thread could do is done without: a page is cut when that is needed, a version is told as a whole one. */
function unlessRefused<T>(error: unknown, otherwise: T): T {
  if (error instanceof CleanRefusal) return otherwise;
  throw error;
}

import { Refusal } from '#lib/refusal.ts';
import { cleanCell, cleanerVersion } from './clean/clean-page.ts';
import { cleanStyle } from './clean/css.ts';
import type { CleanPool } from './clean/pool.ts';
import { refusing, rethrow } from './clean/refusing.ts';
import type { Cleaner } from './cleaner.ts';

/** The cleaner as the engine knows it: long pages on threads, refusals as rows of the catalogue. */
export function makeCleaner(pool: CleanPool): Cleaner {
  return {
    version: cleanerVersion,
    cleanPage: (html) => pool.cleanPage(html).catch(rethrow),
    cleanCell: (html) => cell(html),
    readCells: (body) => pool.readCells(body).catch(rethrow),
    readReport: (body, bounds) => pool.readReport(body, bounds).catch(rethrow),
    knowPage: (html) => pool.knowPage(html),
    diffPages: (pairs) => pool.diffPages(pairs),
    cleanStyle,
  };
}

function cell(html: string): ReturnType<Cleaner['cleanCell']> {
  const cleaned = refusing(() => cleanCell(html));
  if (cleaned.hasTable) throw new Refusal('cell_holds_table');
  return cleaned;
}

import { modelled } from '@sheetwire/page/guard/modelled';
import type { Page } from '#ports/report-log.ts';
import type { Cleaner } from '#report/cleaner.ts';

export type ModelledPage = ReturnType<typeof modelled>;

/** Pages of a stored report as rules see them; long ones are cut and named off the event loop. */
export async function modelledPages(
  cleaner: Pick<Cleaner, 'knowPage'>,
  pages: readonly Page[],
): Promise<ModelledPage[]> {
  const all: ModelledPage[] = [];
  for (const page of pages) all.push(modelled(page, page, await cleaner.knowPage(page.html)));
  return all;
}

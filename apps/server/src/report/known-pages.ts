import { limits } from '@sheetwire/contract/limits';
import type { Cleaner } from './cleaner.ts';
import type { PageState } from './page-state.ts';
import type { ReadCell } from './publish/read-cells.ts';

type Knowing = Pick<Cleaner, 'knowPage'>;

/**
 * Has a thread find out where the cells of long pages lie that were made anew. In the turn of their topic: nothing in them
 * changes meanwhile.
 */
export async function cutAside(cleaner: Knowing, pages: readonly PageState[], owner?: string): Promise<void> {
  await learnAside(
    cleaner,
    pages.filter((page) => !page.isCut),
    owner,
  );
}

/** As `cutAside`, what the cells of the pages are called that these name: long lists of rows that came and went forget it. */
export async function namedAside(
  cleaner: Knowing,
  pages: readonly PageState[],
  { cells, sender }: { readonly cells: readonly Pick<ReadCell, 'page'>[]; readonly sender: string },
): Promise<void> {
  const unnamed = pages.filter((page) => !page.isNamed);
  if (unnamed.length === 0) return;
  const asked = new Set(cells.map(({ page }) => page.trim().toUpperCase()));
  await learnAside(
    cleaner,
    unnamed.filter(({ name }) => asked.has(name.toUpperCase())),
    sender,
  );
}

/** One after another: no more than one copy of a text is on its way. */
async function learnAside(cleaner: Knowing, pages: readonly PageState[], owner?: string): Promise<void> {
  for (const page of pages) {
    if (page.length > limits.clean.inline) page.learn(await cleaner.knowPage(page.html, owner));
  }
}

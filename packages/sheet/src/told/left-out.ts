import type { NotShown, Sheet } from '../model.ts';
import type { PageSelection } from '../page-selection.ts';
import { unshownParts } from '../read/sheet-parts/unshown-parts.ts';
import type { PagePlan } from '../render/page/page-list.ts';
import { quoted } from '../workbook-error.ts';

/** Viewers are told of the sheets that were chosen, not that there are others. */
export function told(plans: readonly PagePlan[], { sheets, range, pages }: PageSelection): (sheet: string) => boolean {
  if (!sheets && range === undefined && !pages) return () => true;
  const chosen = new Set(plans.flatMap(({ areas }) => areas.map(({ sheet }) => quoted(sheet.name))));
  return (sheet) => sheet === '' || chosen.has(sheet);
}

/** Notes that lie far beyond the cells of their sheet. */
export function lostNotes(notes: ReadonlyMap<Sheet, number>): NotShown[] {
  const why = 'They are far from the cells on their sheet.';
  return [...notes].map(([{ name }, count]) => ({ sheet: quoted(name), what: 'notes', count, why }));
}

/** Print titles that do not stand above the rows of their sheet. */
export function lostTitles(sheets: Iterable<Sheet>): NotShown[] {
  const why = 'Only rows at the top of a page are repeated on paper.';
  return Array.from(sheets, ({ name }) => ({ sheet: quoted(name), what: 'print titles', count: 1, why }));
}

/** What lists tell those who enter, on sheets that take no entries. */
export function lostPrompts(sheets: Iterable<Sheet>): NotShown[] {
  return [...sheets].flatMap(({ name, lists = [] }) => {
    const count = lists.filter(({ prompt }) => prompt !== '').length;
    const what = 'input messages';
    return count === 0 ? [] : [{ sheet: quoted(name), what, count, why: unshownParts[what] }];
  });
}

/** A sentence for each thing that is not all shown. */
export function partWarnings(leftOut: readonly NotShown[]): string[] {
  return leftOut.map(
    ({ sheet, what, count, why }) =>
      `The ${what}${sheet === '' ? '' : ` of ${sheet}`} are not all shown (${count} left out). ${why}`,
  );
}

/** What a report lost as a whole. */
interface Lost {
  readonly links: number;
  readonly hasCutMerges: boolean;
}

/** A sentence for each thing that a report lost as a whole. */
export function lossWarnings({ links, hasCutMerges }: Lost): string[] {
  const one = links === 1 ? '1 link points' : `${links.toLocaleString('en-US')} links point`;
  return [
    ...(links > 0 ? [`${one} outside the report and ${links === 1 ? 'is' : 'are'} shown as plain text.`] : []),
    ...(hasCutMerges ? ['Overlapping merged areas are shown unmerged.'] : []),
  ];
}

/** The same, thing by thing. */
export function lostThings({ links, hasCutMerges }: Lost): NotShown[] {
  const lost = { sheet: '', what: 'links', count: links, why: 'They lead to files or places outside the report.' };
  const merges = { sheet: '', what: 'merged areas', count: 1, why: 'They overlap others.' };
  return [...(links > 0 ? [lost] : []), ...(hasCutMerges ? [merges] : [])];
}

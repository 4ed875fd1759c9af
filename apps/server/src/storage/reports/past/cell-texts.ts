import { cellText } from '@sheetwire/page/compare/cell-text';
import { PageModel } from '@sheetwire/page/model/page-model';
import type { CellPlace } from '#ports/past/report-past.ts';

export interface PageText {
  readonly html: string;
}

/** What cells show; undefined of one that is not there. */
export function cellTexts(
  pages: readonly PageText[],
  places: readonly (CellPlace | undefined)[],
): (string | undefined)[] {
  const models = new Map<number, PageModel>();
  return places.map((place) => {
    const page = place && pages[place.page];
    if (!page) return undefined;
    const model = models.get(place.page) ?? new PageModel({ html: page.html, styles: [] });
    models.set(place.page, model);
    const number = model.hasCells ? model.numberOf(place.cell) : undefined;
    const html = number === undefined ? undefined : model.cell(number);
    return html === undefined ? undefined : cellText(html);
  });
}

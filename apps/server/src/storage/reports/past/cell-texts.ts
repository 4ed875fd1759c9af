import { limits } from '@sheetwire/contract/limits';
import { cellText } from '@sheetwire/page/compare/cell-text';
import { PageModel } from '@sheetwire/page/model/page-model';
import type { CellPlace } from '#ports/past/report-past.ts';

export interface PageText {
  readonly html: string;
}

/** One character more than is told: a longer text is none that was cut there. */
const MOST = limits.verify.text + 1;

/** What cells show, of a long text its beginning; undefined of one that is not there. */
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
    return html === undefined ? undefined : cellText(html).slice(0, MOST);
  });
}

/** Places each told once, and which of them each of the given ones is. */
export interface DistinctPlaces {
  readonly places: readonly CellPlace[];
  readonly numbers: readonly (number | undefined)[];
}

/** What is asked of a cell many times is worked out once. */
export function distinctPlaces(given: readonly (CellPlace | undefined)[]): DistinctPlaces {
  const places: CellPlace[] = [];
  const known = new Map<string, number>();
  const numbers = given.map((place) => {
    if (!place) return undefined;
    const key = `${place.page} ${place.cell}`;
    const number = known.get(key) ?? places.push(place) - 1;
    known.set(key, number);
    return number;
  });
  return { places, numbers };
}

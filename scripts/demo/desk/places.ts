import { sections } from './instruments.ts';

/** Where the lines of one section stand; rows count from 1. */
export interface SectionPlaces {
  /** Row of the section's title on Positions. */
  readonly title: number;
  readonly first: number;
  readonly last: number;
  readonly total: number;
  /** Row of the section's first instrument on Prices. */
  readonly firstPrice: number;
}

const POSITIONS_HEAD = 1;
const PRICES_HEAD = 2;

/** The places of all sections: formulas on one sheet name the cells of another. */
export const places: readonly SectionPlaces[] = placesOf();

/** Row of the desk's total on Positions. */
export const deskTotalRow = (places.at(-1)?.total ?? POSITIONS_HEAD) + 1;
/** The last row of Prices. */
export const lastPriceRow = PRICES_HEAD + sections.reduce((sum, { instruments }) => sum + instruments.length, 0);

function placesOf(): SectionPlaces[] {
  const found: SectionPlaces[] = [];
  let row = POSITIONS_HEAD + 1;
  let price = PRICES_HEAD + 1;
  for (const { instruments } of sections) {
    const count = instruments.length;
    found.push({ title: row, first: row + 1, last: row + count, total: row + count + 1, firstPrice: price });
    row += count + 2;
    price += count;
  }
  return found;
}

import { writeXlsx } from '../xlsx/write-xlsx.ts';
import { businessDayOf } from './business-days.ts';
import { Market } from './market.ts';
import { deskWorkbook } from './workbook.ts';

const DAY_SECONDS = 86_400;
/** A day of trading in so many steps, for a workbook that shows the close of a past day. */
const TICKS_TO_CLOSE = 400;
const OPENING_SECOND = 7 * 3600;
const CLOSING_SECOND = 17 * 3600;
const SEED = 'desk';

/** A workbook as it is saved at one moment. */
export interface SavedBook {
  readonly bytes: Uint8Array;
  readonly businessDay: number;
}

/** The desk's workbook as it goes through the day; a new day opens by itself. */
export class DeskFeed {
  readonly #seed: string;
  #market: Market;

  constructor(start: Date, seed = SEED) {
    this.#seed = seed;
    this.#market = this.#open(start);
  }

  /** Moves the market by one tick and gives the workbook as saved then. */
  next(now: Date): SavedBook {
    if (businessDayOf(now) !== this.#market.businessDay) this.#market = this.#open(now);
    this.#market.tick(secondOf(now));
    return { bytes: writeXlsx(deskWorkbook(this.#market, now)), businessDay: this.#market.businessDay };
  }

  #open(now: Date): Market {
    return new Market(businessDayOf(now), this.#seed, secondOf(now));
  }
}

/** The workbook as it stood at the close of a past business day. */
export function closingBook(businessDay: number, savedAt: Date): SavedBook {
  const market = new Market(businessDay, SEED, OPENING_SECOND);
  const step = (CLOSING_SECOND - OPENING_SECOND) / TICKS_TO_CLOSE;
  for (let tick = 1; tick <= TICKS_TO_CLOSE; tick++) market.tick(Math.round(OPENING_SECOND + tick * step));
  return { bytes: writeXlsx(deskWorkbook(market, savedAt)), businessDay };
}

function secondOf(date: Date): number {
  return Math.floor(date.getTime() / 1000) % DAY_SECONDS;
}

import { type Instrument, instruments } from './instruments.ts';
import { closingRate, quoteAt } from './levels.ts';
import { SeededRandom } from './random.ts';

/** A position as the market stands; prices and rates are rounded as they are quoted. */
export interface Position {
  readonly instrument: Instrument;
  notional: number;
  yieldNow: number;
  quote: number;
  open: number;
  high: number;
  low: number;
  /** Seconds of the day, UTC. */
  updated: number;
  readonly previousClose: number;
}

const QUOTES_A_TICK = { low: 4, high: 9 };
const STEP = 0.0016;
const PULL = 0.004;
const TRADE_EVERY = 7;
const TRADE_SIZES = [25, 50, 75, 100];
const OPENING_SHARE = 0.6;

/** The desk's market of one business day: it opens between two closes and wanders towards the next, by its seed. */
export class Market {
  readonly businessDay: number;
  readonly positions: readonly Position[];
  readonly #random: SeededRandom;
  #ticks = 0;

  constructor(businessDay: number, seed: string, openedAt: number) {
    this.businessDay = businessDay;
    this.#random = new SeededRandom(`${seed} ${businessDay}`);
    this.positions = instruments.map((instrument) => opening(instrument, businessDay, openedAt));
  }

  /** Some quotes move, and now and then the desk trades. */
  tick(secondOfDay: number): void {
    this.#ticks += 1;
    const count = Math.round(this.#random.between(QUOTES_A_TICK.low, QUOTES_A_TICK.high));
    const common = this.#random.bell() * STEP;
    for (let n = 0; n < count; n++) {
      const position = this.#random.pick(this.positions);
      if (position) this.#move(position, common, secondOfDay);
    }
    if (this.#ticks % TRADE_EVERY === 0) this.#trade();
  }

  #move(position: Position, common: number, secondOfDay: number): void {
    const { instrument } = position;
    const target = closingRate(instrument, this.businessDay);
    const pull = (target - position.yieldNow) * PULL;
    position.yieldNow += common / 2 + this.#random.bell() * STEP + pull;
    position.quote = quoted(instrument, position.yieldNow);
    position.high = Math.max(position.high, position.quote);
    position.low = Math.min(position.low, position.quote);
    position.updated = secondOfDay;
  }

  /** A trade leads back towards the usual size as often as away from it, so that limits fill and empty. */
  #trade(): void {
    const position = this.#random.pick(this.positions);
    const size = this.#random.pick(TRADE_SIZES);
    if (!position || size === undefined) return;
    const usual = position.instrument.notional;
    const part = Math.min(size, Math.max(5, Math.round(Math.abs(usual) / 20)));
    const away = (position.notional - usual) / Math.max(1, Math.abs(usual) / 10);
    position.notional += this.#random.next() > 0.5 + away / 4 ? part : -part;
  }
}

function opening(instrument: Instrument, businessDay: number, openedAt: number): Position {
  const before = closingRate(instrument, businessDay - 1);
  const yieldNow = before + (closingRate(instrument, businessDay) - before) * OPENING_SHARE;
  const quote = quoted(instrument, yieldNow);
  return {
    instrument,
    notional: instrument.notional,
    yieldNow,
    quote,
    open: quote,
    high: quote,
    low: quote,
    updated: openedAt,
    previousClose: quoted(instrument, before),
  };
}

/** Rates have four decimals, prices three. */
function quoted(instrument: Instrument, yieldNow: number): number {
  const scale = instrument.quote === 'rate' ? 10_000 : 1000;
  return Math.round(quoteAt(instrument, yieldNow) * scale) / scale;
}

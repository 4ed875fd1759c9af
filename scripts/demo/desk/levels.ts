import type { Instrument } from './instruments.ts';
import { SeededRandom } from './random.ts';

/** Slow and quick waves of the market, in business days and per cent. */
const waves = [
  { period: 97, size: 0.16 },
  { period: 23, size: 0.05 },
  { period: 7, size: 0.018 },
] as const;
const OWN_SHARE = 0.35;
const NOISE = 0.028;
const phases = new Map<string, number[]>();

/** The closing yield, or rate, of an instrument on a business day: the same for each run and each later day. */
export function closingRate({ name, currency, rate }: Instrument, businessDay: number): number {
  const common = moved(currency, businessDay);
  const own = moved(name, businessDay);
  const noise = new SeededRandom(`${name} ${businessDay}`).bell() * NOISE;
  return rate + common * (1 - OWN_SHARE) + own * OWN_SHARE + noise;
}

/** What the market quotes at a yield: the rate itself, or a bond's price. */
export function quoteAt({ quote, rate, price, duration }: Instrument, yieldNow: number): number {
  return quote === 'rate' ? yieldNow : price * (1 - (duration * (yieldNow - rate)) / 100);
}

function moved(name: string, businessDay: number): number {
  const starts = phases.get(name) ?? phasesOf(name);
  phases.set(name, starts);
  let sum = 0;
  for (const [n, { period, size }] of waves.entries()) {
    sum += size * Math.sin((2 * Math.PI * businessDay) / period + (starts[n] ?? 0));
  }
  return sum;
}

function phasesOf(name: string): number[] {
  const random = new SeededRandom(name);
  return waves.map(() => random.between(0, 2 * Math.PI));
}

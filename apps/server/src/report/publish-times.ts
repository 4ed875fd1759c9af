import type { Clock } from '#ports/clock.ts';

/** `yyyyMMddHHmmssSSS` in UTC (spec 3, Report response). */
export function timeDigits(at: number): string {
  const iso = new Date(at).toISOString();
  // By places: this runs with every publish.
  const date = iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10);
  return date + iso.slice(11, 13) + iso.slice(14, 16) + iso.slice(17, 19) + iso.slice(20, 23);
}

/** Epoch ms of 17 digits; NaN for anything else. */
export function timeOfDigits(digits: string): number {
  const at = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(digits);
  return at ? Date.parse(`${at[1]}-${at[2]}-${at[3]}T${at[4]}:${at[5]}:${at[6]}.${at[7]}Z`) : Number.NaN;
}

/** A publish time that is later than the one before even when the clock is not (interfaces 9, Times). */
export function nextTime(clock: Clock, before: string | undefined): string {
  const now = timeDigits(clock.now());
  // As text the later one is the greater: with nearly every publish nothing is parsed.
  if (before === undefined || now > before) return now;
  const last = timeOfDigits(before);
  return Number.isNaN(last) ? now : timeDigits(last + 1);
}

/** The time of a version that its publisher did not make: later than the one before, and no sign of life (semantics 4). */
export function quietTime(clock: Clock, before: string | undefined): string {
  const last = before === undefined ? Number.NaN : timeOfDigits(before);
  return Number.isNaN(last) ? nextTime(clock, before) : timeDigits(last + 1);
}

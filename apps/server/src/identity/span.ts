/**
 * True when something of a moment lasts no longer. A moment that is as far in the future was written by a clock that was
 * ahead and has been set right: nothing may live on until that time comes.
 */
export function isPast(at: number, lasts: number, now: number): boolean {
  return Math.abs(now - at) > lasts;
}

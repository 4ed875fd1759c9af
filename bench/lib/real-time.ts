import { MARK } from '../load/load-client.ts';

/** The system's clock in microseconds, as the load client reads it: `Date.now` ticks in milliseconds only. */
export function realTime(): () => number {
  const before = Date.now();
  let now = before;
  while (now === before) now = Date.now();
  const offset = now - performance.now();
  return () => Math.round((performance.now() + offset) * 1000);
}

/** A message of so many bytes that begins with the mark and the time. */
export function message(size: number, now: number): string {
  const head = `${MARK}${now} `;
  return head + FILLER.slice(0, Math.max(0, size - head.length));
}

const FILLER = 'the quick brown fox jumps over the lazy dog 0123456789 '.repeat(5000);

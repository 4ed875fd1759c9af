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

/** Figures as a sheet has them: under gzip they take two fifths of their bytes, and much less with their cells around them. */
const FILLER = figures(275_000);

function figures(length: number): string {
  const parts: string[] = [];
  for (let at = 0, n = 1; at < length; at += parts.at(-1)?.length ?? 0) {
    // The generator of Park and Miller: the same figures in every run.
    n = (n * 48_271) % 2_147_483_647;
    parts.push(`${(n / 10_000).toFixed(2)} `);
  }
  return parts.join('');
}

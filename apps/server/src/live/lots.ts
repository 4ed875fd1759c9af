import type { Watch } from './live-stream.ts';

/** So many are told between two looks at the clock. */
const MOST = 16;

/**
 * Does something for each watch, a lot in a step; in each lot those come first whose viewers read. The lines of a lot are
 * looked at one right after another: the processor then waits for the memory of all of them at once, and not for that of
 * each before its send (decision 34).
 */
export function* inLots(watches: Iterable<Watch>, work: (watch: Watch) => void): Generator<void> {
  const each = watches[Symbol.iterator]();
  for (;;) {
    const lot = nextOf(each);
    for (const watch of lot) work(watch);
    if (lot.length < MOST) return;
    yield;
  }
}

function nextOf(each: Iterator<Watch>): readonly Watch[] {
  const lot: Watch[] = [];
  while (lot.length < MOST) {
    const { done, value } = each.next();
    if (done) break;
    lot.push(value);
  }
  if (!lot.some(isStalled)) return lot;
  return [...lot.filter((watch) => !isStalled(watch)), ...lot.filter(isStalled)];
}

function isStalled({ stream }: Watch): boolean {
  return stream.isStalled;
}

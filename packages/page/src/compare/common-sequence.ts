/** What two sequences are made of; equal keys stand for the same thing. */
export type Key = string | number;

/** Most pairs that one gap is searched for; beyond it only what is unique on both sides is found. */
const MOST_PAIRS = 1_000_000;

/**
 * For each element of `to` the place of its partner in `from`, or -1: the longest common run in order where that is
 * cheap to find, the one of elements that are unique on both sides where it is not. Its time is bounded.
 */
export function commonSequence(fromKeys: readonly Key[], toKeys: readonly Key[]): Int32Array {
  const numbers = new Map<Key, number>();
  const from = numbered(fromKeys, numbers);
  const to = numbered(toKeys, numbers);
  const partner = new Int32Array(to.length).fill(-1);
  let start = 0;
  const least = Math.min(from.length, to.length);
  while (start < least && from[start] === to[start]) partner[start] = start++;
  let end = 0;
  while (end < least - start && from[from.length - 1 - end] === to[to.length - 1 - end]) {
    end++;
    partner[to.length - end] = from.length - end;
  }
  const gap = { from: start, fromEnd: from.length - end, to: start, toEnd: to.length - end };
  for (const part of cutAtUnique(from, to, { gap, partner })) fillGap(from, to, { gap: part, partner });
  return partner;
}

/** Characters of a text that are looked up at once: of longer ones V8 hashes the length alone. */
const PIECE = 8192;

/** Keys as numbers: long texts are compared once, not in every pair. */
function numbered(keys: readonly Key[], numbers: Map<Key, number>): Int32Array {
  const numberOf = (key: Key) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  return Int32Array.from(keys, (key) => {
    if (typeof key === 'number' || key.length <= PIECE) return numberOf(key);
    let number = -1;
    for (let at = 0; at < key.length; at += PIECE) number = numberOf(`\0${number}\0${key.slice(at, at + PIECE)}`);
    return number;
  });
}

interface Gap {
  readonly from: number;
  readonly fromEnd: number;
  readonly to: number;
  readonly toEnd: number;
}

interface Filling {
  readonly gap: Gap;
  readonly partner: Int32Array;
}

/** Small gaps stay whole; a large one is cut at the elements that both sides hold once, in their longest order. */
function cutAtUnique(from: Int32Array, to: Int32Array, { gap, partner }: Filling): Gap[] {
  if ((gap.fromEnd - gap.from) * (gap.toEnd - gap.to) <= MOST_PAIRS) return [gap];
  const once = placesOfUnique(from, gap.from, gap.fromEnd);
  const shared = placesOfUnique(to, gap.to, gap.toEnd);
  const pairs: (readonly [from: number, to: number])[] = [];
  for (const [key, at] of shared) {
    const partnerAt = once.get(key);
    if (partnerAt !== undefined) pairs.push([partnerAt, at]);
  }
  const gaps: Gap[] = [];
  let before = { from: gap.from, to: gap.to };
  for (const n of risingRun(pairs.map(([at]) => at))) {
    const [fromAt, toAt] = pairs[n] ?? [0, 0];
    partner[toAt] = fromAt;
    gaps.push({ from: before.from, fromEnd: fromAt, to: before.to, toEnd: toAt });
    before = { from: fromAt + 1, to: toAt + 1 };
  }
  return [...gaps, { from: before.from, fromEnd: gap.fromEnd, to: before.to, toEnd: gap.toEnd }];
}

function placesOfUnique(keys: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>();
  for (let n = start; n < end; n++) {
    const key = keys[n] ?? -1;
    if (places.has(key)) repeated.add(key);
    places.set(key, n);
  }
  for (const key of repeated) places.delete(key);
  return places;
}

/** The longest common subsequence of a gap, by the table of lengths. */
function fillGap(from: Int32Array, to: Int32Array, { gap, partner }: Filling): void {
  const rows = gap.fromEnd - gap.from;
  const columns = gap.toEnd - gap.to;
  if (rows === 0 || columns === 0 || rows * columns > MOST_PAIRS) return;
  const isSame = (r: number, c: number) => from[gap.from + r] === to[gap.to + c];
  const lengths = lengthsOf(rows, columns, isSame);
  const width = columns + 1;
  for (let r = 0, c = 0; r < rows && c < columns; ) {
    if (isSame(r, c)) partner[gap.to + c++] = gap.from + r++;
    else if ((lengths[(r + 1) * width + c] ?? 0) >= (lengths[r * width + c + 1] ?? 0)) r++;
    else c++;
  }
}

function lengthsOf(rows: number, columns: number, isSame: (r: number, c: number) => boolean): Uint32Array {
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  for (let r = rows - 1; r >= 0; r--) {
    for (let c = columns - 1; c >= 0; c--) {
      lengths[r * width + c] = isSame(r, c)
        ? (lengths[(r + 1) * width + c + 1] ?? 0) + 1
        : Math.max(lengths[(r + 1) * width + c] ?? 0, lengths[r * width + c + 1] ?? 0);
    }
  }
  return lengths;
}

/** As many elements on both sides of a gap are the same ones under other keys: they become partners too. */
export function pairEqualGaps(partner: Int32Array, fromCount: number): void {
  let from = 0;
  let to = 0;
  for (let n = 0; n <= partner.length; n++) {
    const at = n < partner.length ? (partner[n] ?? -1) : fromCount;
    if (at < 0) continue;
    if (at - from === n - to) for (let k = 0; k < n - to; k++) partner[to + k] = from + k;
    from = at + 1;
    to = n + 1;
  }
}

/** The places of the longest rising run of the values, in order. */
export function risingRun(values: readonly number[]): number[] {
  const tails: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  for (const [n, value] of values.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[n] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = n;
  }
  const run: number[] = [];
  for (let n = tails.at(-1) ?? -1; n >= 0; n = before[n] ?? -1) run.push(n);
  return run.reverse();
}

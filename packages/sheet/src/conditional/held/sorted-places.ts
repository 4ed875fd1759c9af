/** Numbers of a bucket beyond which it is cut in two, and at first. */
const MOST = 1024;
const FIRST = 512;

interface Numbered {
  readonly value: number;
  readonly place: number;
}

interface Bucket {
  readonly values: number[];
  readonly places: number[];
}

/** Numbers in order, each with the place of its cell: one comes or goes without the others moving. */
export class SortedPlaces {
  readonly #buckets: Bucket[] = [];
  count: number;

  constructor(numbers: readonly Numbered[]) {
    const order = Uint32Array.from(numbers.keys()).sort((a, b) => compared(numbers[a], numbers[b]));
    for (let from = 0; from < order.length; from += FIRST) {
      const bucket: Bucket = { values: [], places: [] };
      for (const n of order.subarray(from, from + FIRST)) {
        bucket.values.push(numbers[n]?.value ?? 0);
        bucket.places.push(numbers[n]?.place ?? 0);
      }
      this.#buckets.push(bucket);
    }
    this.count = order.length;
  }

  /** The n-th number from the least on. */
  valueAt(n: number): number | undefined {
    // From the nearer end: the least and the most are asked for most often.
    if (2 * n > this.count) return this.#fromMost(this.count - 1 - n);
    let left = n;
    for (const { values } of this.#buckets) {
      if (left < values.length) return values[left];
      left -= values.length;
    }
    return undefined;
  }

  #fromMost(n: number): number | undefined {
    if (n < 0) return undefined;
    let left = n;
    for (let at = this.#buckets.length - 1; at >= 0; at--) {
      const { values = [] } = this.#buckets[at] ?? {};
      if (left < values.length) return values[values.length - 1 - left];
      left -= values.length;
    }
    return undefined;
  }

  add(value: number, place: number): void {
    const at = Math.max(0, this.#bucketOf(value, place));
    const bucket = this.#buckets[at];
    this.count++;
    if (!bucket) {
      this.#buckets.push({ values: [value], places: [place] });
      return;
    }
    const n = firstFrom(bucket, value, place);
    bucket.values.splice(n, 0, value);
    bucket.places.splice(n, 0, place);
    if (bucket.values.length <= MOST) return;
    const half = bucket.values.length >> 1;
    this.#buckets.splice(at + 1, 0, { values: bucket.values.splice(half), places: bucket.places.splice(half) });
  }

  remove(value: number, place: number): void {
    const at = this.#bucketOf(value, place);
    const bucket = this.#buckets[at];
    const n = bucket ? firstFrom(bucket, value, place) : 0;
    if (bucket?.places[n] !== place) throw new Error('a number that is not there was taken away');
    this.count--;
    bucket.values.splice(n, 1);
    bucket.places.splice(n, 1);
    if (bucket.values.length === 0) this.#buckets.splice(at, 1);
  }

  /** Marks the places of the numbers between two, both among them. */
  markBetween(least: number, most: number, marked: Set<number>): void {
    for (let at = Math.max(0, this.#bucketOf(least, -1)); at < this.#buckets.length; at++) {
      const bucket = this.#buckets[at];
      if (!bucket) return;
      for (let n = firstFrom(bucket, least, -1); n < bucket.values.length; n++) {
        if ((bucket.values[n] ?? 0) > most) return;
        marked.add(bucket.places[n] ?? 0);
      }
    }
  }

  /** The last bucket that begins at or before a number of a place; -1 where the first one begins behind it. */
  #bucketOf(value: number, place: number): number {
    let low = 0;
    let high = this.#buckets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const bucket = this.#buckets[middle];
      if (bucket && !isBehind(bucket, 0, { value, place })) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function compared(a: Numbered | undefined, b: Numbered | undefined): number {
  if (!a || !b) return 0;
  return a.value - b.value || a.place - b.place;
}

function isBehind({ values, places }: Bucket, n: number, { value, place }: Numbered): boolean {
  const own = values[n] ?? 0;
  return own > value || (own === value && (places[n] ?? 0) > place);
}

/** The first entry of a bucket that does not stand before a number of a place. */
function firstFrom({ values, places }: Bucket, value: number, place: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const own = values[middle] ?? 0;
    if (own < value || (own === value && (places[middle] ?? 0) < place)) low = middle + 1;
    else high = middle;
  }
  return low;
}

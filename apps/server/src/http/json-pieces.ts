import { inSlices } from '#lib/slices.ts';

/** Entries of all lists together from which an answer is written in slices. */
const LONG = 5000;
/** Entries that are written at once. */
const PIECE = 128;
/** Lists are found in an answer itself, and in what it holds. */
const DEPTH = 3;

/** A value as JSON. One with long lists is written in slices: a hundred thousand names would be one long turn. */
export function jsonOf(value: unknown): string | Promise<string> {
  return entriesOf(value, DEPTH, LONG) < LONG ? JSON.stringify(value) : inSlices(writing(value, DEPTH));
}

/** Entries of the lists in a value; a count that has come to `most` ends. */
function entriesOf(value: unknown, depth: number, most: number): number {
  if (Array.isArray(value)) return value.length;
  if (depth === 0 || !isPlain(value)) return 0;
  let count = 0;
  for (const key in value) {
    count += 1 + entriesOf(value[key], depth - 1, most - count);
    if (count >= most) return count;
  }
  return count;
}

function* writing(value: unknown, depth: number): Generator<void, string> {
  if (Array.isArray(value)) return yield* writingList(value);
  if (depth === 0 || !isPlain(value)) return JSON.stringify(value);
  const parts: string[] = [];
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue;
    parts.push(`${JSON.stringify(key)}:${yield* writing(one, depth - 1)}`);
    yield;
  }
  return `{${parts.join(',')}}`;
}

function* writingList(list: readonly unknown[]): Generator<void, string> {
  const parts: string[] = [];
  for (let at = 0; at < list.length; at += PIECE) {
    parts.push(JSON.stringify(list.slice(at, at + PIECE)).slice(1, -1));
    yield;
  }
  return `[${parts.join(',')}]`;
}

/** An object of the language's own kind, which says nothing of how it is written. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

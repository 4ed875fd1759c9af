import { inSlices } from '#lib/slices.ts';

/** Entries of all lists together from which an answer is written in slices. */
const LONG = 5000;
/** Entries that are written at once. */
const PIECE = 128;
/** So many characters are as much work as an entry. */
const CHARACTERS = 64;
/** What is this much work is written by itself, a text of it in pieces. */
const HEAVY = 1024;
/** Lists and long texts are found in an answer itself, and in what it holds. */
const DEPTH = 6;

/** A value as JSON. One with long lists or texts is written in slices: a hundred thousand names would be one long turn. */
export function jsonOf(value: unknown): string | Promise<string> {
  return weightOf(value, DEPTH, LONG) < LONG ? JSON.stringify(value) : inSlices(writing(value, DEPTH));
}

/** The work of writing a value, in entries of its lists; a count that has come to `most` ends. */
function weightOf(value: unknown, depth: number, most: number): number {
  if (typeof value === 'string') return value.length / CHARACTERS;
  if (Array.isArray(value)) return value.length >= most ? value.length : weightOfAll(value, depth, most);
  if (depth === 0 || !isPlain(value)) return 0;
  let weight = 0;
  for (const key in value) {
    weight += 1 + weightOf(value[key], depth - 1, most - weight);
    if (weight >= most) return weight;
  }
  return weight;
}

function weightOfAll(list: readonly unknown[], depth: number, most: number): number {
  let weight = list.length;
  if (depth === 0) return weight;
  for (const entry of list) {
    weight += weightOf(entry, depth - 1, most - weight);
    if (weight >= most) return weight;
  }
  return weight;
}

function* writing(value: unknown, depth: number): Generator<void, string> {
  if (typeof value === 'string') return yield* writingText(value);
  if (depth === 0) return JSON.stringify(value);
  if (Array.isArray(value)) return yield* writingList(value, depth);
  if (!isPlain(value)) return JSON.stringify(value);
  const parts: string[] = [];
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue;
    parts.push(`${JSON.stringify(key)}:${yield* writing(one, depth - 1)}`);
    yield;
  }
  return `{${parts.join(',')}}`;
}

/** Light entries together, heavy ones by themselves. */
function* writingList(list: readonly unknown[], depth: number): Generator<void, string> {
  const parts: string[] = [];
  let light: unknown[] = [];
  let weight = 0;
  const flush = () => {
    if (light.length > 0) parts.push(JSON.stringify(light).slice(1, -1));
    [light, weight] = [[], 0];
  };
  for (const entry of list) {
    const own = weightOf(entry, depth - 1, HEAVY);
    if (own >= HEAVY || weight + own >= HEAVY || light.length === PIECE) {
      flush();
      yield;
    }
    if (own >= HEAVY) parts.push(yield* writing(entry, depth - 1));
    else {
      light.push(entry);
      weight += own;
    }
  }
  flush();
  return `[${parts.join(',')}]`;
}

const TEXT_PIECE = HEAVY * CHARACTERS;

/** No pair of surrogates is parted: each half would be written as an escape. */
function* writingText(text: string): Generator<void, string> {
  if (text.length <= TEXT_PIECE) return JSON.stringify(text);
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const last = text.charCodeAt(at + TEXT_PIECE - 1);
    const end = at + TEXT_PIECE - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
    parts.push(JSON.stringify(text.slice(at, end)).slice(1, -1));
    at = end;
    yield;
  }
  return `"${parts.join('')}"`;
}

/** An object of the language's own kind, which says nothing of how it is written. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

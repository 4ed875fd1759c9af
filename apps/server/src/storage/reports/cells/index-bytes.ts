import type { CellShift } from '@sheetwire/page/model/moved-names';

/** Of a page, sorted by shifts that came before, cell and step: the cells that steps set, and the shifts between. */
export interface IndexedPage {
  readonly page: number;
  readonly shifts: readonly (CellShift & { readonly step: number })[];
  /** Where in the lists the cells end that were set before each shift, and after the last one. */
  readonly ends: readonly number[];
  readonly cells: Uint32Array;
  readonly steps: Numbers;
}

/** The steps of a chain, by their versions in order. */
export interface IndexedSegment {
  readonly versions: readonly number[];
  readonly pages: readonly IndexedPage[];
}

type Numbers = Uint16Array | Uint32Array;

interface Head {
  readonly first: number;
  readonly count: number;
  readonly isWide: boolean;
  /** Where versions rise by more than a number holds, as after a restore, and by how much; 0 is among the numbers then. */
  readonly leaps?: readonly (readonly [n: number, by: number])[];
  readonly pages: readonly {
    readonly page: number;
    readonly shifts: readonly (readonly [step: number, at: number, gone: number, come: number])[];
    readonly ends: readonly number[];
  }[];
}

const WORD = 4;
const NARROW = 2 ** 16;
const WIDE = 2 ** 32;

/**
 * A segment as bytes that pack well and are read at once: a head, then numbers of one width. Those that rise are written
 * as how much they do.
 */
export function packedIndex({ versions, pages }: IndexedSegment): Buffer {
  const first = versions[0] ?? 0;
  const rises = versions.map((version, n) => version - (versions[n - 1] ?? first));
  const leaps = [...rises.entries()].filter(([, by]) => by >= WIDE);
  const parts = [rises.map((by) => (by < WIDE ? by : 0))];
  for (const { cells, steps, ends } of pages) parts.push(gapsOf(cells, ends), [...steps]);
  const numbers = parts.flat();
  const isWide = numbers.some((number) => number >= NARROW);
  const head: Head = {
    ...{ first, count: versions.length, isWide, ...(leaps.length > 0 && { leaps }) },
    pages: pages.map(({ page, shifts, ends }) => ({ page, ends, shifts: shifts.map(numbersOf) })),
  };
  const text = Buffer.from(JSON.stringify(head));
  const padded = Math.ceil(text.length / WORD) * WORD;
  const start = Buffer.alloc(WORD + padded, ' ');
  start.writeUInt32LE(padded);
  text.copy(start, WORD);
  const words = isWide ? Uint32Array.from(numbers) : Uint16Array.from(numbers);
  return Buffer.concat([start, Buffer.from(words.buffer)]);
}

/** The segment of such bytes. */
export function readIndex(given: Uint8Array): IndexedSegment {
  const isAligned = given.byteOffset % WORD === 0;
  const { buffer, byteOffset, length: size } = isAligned ? given : new Uint8Array(given);
  const bytes = Buffer.from(buffer, byteOffset, size);
  const end = WORD + bytes.readUInt32LE(0);
  const head: Head = JSON.parse(bytes.toString('utf8', WORD, end));
  const words = head.isWide
    ? new Uint32Array(buffer, byteOffset + end, (size - end) / WORD)
    : new Uint16Array(buffer, byteOffset + end, (size - end) / 2);
  let at = head.count;
  let version = head.first;
  const leaps = new Map(head.leaps);
  const versions = Array.from(words.subarray(0, at), (rise, n) => (version += leaps.get(n) ?? rise));
  const pages = head.pages.map(({ page, shifts, ends }): IndexedPage => {
    const length = ends.at(-1) ?? 0;
    const cells = summed(words.subarray(at, at + length), ends);
    const steps = words.subarray(at + length, at + 2 * length);
    at += 2 * length;
    return { page, shifts: shifts.map(shiftOf), ends, cells, steps };
  });
  return { versions, pages };
}

function numbersOf({ step, at, gone, come }: IndexedPage['shifts'][number]) {
  return [step, at, gone, come] as const;
}

function shiftOf([step, at, gone, come]: ReturnType<typeof numbersOf>): IndexedPage['shifts'][number] {
  return { step, at, gone, come };
}

function summed(gaps: Numbers, ends: readonly number[]): Uint32Array {
  const cells = new Uint32Array(gaps.length);
  let from = 0;
  for (const end of ends) {
    let cell = 0;
    for (; from < end; from++) {
      cell += gaps[from] ?? 0;
      cells[from] = cell;
    }
  }
  return cells;
}

function gapsOf(cells: Uint32Array, ends: readonly number[]): number[] {
  const gaps: number[] = [];
  let from = 0;
  for (const end of ends) {
    let before = 0;
    for (; from < end; from++) {
      const cell = cells[from] ?? 0;
      gaps.push(cell - before);
      before = cell;
    }
  }
  return gaps;
}

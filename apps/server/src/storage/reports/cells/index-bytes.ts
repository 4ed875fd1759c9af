import type { CellShift } from '@sheetwire/page/model/moved-names';

/** Of a page, sorted by shifts that came before, cell and step: the cells that steps set, and the shifts between. */
export interface IndexedPage {
  readonly page: number;
  readonly shifts: readonly (CellShift & { readonly step: number })[];
  /** Where in the lists the cells end that were set before each shift, and after the last one. */
  readonly ends: readonly number[];
  readonly cells: Uint32Array;
  readonly steps: Uint32Array;
}

/** The steps of a chain, by their versions in order. */
export interface IndexedSegment {
  readonly versions: readonly number[];
  readonly pages: readonly IndexedPage[];
}

type Head = readonly {
  readonly page: number;
  readonly shifts: readonly (readonly [step: number, at: number, gone: number, come: number])[];
  readonly ends: readonly number[];
}[];

const WORD = 4;

/** A segment as bytes that pack well: numbers that rise are written as how much they do. */
export function packedIndex({ versions, pages }: IndexedSegment): Buffer {
  const head: Head = pages.map(({ page, shifts, ends }) => ({
    page,
    shifts: shifts.map(({ step, at, gone, come }) => [step, at, gone, come] as const),
    ends,
  }));
  const first = versions[0] ?? 0;
  const text = Buffer.from(JSON.stringify({ first, head, count: versions.length }));
  const padded = Math.ceil(text.length / WORD) * WORD;
  const words = 1 + padded / WORD + versions.length + pages.reduce((sum, { cells }) => sum + 2 * cells.length, 0);
  const bytes = Buffer.alloc(WORD * words, ' ');
  bytes.writeUInt32LE(padded);
  text.copy(bytes, WORD);
  let at = WORD + padded;
  const put = (value: number) => {
    at = bytes.writeUInt32LE(value, at);
  };
  for (const [n, version] of versions.entries()) put(version - (versions[n - 1] ?? first));
  for (const { cells, steps, ends } of pages) {
    for (const gap of gapsOf(cells, ends)) put(gap);
    for (const step of steps) put(step);
  }
  return bytes;
}

/** The segment of such bytes. */
export function readIndex(given: Uint8Array): IndexedSegment {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.length);
  let at = WORD + bytes.readUInt32LE(0);
  const { first, head, count }: { first: number; head: Head; count: number } = JSON.parse(
    bytes.toString('utf8', WORD, at),
  );
  const take = (): number => {
    at += WORD;
    return bytes.readUInt32LE(at - WORD);
  };
  let version = first;
  const versions = Array.from({ length: count }, () => (version += take()));
  const pages = head.map(({ page, shifts, ends }): IndexedPage => {
    const length = ends.at(-1) ?? 0;
    const cells = new Uint32Array(length);
    let from = 0;
    for (const end of ends) {
      let cell = 0;
      for (; from < end; from++) cells[from] = cell += take();
    }
    const steps = Uint32Array.from({ length }, take);
    return { page, shifts: shifts.map(([step, ...rest]) => ({ step, ...shiftOf(rest) })), ends, cells, steps };
  });
  return { versions, pages };
}

function shiftOf([at, gone, come]: readonly [number, number, number]): CellShift {
  return { at, gone, come };
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

import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';

/** Whose names are to be read, and how many there are: counted no further than `limits.rightsPart.long`. */
export interface Counted<Name> {
  readonly name: Name;
  readonly held: number;
}

/**
 * Reads the names of many a part at a time, as an embedded store answers within one turn of the event loop: each part ends
 * it (quality: 50 ms).
 */
export async function readInParts<Name, Value>(
  counted: readonly Counted<Name>[],
  read: (names: readonly Name[]) => Promise<readonly Value[]>,
): Promise<Value[]> {
  const found: Value[] = [];
  for (const [n, names] of partsOf(counted).entries()) {
    if (n > 0) await nextTurn();
    found.push(...(await read(names)));
  }
  return found;
}

/** How a page is read: who comes after a name, counted, and then their names. */
export interface PageReading<Name, Value> {
  readonly count: (after: Name | undefined, most: number) => Promise<readonly Counted<Name>[]>;
  readonly read: (names: readonly Name[]) => Promise<readonly Value[]>;
}

/**
 * The first after a name, read in parts. Who goes between the counting and the reading is made up for by who comes next: a page
 * that is not full is the last, and whoever comes after it would be taken for gone.
 */
export async function readPage<Name, Value>(
  after: Name | undefined,
  most: number,
  { count, read }: PageReading<Name, Value>,
): Promise<Value[]> {
  const found: Value[] = [];
  for (let last = after; ; ) {
    const wanted = most - found.length;
    const counted = await count(last, wanted);
    found.push(...(await readInParts(counted, read)));
    last = counted.at(-1)?.name;
    if (counted.length < wanted || found.length === most) return found;
  }
}

/** Parts that come to few names each, in the same order; who has many is a part alone. */
export function partsOf<Name>(counted: readonly Counted<Name>[]): Name[][] {
  const { names: most, long } = limits.rightsPart;
  const parts: Name[][] = [];
  let room = 0;
  for (const { name, held } of counted) {
    const cost = held < long ? 1 + held : most;
    const last = parts.at(-1);
    if (last !== undefined && cost <= room) last.push(name);
    else {
      parts.push([name]);
      room = most;
    }
    room -= cost;
  }
  return parts;
}

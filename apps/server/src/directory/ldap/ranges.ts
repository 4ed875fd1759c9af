import { limits } from '@sheetwire/contract/limits';
import type { Entry } from 'ldapts';
import { DirectoryFault } from './fault.ts';

/** Reads one entry by its name with one attribute. */
export type ReadAttribute = (attribute: string) => Promise<Entry | undefined>;

/** One part of a long list of values: `member;range=0-1499`, the last one `member;range=1500-*`. */
interface Part {
  readonly last: number | undefined;
  readonly values: readonly string[];
}

/**
 * An entry whose `attribute` is whole: a server that hands out a long list in parts (Active Directory, 1,500 values at
 * a time) is asked for the rest.
 */
export async function withAllValues(entry: Entry, attribute: string, read: ReadAttribute): Promise<Entry> {
  let part = partOf(entry, attribute);
  if (part === undefined) return entry;
  const values = [...part.values];
  for (let round = 0; part.last !== undefined; round++) {
    const from: number = part.last + 1;
    const next = await read(`${attribute};range=${from}-*`);
    const following = next && partOf(next, attribute);
    if (following === undefined || (following.last !== undefined && following.last < from)) {
      throw new DirectoryFault(`the directory stopped listing the members of ${entry.dn} at ${from}`);
    }
    if (round >= limits.directory.memberRanges || values.length > limits.directory.members) {
      throw new DirectoryFault(`${entry.dn} has too many members`);
    }
    values.push(...following.values);
    part = following;
  }
  return { ...entry, [attribute]: values };
}

function partOf(entry: Entry, attribute: string): Part | undefined {
  for (const [name, value] of Object.entries(entry)) {
    const found = /^(.+);range=\d+-(\d+|\*)$/i.exec(name);
    if (found?.[1]?.toLowerCase() !== attribute.toLowerCase()) continue;
    const all = Array.isArray(value) ? value : [value];
    return {
      last: found[2] === '*' ? undefined : Number(found[2]),
      values: all.filter((one) => typeof one === 'string'),
    };
  }
  return undefined;
}

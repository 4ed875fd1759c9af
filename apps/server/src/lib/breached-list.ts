import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const HASH_LENGTH = 40;
/** Longer than two lines: a hash, a colon, a count and the line ends. */
const WINDOW = 160;
const LINE = /^([0-9A-Fa-f]{40})(?::\d{1,15})?\r?$/;
/** Places of a list that a start looks at: its order is then as good as certain, however large it is. */
const SAMPLES = 500;

/** Whether a password's SHA-1 is in a sorted file of `HASH:count` lines: a binary search on the disk. */
export async function isBreached(file: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
  const handle = await open(file);
  try {
    return await isListed(handle, wanted, (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}

/** `low` is always the start of a line, and every line before it is smaller than the wanted one. */
async function isListed(handle: FileHandle, wanted: string, size: number): Promise<boolean> {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // One byte before the middle, so that a line which begins just there is seen.
    const from = middle === low ? low : middle - 1;
    const line = lineFrom(await readAt(handle, from, size), from, middle === low);
    if (line === undefined || line.at >= high) {
      if (middle === low) return false;
      high = middle;
    } else if (line.hash === wanted) {
      return true;
    } else if (line.hash < wanted) {
      low = line.next;
    } else {
      high = middle;
    }
  }
  return false;
}

async function readAt(handle: FileHandle, at: number, size: number): Promise<string> {
  const buffer = Buffer.alloc(Math.min(WINDOW, size - at));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
  return buffer.toString('latin1', 0, bytesRead);
}

/** The first whole line of a window that begins at `at`; undefined when none begins in it. */
function lineFrom(
  window: string,
  at: number,
  isLineStart: boolean,
): { readonly hash: string; readonly at: number; readonly next: number } | undefined {
  const from = isLineStart ? 0 : window.indexOf('\n') + 1;
  if ((!isLineStart && from === 0) || from >= window.length) return undefined;
  const end = window.indexOf('\n', from);
  const line = window.slice(from, end < 0 ? undefined : end);
  const hash = LINE.exec(line)?.[1];
  if (hash === undefined) throw new Error(`the list of stolen passwords has no hash at byte ${at + from}`);
  return { hash: hash.toUpperCase(), at: at + from, next: at + from + line.length + 1 };
}

/** Why a file cannot be a list of stolen passwords, in words for the operator; undefined when it can. */
export function breachedListFault(file: string): string | undefined {
  try {
    return faultIn(file);
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function faultIn(file: string): string | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size < HASH_LENGTH) return 'has no hash';
    let before = '';
    for (let sample = 0; sample < SAMPLES; sample++) {
      const at = Math.floor((size * sample) / SAMPLES);
      const buffer = Buffer.alloc(Math.min(WINDOW, size - at));
      readSync(descriptor, buffer, 0, buffer.length, at);
      const line = lineFrom(buffer.toString('latin1'), at, sample === 0);
      if (line !== undefined && line.hash < before) return 'is not sorted by hash';
      before = line?.hash ?? before;
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

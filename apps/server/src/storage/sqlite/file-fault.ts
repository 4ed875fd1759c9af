import { dirname, resolve } from 'node:path';
import { StoreFault } from '#ports/store-fault.ts';
import { codeOf } from '../faults.ts';

/** What SQLite says of a file that it cannot use, as a sentence that names the file; any other fault is handed back. */
export function fileFault(error: unknown, file: string): unknown {
  const words = wordsOf.get(primaryOf(codeOf(error)));
  return words === undefined ? error : new StoreFault(words(resolve(file)), codeOf(error), { cause: error });
}

/** SQLite's own number without what it adds to tell cases apart. */
function primaryOf(code: string): number {
  return Number(/^SQLITE_(\d+)$/.exec(code)?.[1] ?? 0) % 256;
}

const damaged = (file: string) => `${file} is damaged or is not a store; move it away and restore a backup`;

const wordsOf: ReadonlyMap<number, (file: string) => string> = new Map([
  [8, (file) => `${file} cannot be written by this user; run this as the user that runs the server`],
  [11, damaged],
  [13, (file) => `the disk of ${dirname(file)} is full; free some space`],
  [14, (file) => `${file} cannot be opened by this user; run this as the user that runs the server`],
  [26, damaged],
]);

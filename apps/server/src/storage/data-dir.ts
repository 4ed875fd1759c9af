import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from './faults.ts';

/** A data folder that cannot be used; the message says what to do. */
export class DataDirFault extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`SHEETWIRE_DATA_DIR: ${why}`, options);
    this.name = 'DataDirFault';
  }
}

/** SQLite opens no file whose whole path is longer than 512 bytes, the endings of its own files included. */
const LONGEST = 480;
const OWNER_ONLY = 0o700;

/** Makes the data folder for its owner alone where it is not there yet, and makes sure that files can be made in it. */
export function makeDataDir(dataDir: string): void {
  const dir = pathOf(dataDir);
  makeFolder(dir);
  attempt(dir, () => rmdirSync(mkdtempSync(join(dir, 'try-'))), isFull);
}

/** The data folder, or the nearest one above it in which it would be made. */
export function nearestFolder(dataDir: string): string {
  let place = pathOf(dataDir);
  while (!isFolder(place)) place = dirname(place);
  return place;
}

function pathOf(dataDir: string): string {
  const dir = resolve(dataDir);
  const length = Buffer.byteLength(dir);
  if (length > LONGEST) {
    throw new DataDirFault(`a path of ${length} bytes is too long; use a folder whose path has ${LONGEST} at most`);
  }
  return dir;
}

/** One by one: where the system lets no folder be made, as in /proc, Node's own way down the path never ends. */
function makeFolder(dir: string): void {
  if (isFolder(dir)) return;
  makeFolder(dirname(dir));
  attempt(
    dir,
    () => mkdirSync(dir, { mode: OWNER_ONLY }),
    // Another start may have made it just now.
    (code) => code === 'EEXIST' && isFolder(dir),
  );
}

function isFolder(path: string): boolean {
  let isThere = false;
  attempt(path, () => {
    const found = statSync(path, { throwIfNoEntry: false });
    isThere = found !== undefined;
    if (found && !found.isDirectory()) throw new DataDirFault(`${path} is not a folder; use a folder`);
  });
  return isThere;
}

/** A full disk is told by what is written: what is there can be read meanwhile. */
function isFull(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT';
}

function attempt(place: string, act: () => void, isNoFault: (code: string) => boolean = () => false): void {
  try {
    act();
  } catch (error) {
    if (error instanceof DataDirFault) throw error;
    const code = codeOf(error);
    if (!isNoFault(code)) throw new DataDirFault(words.get(code)?.(place) ?? unknown(place, code), { cause: error });
  }
}

type Words = (place: string) => string;
const forbidden: Words = (place) =>
  `this user cannot create ${place} or files in it; make the user that runs the server its owner, or use another folder`;
const leadsNowhere: Words = (place) => `${place} is a broken link; fix it, or use another folder`;
const full: Words = (place) => `the disk is full, so ${place} cannot be created; free some space`;

const words: ReadonlyMap<string, Words> = new Map([
  ['EACCES', forbidden],
  ['EPERM', forbidden],
  ['EROFS', (place) => `${place} is on a read-only disk; use a folder on another disk`],
  ['ENAMETOOLONG', () => 'a name in its path is too long; use a folder with a shorter path'],
  ['EEXIST', leadsNowhere],
  ['ELOOP', leadsNowhere],
  ['ENOSPC', full],
  ['EDQUOT', full],
]);

function unknown(place: string, code: string): string {
  return `no files can be created in ${place} (${code}); use a folder on a disk`;
}

import { access, constants, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Settings } from '#settings/settings.ts';
import { nearestFolder } from '#storage/data-dir.ts';
import { hasBuiltPages } from '../serve.ts';
import { type Check, doctorExits, type Note, ok, warn } from './check.ts';

const others = 0o077;
const octal = 8;
const bytesPerMib = 1024 * 1024;
/** A store that cannot write is read-only, not broken; a warning comes before. */
const littleSpace = 512 * bytesPerMib;
const shortestKey = 32;

/** What lies on this machine: the data folder, the server's key, the built pages, the list of stolen passwords. */
export function fileChecks(settings: Settings, webDir: string): Check[] {
  const exit = doctorExits.file;
  return [
    { name: 'data', exit, run: () => checkDataDir(resolve(settings.dataDir)) },
    { name: 'key', exit, run: () => checkKey(settings) },
    { name: 'pages', exit: doctorExits.usage, run: async () => checkPages(webDir) },
    { name: 'passwords', exit, run: async () => [ok(passwordWords(settings))] },
  ];
}

async function checkDataDir(dir: string): Promise<readonly Note[]> {
  const place = nearestFolder(dir);
  await access(place, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new Error(`${place} is not accessible to this user; run as the user that runs the server`);
  });
  const space = await statfs(place);
  if (space.blocks === 0) throw new Error(`${place} is not on a disk; set SHEETWIRE_DATA_DIR`);
  if (place !== dir) return [ok(`${dir} does not exist yet; the first start creates it`)];
  const found = await stat(dir);
  const free = space.bavail * space.bsize;
  const notes = [ok(`${dir}, ${Math.floor(free / bytesPerMib)} MiB free`)];
  if (free < littleSpace) notes.push(warn('the disk is nearly full; once full, nothing can be published'));
  if ((found.mode & others) !== 0) notes.push(warn(`others can read ${dir} (${modeOf(found)}); chmod 700 it`));
  if ((await statOf(join(dir, 'demo-accounts.json'))) !== undefined) notes.push(warn(ofTheDemo(dir)));
  return notes;
}

function ofTheDemo(dir: string): string {
  return `the demo (npm start) has put its accounts, whose passwords it prints, into ${dir}; use another folder for a portal`;
}

async function checkKey({ secretKey, dataDir, databaseUrl }: Settings): Promise<readonly Note[]> {
  if (secretKey !== '') return [ok('from SHEETWIRE_SECRET_KEY')];
  const shared =
    databaseUrl === '' ? [] : [warn('SHEETWIRE_SECRET_KEY is not set; servers that share a database must share it')];
  const file = join(resolve(dataDir), 'secret.key');
  const found = await statOf(file);
  if (found === undefined) return [ok(`${file} does not exist yet; the first start creates it`), ...shared];
  if ((found.mode & others) !== 0) throw new Error(`others can read ${file} (${modeOf(found)}); chmod 600 it`);
  const length = (await readFile(file, 'utf8')).trim().length;
  if (length < shortestKey) throw new Error(`${file} is too short for a key; restore it from a backup`);
  return [ok(file), ...shared];
}

function checkPages(webDir: string): readonly Note[] {
  if (!hasBuiltPages(webDir)) throw new Error('the web pages have not been built; run npm run build');
  return [ok('built')];
}

function passwordWords({ passwordLength, breachedList }: Settings): string {
  const list = breachedList === '' ? 'no list of stolen passwords set' : `checked against ${breachedList}`;
  return `${passwordLength} characters minimum; ${list}`;
}

/** How many mails lie in the outbox; undefined when it was not made yet. */
export async function mailsInOutbox(dataDir: string): Promise<number> {
  const files = await readdir(join(dataDir, 'outbox')).catch(() => []);
  return files.filter((name) => name.endsWith('.eml')).length;
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
      return undefined;
    throw error;
  }
}

function modeOf({ mode }: { readonly mode: number }): string {
  return (mode & 0o777).toString(octal);
}

import type { Dirent } from 'node:fs';
import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { isPublishable } from '../read-source.ts';

/** A file as a look at the folder finds it. */
export interface FoundFile {
  /** What changes with each save. */
  readonly mark: string;
  /** What stays when the file is renamed. */
  readonly id: string;
}

/** What a look at the folder finds. */
export interface Scan {
  /** By path in the folder, in the order of their names. */
  readonly files: ReadonlyMap<string, FoundFile>;
  /** The folders in it that are to be watched, the folder itself first. */
  readonly folders: readonly string[];
  /** Folders that could not be read: what was found in them before is not gone. */
  readonly unread: readonly string[];
  /** What is left out, in words. */
  readonly leftOut: readonly string[];
  /** There are more files than may be published. */
  readonly isCut: boolean;
}

interface Look {
  readonly root: string;
  readonly real: string;
  readonly files: Map<string, FoundFile>;
  readonly folders: string[];
  readonly unread: string[];
  readonly leftOut: string[];
  entries: number;
  isCut: boolean;
}

/** Looks at a folder and all in it, within bounds; throws when the folder itself cannot be read. */
export async function scanFolder(root: string): Promise<Scan> {
  const real = await realpath(root);
  const look: Look = { root, real, files: new Map(), folders: [], unread: [], leftOut: [], entries: 0, isCut: false };
  await lookInto(look, '', 0);
  return { ...look, files: new Map([...look.files].toSorted(([one], [other]) => (one < other ? -1 : 1))) };
}

async function lookInto(look: Look, inside: string, depth: number): Promise<void> {
  const entries = await entriesOf(look, inside);
  look.folders.push(join(look.root, inside));
  const relOf = ({ name }: Dirent) => (inside === '' ? name : join(inside, name));
  const workbooks = entries.filter((entry) => !entry.isDirectory() && isPublishable(entry.name));
  for (let n = 0; n < workbooks.length; n += atOnce) {
    await Promise.all(workbooks.slice(n, n + atOnce).map((entry) => lookAt(look, relOf(entry), entry)));
  }
  for (const entry of entries) {
    if (look.isCut) return;
    if (!entry.isDirectory()) continue;
    const rel = relOf(entry);
    if (depth < limits.folder.depth) await lookInto(look, rel, depth + 1);
    else
      look.leftOut.push(`${rel} is nested too deeply: folders are published up to ${limits.folder.depth} levels down`);
  }
}

/** Files that are looked at side by side. */
const atOnce = 64;

/** The entries that may count, by name; those of a folder that cannot be read are none, and the folder is named. */
async function entriesOf(look: Look, inside: string): Promise<Dirent[]> {
  const found: Dirent[] = [];
  try {
    for await (const entry of await opendir(join(look.root, inside))) {
      if (++look.entries > limits.folder.entries) look.isCut = true;
      if (look.isCut) break;
      if (!isHidden(entry.name)) found.push(entry);
    }
  } catch (fault) {
    if (inside === '') throw fault;
    look.unread.push(inside);
  }
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function lookAt(look: Look, rel: string, entry: Dirent): Promise<void> {
  const path = join(look.root, rel);
  if (entry.isSymbolicLink() && !(await staysIn(path, look.real))) {
    look.leftOut.push(`${rel} is a link to a place outside the folder`);
    return;
  }
  const found = await (entry.isSymbolicLink() ? stat(path) : lstat(path)).catch(() => undefined);
  if (!found?.isFile()) return;
  if (look.files.size >= limits.folder.files) {
    look.isCut = true;
    return;
  }
  look.files.set(rel, { mark: `${found.size} ${found.mtimeMs} ${found.ino}`, id: `${found.dev} ${found.ino}` });
}

/** Whether what a path leads to, links followed, lies in a folder (whose own links are followed). */
export async function staysIn(path: string, real: string): Promise<boolean> {
  const target = await realpath(path).catch(() => undefined);
  return target?.startsWith(real.endsWith(sep) ? real : `${real}${sep}`) ?? false;
}

/** Hidden files, and those that programs put beside an open workbook: `.~lock.book.ods#`, `~$book.xlsx`. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~');
}

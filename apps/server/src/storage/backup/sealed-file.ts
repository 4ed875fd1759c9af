import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { StoreFault } from '#ports/store-fault.ts';
import { codeOf } from '../faults.ts';

/** The end of every backup: a mark and the SHA-256 of all bytes before it. */
const MARK = '\nsheetwire sha256 ';
const SEAL = /^\nsheetwire sha256 ([0-9a-f]{64})\n$/;
const DIGEST_LENGTH = 64;
const SEAL_LENGTH = MARK.length + DIGEST_LENGTH + 1;

/** A draft that nobody has written to for so long was left by a run that was killed. */
const LEFT_AFTER = 24 * 3600 * 1000;

/**
 * Writes a file under a name of its own, seals it, and puts it in place only when it is whole and on the disk. Of two
 * that write the same file at once each is whole, and the later one stays.
 */
export async function sealFile(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  await sealDraft(file, write, (draft) => rename(draft, file));
}

/** The same under a name that no file has yet: the usual one, or `…-2` and so on. Answers which. */
export async function sealNewFile(usual: string, write: (draft: string) => Promise<void>): Promise<string> {
  let file = usual;
  await sealDraft(usual, write, async (draft) => {
    file = await underFreeName(usual, async (name) => (await open(name, 'wx', 0o600)).close());
    await rename(draft, file);
  });
  return file;
}

/** Gives `take` one name after another, until one is free: `take` makes the file, and throws where there is one. */
export async function underFreeName(usual: string, take: (name: string) => Promise<void>): Promise<string> {
  for (let count = 1; count <= limits.store.formerStores; count++) {
    const name = count === 1 ? usual : `${usual}-${count}`;
    try {
      await take(name);
      return name;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  throw new StoreFault(`${usual} and ${limits.store.formerStores - 1} more exist; delete those that are not needed`);
}

async function sealDraft(
  file: string,
  write: (draft: string) => Promise<void>,
  place: (draft: string) => Promise<void>,
): Promise<void> {
  await removeLeftDrafts(file);
  const draft = `${file}.${randomBytes(DRAFT_BYTES).toString('hex')}.part`;
  await (await open(draft, 'wx', 0o600)).close();
  try {
    await write(draft);
    const digest = await digestOf(draft);
    const handle = await open(draft, 'a', 0o600);
    try {
      await handle.writeFile(`${MARK}${digest}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await place(draft);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
    throw isFull(error) ? new StoreFault(fullWords(file), codeOf(error), { cause: error }) : error;
  }
}

/** SQLite has a word of its own for it. */
function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'SQLITE_13'].includes(codeOf(error));
}

function fullWords(file: string): string {
  return `The disk of ${dirname(file)} is full; free some space, or choose another folder`;
}

const DRAFT_BYTES = 6;
const DRAFT_END = /^(\.[0-9a-f]{12})?\.part(-journal)?$/;

async function removeLeftDrafts(file: string): Promise<void> {
  const name = basename(file);
  const isDraft = (found: string) => found.startsWith(name) && DRAFT_END.test(found.slice(name.length));
  await removeLeft(dirname(file), isDraft);
}

/**
 * Removes what killed runs left in a folder: what nobody has written to for a day, its own files included. What another
 * user left is theirs to remove.
 */
export async function removeLeft(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const found of (await readdir(folder)).filter(isOurs)) {
    const left = join(folder, found);
    const writtenAt = (await statIfThere(left))?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - writtenAt <= LEFT_AFTER) continue;
    await rm(left, { recursive: true, force: true }).catch((error: unknown) => {
      if (!DENIED.includes(codeOf(error))) throw error;
    });
  }
}

const DENIED: readonly string[] = ['EACCES', 'EPERM'];

/** Another run may have put it in place or removed it just now. */
async function statIfThere(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** How many bytes of a sealed file are content; throws when the seal is missing or does not fit the bytes. */
export async function verifySeal(file: string): Promise<number> {
  const size = (await stat(file)).size - SEAL_LENGTH;
  if (size <= 0) throw new StoreFault(`${file} is not a complete backup`);
  const seal = await readAt(file, size);
  const match = SEAL.exec(seal);
  if (!match) throw new StoreFault(`${file} is not a complete backup`);
  if ((await digestOf(file, size)) !== match[1]) throw new StoreFault(`${file} has been changed since it was written`);
  return size;
}

/** True when a file ends as a backup does; its bytes are not checked. */
export async function isSealed(file: string): Promise<boolean> {
  const size = (await stat(file)).size - SEAL_LENGTH;
  return size > 0 && SEAL.test(await readAt(file, size));
}

/** Makes a rename last through a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readAt(file: string, at: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SEAL_LENGTH), 0, SEAL_LENGTH, at);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function digestOf(file: string, length = Number.POSITIVE_INFINITY): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: length - 1 })) hash.update(chunk);
  return hash.digest('hex');
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreFault } from '#ports/store-fault.ts';

/** The end of every backup: a mark and the SHA-256 of all bytes before it. */
const MARK = '\nsheetwire sha256 ';
const SEAL = /^\nsheetwire sha256 ([0-9a-f]{64})\n$/;
const DIGEST_LENGTH = 64;
const SEAL_LENGTH = MARK.length + DIGEST_LENGTH + 1;

/** Writes a file under another name, seals it, and puts it in place only when it is whole and on the disk. */
export async function sealFile(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  try {
    await (await open(draft, 'wx', 0o600)).close();
    await write(draft);
    const digest = await digestOf(draft);
    const handle = await open(draft, 'a', 0o600);
    try {
      await handle.writeFile(`${MARK}${digest}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
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

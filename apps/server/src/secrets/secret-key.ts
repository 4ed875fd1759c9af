import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartFault } from '#lib/start-fault.ts';
import { makeDataDir } from '#storage/data-dir.ts';

const KEY_BYTES = 32;
const FILE = 'secret.key';
/** That of SHEETWIRE_SECRET_KEY. */
const SHORTEST = 32;

/** The server's own key: from the settings, or made once and kept in the data dir for its owner alone. */
export async function loadSecretKey({
  secretKey,
  dataDir,
}: {
  readonly secretKey: string;
  readonly dataDir: string;
}): Promise<Uint8Array> {
  const found = await findSecretKey({ secretKey, dataDir });
  if (found) return found;
  makeDataDir(dataDir);
  return makeKey(join(dataDir, FILE));
}

/** The same, where there is one: for who only reads what it sealed. */
export async function findSecretKey({
  secretKey,
  dataDir,
}: {
  readonly secretKey: string;
  readonly dataDir: string;
}): Promise<Uint8Array | undefined> {
  return secretKey === '' ? readKey(join(dataDir, FILE)) : keyBytes(secretKey);
}

/** A key as it is used. */
export function keyBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  try {
    return soundKey(file, (await readFile(file, 'utf8')).trim());
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A file that was cut off is no key that can be guessed, and what the true one sealed is not lost. */
function soundKey(file: string, text: string): Uint8Array {
  if (text.length >= SHORTEST) return keyBytes(text);
  throw new StartFault('file', `${resolve(file)} is too short for a key; restore it from a backup`);
}

/** Linked into place, so that of two starts at once one key is kept whole and both use it. */
async function makeKey(file: string): Promise<Uint8Array> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  const key = await readKey(file);
  if (key === undefined) throw new Error(`${file} was deleted while it was being created`);
  return key;
}

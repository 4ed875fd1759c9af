import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FigureKeys } from '#secrets/figure-keys.ts';
import { findSecretKey, keyBytes } from '#secrets/secret-key.ts';
import type { Settings } from '#settings/settings.ts';
import { removeLeft } from '#storage/backup/sealed-file.ts';
import { type VerifiedBackup, verifyBackup } from '#storage/backup/verify-backup.ts';
import type { StoreCommandResult } from './backup-command.ts';

/** Where the store is, and the keys that its versions were sealed with. */
export type StorePlace = Pick<Settings, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Settings, 'secretKey' | 'oldSecretKeys'>>;

const second = 1000;
const SCRATCH = '.sheetwire-verify-';

/** Proves that a backup comes back: in a folder beside the file that only its owner may read, and that is gone afterwards. */
export async function verifyFile(place: StorePlace, file: string): Promise<StoreCommandResult> {
  const from = performance.now();
  const seals = await sealsOf(place);
  await removeLeft(dirname(file), (name) => name.startsWith(SCRATCH));
  const scratch = await mkdtemp(join(dirname(file), SCRATCH));
  const clear = () => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    const verified = await verifyBackup({ file, scratch, seals });
    return told(verified, { file, hasKey: seals !== undefined, took: performance.now() - from });
  } finally {
    process.off('exit', clear);
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A key is not made here: one that is not there sealed nothing. */
async function sealsOf({ secretKey = '', oldSecretKeys = [], dataDir }: StorePlace): Promise<FigureKeys | undefined> {
  const key = await findSecretKey({ secretKey, dataDir });
  return key && new FigureKeys(key, oldSecretKeys.map(keyBytes));
}

interface Telling {
  readonly file: string;
  readonly hasKey: boolean;
  readonly took: number;
}

function told(
  { tables, rows, reports, versions }: VerifiedBackup,
  { file, hasKey, took }: Telling,
): StoreCommandResult {
  const all = Object.values(versions).reduce((sum, count) => sum + count, 0);
  const holds =
    `${file} restores in ${(took / second).toFixed(1)} s: ` +
    `${counted(rows, 'row')} in ${counted(tables, 'table')}, ${counted(reports, 'report')}, ${counted(all, 'version')}`;
  const faults = [
    versions.changed > 0 && `${counted(versions.changed, 'version')} changed outside Sheetwire`,
    versions['other key'] > 0 && `${counted(versions['other key'], 'version')} sealed with a different key`,
    versions.untold > 0 && !hasKey && "the server's key was not found, so seals could not be checked",
  ].filter((fault) => fault !== false);
  if (faults.length > 0) return { outcome: 'unconfirmed', message: `${holds}; ${faults.join(', ')}` };
  // From before versions were signed, or of an older server beside a newer one.
  const unsigned = versions.unsigned > 0 ? `, ${versions.unsigned.toLocaleString('en-US')} of them unsigned` : '';
  return { outcome: 'done', message: `${holds}${unsigned}; everything can be read and every seal is valid` };
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import type { ExitName } from '@sheetwire/contract/exits';
import * as z from 'zod/mini';
import type { Clock } from '#ports/clock.ts';
import type { Stores } from '#ports/stores.ts';
import { isSealed } from '#storage/backup/sealed-file.ts';

/** What `sheetwire backup` and `sheetwire restore` ask for (interfaces 1). */
export const storeCommand = z.strictObject({
  command: z.enum(['backup', 'restore']),
  file: z.string().check(z.refine(isAbsolute, 'file must be an absolute path')),
  /** Proves what the file holds: of a backup once it is written; a restore replaces nothing then. */
  verify: z.optional(z.boolean()),
});
export type StoreCommand = z.output<typeof storeCommand>;

/** How it ended; `outcome` becomes the exit code. */
export interface StoreCommandResult {
  readonly outcome: ExitName;
  readonly message: string;
}

/** True for a command that the running server does with its own store. */
export function isBackup(command: unknown): command is { readonly file: string } {
  const read = storeCommand.safeParse(command);
  return read.success && read.data.command === 'backup';
}

/** Backs up the store of a running server, and notes it in the audit log. */
export async function backupRunning(
  { stores, clock }: { readonly stores: Pick<Stores, 'backup' | 'audit'>; readonly clock: Clock },
  file: string,
): Promise<StoreCommandResult> {
  const fault = await targetFault(file);
  if (fault !== undefined) return { outcome: 'file', message: fault };
  await stores.backup(file);
  const note = { actor: 'operator', action: 'store backed up', object: file, address: 'command line' };
  await stores.audit.add({ ...note, at: clock.now() });
  return { outcome: 'done', message: await written(file) };
}

/** A backup replaces an older one, and no other file; its folder is not made. */
export async function targetFault(file: string): Promise<string | undefined> {
  const folder = dirname(file);
  if (!existsSync(folder)) return `The folder ${folder} does not exist; create it or choose another`;
  if (!existsSync(file) || (await isSealed(file))) return undefined;
  return `${file} already exists and is not a backup; choose another name`;
}

/** What was written, in one line. */
export async function written(file: string): Promise<string> {
  return `The complete store is in ${file} (${await sizeOf(file)})`;
}

/** A size for people. */
export async function sizeOf(file: string): Promise<string> {
  const { size } = await stat(file);
  return size < mega ? `${Math.ceil(size / kilo)} kB` : `${(size / mega).toFixed(1)} MB`;
}

const kilo = 1000;
const mega = 1_000_000;

import { stat } from 'node:fs/promises';
import { controlSocketPath, sendCommand } from '#identity/operator/control-socket.ts';
import { StoreFault } from '#lib/store-fault.ts';
import type { Settings } from '#settings/settings.ts';
import { backupStore } from '#storage/backup/backup-store.ts';
import { restoreStores } from '#storage/backup/restore.ts';
import { verifySeal } from '#storage/backup/sealed-file.ts';
import { codeOf, StoreInUse } from '#storage/faults.ts';
import { isPostgres } from '#storage/open-stores.ts';
import { lookAtStore } from '#storage/store-look.ts';
import {
  type StoreCommand,
  type StoreCommandResult,
  sizeOf,
  storeCommand,
  targetFault,
  written,
} from './backup-command.ts';

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'>;

/** Runs a command of the operator on the whole store; what it is about to do is told first. */
export async function runStoreCommand(
  place: Place,
  given: unknown,
  tell: (line: string) => void,
): Promise<StoreCommandResult> {
  const read = storeCommand.safeParse(given);
  if (!read.success) return { outcome: 'usage', message: 'Specify one file' };
  try {
    return read.data.command === 'backup' ? await backUp(place, read.data) : await restore(place, read.data, tell);
  } catch (error) {
    return faultResult(error);
  }
}

/** Through the server that holds the embedded store; PostgreSQL is read beside its servers. */
async function backUp(place: Place, command: StoreCommand): Promise<StoreCommandResult> {
  const { file } = command;
  if (!isPostgres(place.databaseUrl)) {
    const answered = await sendCommand(controlSocketPath(place.dataDir), command);
    if (answered !== undefined) return resultOf(answered);
  }
  const fault = await targetFault(file);
  if (fault !== undefined) return { outcome: 'file', message: fault };
  await backupStore(place, file);
  return { outcome: 'done', message: await written(file) };
}

async function restore(
  place: Place,
  { file }: StoreCommand,
  tell: (line: string) => void,
): Promise<StoreCommandResult> {
  await verifySeal(file);
  tell(`${file} is a complete backup (${await sizeOf(file)}, written ${(await stat(file)).mtime.toISOString()})`);
  tell(`It replaces ${await presentStore(place)}`);
  const former = await restoreStores({ file, ...place });
  const kept = former === undefined ? '' : `; the previous store is kept as ${former}`;
  return { outcome: 'done', message: `The store is as it was in the backup${kept}` };
}

async function presentStore({ databaseUrl, dataDir }: Place): Promise<string> {
  const { isMade, people, engine } = await lookAtStore({ databaseUrl, dataDir }, []);
  const where = isPostgres(databaseUrl) ? `the store in ${engine}` : `the store in ${dataDir}`;
  if (!isMade) return `nothing: ${where} is empty`;
  return people === undefined ? where : `${where}, which has ${people.users} ${people.users === 1 ? 'user' : 'users'}`;
}

function resultOf(answer: unknown): StoreCommandResult {
  if (typeof answer === 'object' && answer !== null && 'outcome' in answer && 'message' in answer) {
    return { outcome: answer.outcome === 'done' ? 'done' : 'file', message: String(answer.message) };
  }
  return { outcome: 'file', message: 'The server did not answer' };
}

function faultResult(error: unknown): StoreCommandResult {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StoreInUse) return { outcome: 'conflict', message };
  if (!(error instanceof StoreFault) && unreachable.has(codeOf(error))) {
    return { outcome: 'network', message: message === '' ? 'The database cannot be reached' : message };
  }
  return { outcome: 'file', message };
}

/** Codes of a database that cannot be reached. */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExitName, exits } from '@sheetwire/contract/exits';
import { controlSocketPath, sendCommand } from '#identity/operator/control-socket.ts';
import { wordsOfFault } from '#lib/faults/file-words.ts';
import { backupStore } from '#storage/backup/backup-store.ts';
import { isEmptyDatabase, restoreStores } from '#storage/backup/restore.ts';
import { verifySeal } from '#storage/backup/sealed-file.ts';
import { exitOfFault } from '#storage/fault-exit.ts';
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
import { type StorePlace, verifyFile } from './verify-command.ts';

/** Runs a command of the operator on the whole store; what it is about to do is told first. */
export async function runStoreCommand(
  place: StorePlace,
  given: unknown,
  tell: (line: string) => void,
): Promise<StoreCommandResult> {
  const read = storeCommand.safeParse(given);
  if (!read.success) return { outcome: 'usage', message: 'Specify one file' };
  try {
    return await runCommand(place, read.data, tell);
  } catch (error) {
    return faultResult(error);
  }
}

async function runCommand(
  place: StorePlace,
  { command, file, verify = false }: StoreCommand,
  tell: (line: string) => void,
): Promise<StoreCommandResult> {
  if (command === 'restore' && !existsSync(file)) return { outcome: 'file', message: `${file}: file not found` };
  if (command === 'restore') return verify ? verifyFile(place, file) : restore(place, file, tell);
  const made = await backUp(place, { command, file });
  if (!verify || made.outcome !== 'done') return made;
  tell(made.message);
  return verifyFile(place, file);
}

/** Through the server that holds the embedded store; PostgreSQL is read beside its servers. */
async function backUp(place: StorePlace, command: StoreCommand): Promise<StoreCommandResult> {
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

async function restore(place: StorePlace, file: string, tell: (line: string) => void): Promise<StoreCommandResult> {
  await verifySeal(file);
  tell(`${file} is a complete backup (${await sizeOf(file)}, written ${(await stat(file)).mtime.toISOString()})`);
  tell(`It replaces ${await presentStore(place)}`);
  const { databaseUrl, dataDir } = place;
  const former = await restoreStores({ file, databaseUrl, dataDir });
  return { outcome: 'done', message: `The store is as it was in the backup${keptAs(former)}` };
}

function keptAs(former: string | undefined): string {
  if (former === undefined) return '';
  const kept = `; the previous store is kept as ${former}`;
  return former.endsWith('.before-restore') ? kept : `${kept}, next to those of earlier restores`;
}

async function presentStore({ databaseUrl, dataDir }: StorePlace): Promise<string> {
  const { isMade, people, engine } = await lookAtStore({ databaseUrl, dataDir }, []);
  const where = isPostgres(databaseUrl) ? `the store in ${engine}` : `the store in ${dataDir}`;
  if (!isMade && (isPostgres(databaseUrl) || isEmptyDatabase(join(dataDir, 'sheetwire.db'))))
    return `nothing: ${where} is empty`;
  if (!isMade) return `${where}, which Sheetwire did not create`;
  return people === undefined ? where : `${where}, which has ${people.users} ${people.users === 1 ? 'user' : 'users'}`;
}

function resultOf(answer: unknown): StoreCommandResult {
  if (typeof answer === 'object' && answer !== null && 'outcome' in answer && 'message' in answer) {
    const outcome = isExitName(answer.outcome) ? answer.outcome : 'failed';
    return { outcome, message: String(answer.message) };
  }
  return { outcome: 'failed', message: 'The server did not answer' };
}

function isExitName(text: unknown): text is ExitName {
  return typeof text === 'string' && Object.hasOwn(exits, text);
}

function faultResult(error: unknown): StoreCommandResult {
  const exit = exitOfFault(error);
  if (exit === undefined) throw error;
  return { outcome: exit, message: wordsOfFault(error) };
}

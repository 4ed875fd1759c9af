import { resolve } from 'node:path';
import type { ExitName } from '@sheetwire/contract/exits';
import { messageOf, StartFault } from '#lib/start-fault.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { DataDirFault } from './data-dir.ts';
import { codeOf, isLocked, StoreInUse, StoreUnreachable } from './faults.ts';

/** What a program ends with that could not use its store, or undefined for a fault that nobody foresaw. */
export function exitOfFault(error: unknown): ExitName | undefined {
  if (error instanceof StartFault) return error.exit;
  if (error instanceof StoreInUse || isLocked(error)) return 'conflict';
  if (error instanceof DataDirFault) return 'file';
  const code = codeOf(error);
  if (error instanceof StoreUnreachable || unreachable.has(code) || isOfPostgres(error, code)) return 'network';
  return error instanceof StoreFault || isOfFile(code) ? 'file' : undefined;
}

/** Codes of a server that cannot be reached. */
const unreachable: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
]);

/** The login, the database or the moment: connection, authorization, catalogue, resources, operator intervention. */
function isOfPostgres(error: unknown, code: string): boolean {
  return !(error instanceof StoreFault) && /^(?:08|28|3D|53|57)[0-9A-Z]{3}$/.test(code);
}

function isOfFile(code: string): boolean {
  return code.startsWith('SQLITE_') || wordsOfFile.has(code);
}

/** In one line that says what to do: what the system says of a file by its code is put in words. */
export function wordsOfFault(error: unknown): string {
  const words = wordsOfFile.get(codeOf(error));
  const file = error instanceof Error ? fileIn(error) : undefined;
  return words === undefined || file === undefined ? messageOf(error) : words(resolve(file));
}

/** Where the system names it: of two files the one that was to be written, of a socket its address. */
function fileIn(error: Error): string | undefined {
  const named = ['dest', 'path', 'address'].map((key) => Reflect.get(error, key));
  return named.find((name): name is string => typeof name === 'string');
}

type Words = (file: string) => string;
const denied: Words = (file) =>
  `this user cannot use ${file}; run this as the user that runs the server, or make this user its owner`;
const full: Words = (file) => `${file} cannot be written because the disk is full; free some space`;

const wordsOfFile: ReadonlyMap<string, Words> = new Map([
  ['EACCES', denied],
  ['EPERM', denied],
  ['ENOENT', (file) => `${file} does not exist`],
  ['ENOTDIR', (file) => `${file} does not exist, because a part of its path is not a folder`],
  ['EISDIR', (file) => `${file} is a folder, not a file`],
  ['EROFS', (file) => `${file} is on a read-only disk`],
  ['ENOSPC', full],
  ['EDQUOT', full],
]);

import type { ExitName } from '@sheetwire/contract/exits';
import { isCodeOfFile } from '#lib/faults/file-words.ts';
import { StartFault } from '#lib/start-fault.ts';
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
  return code.startsWith('SQLITE_') || isCodeOfFile(code);
}

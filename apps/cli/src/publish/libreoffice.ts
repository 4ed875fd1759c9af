import { extname } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { convertToXlsx, OfficeFault } from '@sheetwire/sheet/office/convert';
import { findOffice } from '@sheetwire/sheet/office/find-office';
import { WorkbookError } from '@sheetwire/sheet/workbook-error';
import { Stop } from '#exit.ts';
import { UnreadableSource } from './unreadable-source.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface Conversion {
  /** Its path, for its ending and for whoever is told. */
  readonly file: string;
  readonly env: Env;
  readonly signal: AbortSignal;
}

/** A spreadsheet that only LibreOffice reads, as the bytes of an .xlsx file. */
export async function convertFile(bytes: Uint8Array, { file, env, signal }: Conversion): Promise<Uint8Array> {
  const program = await officeOf(env);
  if (program === undefined) {
    throw new Stop(
      exits.file,
      `Reading ${extname(file)} files needs LibreOffice, which is not installed; install it or save the file as .xlsx`,
    );
  }
  return told(file, convertToXlsx({ program, bytes, ending: extname(file).slice(1).toLowerCase(), signal }));
}

/** The same workbook with all its formulas calculated by LibreOffice; undefined where that is not installed. */
export async function calculateWithOffice(
  bytes: Uint8Array,
  { file, env, signal }: Conversion,
): Promise<Uint8Array | undefined> {
  const program = await officeOf(env);
  if (program === undefined) return undefined;
  const ending = extname(file).slice(1).toLowerCase();
  return told(file, convertToXlsx({ program, bytes, ending, calculates: true, signal }));
}

async function told(file: string, work: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await work;
  } catch (fault) {
    if (fault instanceof WorkbookError) throw new UnreadableSource(`${file}: ${fault.message}`);
    if (fault instanceof OfficeFault) throw new Stop(exits.file, fault.message);
    throw fault;
  }
}

/** The program that SHEETWIRE_SOFFICE names, empty or `off` for none; else the one that is installed. */
async function officeOf({ SHEETWIRE_SOFFICE: named, PATH = '' }: Env): Promise<string | undefined> {
  if (named === '' || named === 'off') return undefined;
  return named === undefined || named === 'auto' ? findOffice(PATH) : named;
}

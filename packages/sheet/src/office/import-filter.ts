import { WorkbookError } from '../workbook-error.ts';

/** The container of .xls, of encrypted workbooks and of much else. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const BINARY_PART = 'xl/workbook.bin';
const TAIL = 64 * 1024;

/** Kinds of workbooks that their first bytes tell. */
export type OfficeKind = 'xls' | 'xlsb';

/** Whether a file is of a kind that LibreOffice converts; throws WorkbookError for one that has a password. */
export function officeKindOf(bytes: Uint8Array): OfficeKind | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    if (file.includes(ENCRYPTED)) throw new WorkbookError(locked);
    return 'xls';
  }
  const isZip = file.toString('latin1', 0, 2) === 'PK';
  return isZip && file.subarray(Math.max(0, file.length - TAIL)).includes(BINARY_PART) ? 'xlsb' : undefined;
}

const locked = 'The workbook is password-protected: save it without a password.';

const filters: Readonly<Record<string, string>> = {
  xls: 'MS Excel 97',
  xlsb: 'Calc MS Excel 2007 Binary',
  xlsx: 'Calc MS Excel 2007 XML',
  xlsm: 'Calc MS Excel 2007 XML',
  ods: 'calc8',
};
/** The first byte of a workbook of Excel 4 and before. */
const EARLY = 0x09;
const MARKUP = 0x3c;

/**
 * How LibreOffice is to read a file. It is told, since what it does not know it takes for text, and would show rubbish as
 * a sheet; only mark-up under the name of a workbook is left for it to look at.
 */
export function importFilter(bytes: Uint8Array, ending: string): string | undefined {
  const kind = officeKindOf(bytes);
  if (kind) return filters[kind];
  if (ending !== 'xls' && ending !== 'xlsb') return filters[ending];
  if (bytes[0] === EARLY) return 'MS Excel 4.0';
  if (ending === 'xls' && bytes[0] === MARKUP) return undefined;
  throw new WorkbookError(
    `The file is not a .${ending} workbook: open it in a spreadsheet program and save it as .xlsx.`,
  );
}

import { isOpenDocument } from '../read/ods/open-document.ts';
import { type OfficeKind, officeKindOf } from './import-filter.ts';

const ZIPS = ['PK\x03\x04', 'PK\x05\x06'];
/** Bytes from the start that tell text from what is none. */
const LOOKED_AT = 1024;

/** The kind of a workbook by its content; undefined for what is none. Throws WorkbookError for one with a password. */
export function workbookKindOf(bytes: Uint8Array): 'xlsx' | 'ods' | OfficeKind | undefined {
  if (isOpenDocument(bytes)) return 'ods';
  const office = officeKindOf(bytes);
  if (office) return office;
  return ZIPS.includes(viewOf(bytes).toString('latin1', 0, 4)) ? 'xlsx' : undefined;
}

/** Text in UTF-16 has a mark at its start; other text holds no zero bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  const mark = viewOf(bytes).toString('latin1', 0, 2);
  return mark !== '\xfe\xff' && mark !== '\xff\xfe' && bytes.subarray(0, LOOKED_AT).includes(0);
}

/** PDF and RTF begin as text. */
export function isDocument(bytes: Uint8Array): boolean {
  return /^\ufeff?\s*(?:%PDF-|\{\\rtf)/.test(startOf(bytes));
}

/** The first characters of a text. */
export function startOf(bytes: Uint8Array): string {
  return viewOf(bytes).toString('utf8', 0, LOOKED_AT);
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

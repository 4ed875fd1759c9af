import { type OfficeKind, officeKindOf } from '@sheetwire/sheet/office/import-filter';
import { isOpenDocument } from '@sheetwire/sheet/read/ods/ods';
import { Refusal } from '#lib/refusal.ts';

/** The kinds of files that can be published, by the ending that the renderer knows them by. */
export type WorkbookKind = 'xlsx' | 'ods' | 'csv' | 'tsv' | 'html' | OfficeKind;

const ZIPS = ['PK\x03\x04', 'PK\x05\x06'];
const LOOKED_AT = 1024;

/** What is said of a file that only LibreOffice reads, where the server has none. */
export const needsOffice =
  'This server reads .xlsx, .xlsm, .ods, .csv, .tsv and .html files, and .xls and .xlsb only with LibreOffice, which is not installed here (SHEETWIRE_SOFFICE). Save the file as .xlsx, or publish it with the command line on a machine with LibreOffice';

/** The kind of a file by its content, then by its Content-Type (fidelity 1); throws WorkbookError for one with a password. */
export function kindOf(bytes: Buffer, type: string | undefined): WorkbookKind {
  if (bytes.length === 0) throw new Refusal('malformed', { message: 'The file is empty' });
  if (isOpenDocument(bytes)) return 'ods';
  const office = officeKindOf(bytes);
  if (office) return office;
  if (ZIPS.includes(bytes.toString('latin1', 0, 4))) return 'xlsx';
  const media = type?.split(';', 1)[0]?.trim().toLowerCase();
  const isTable = media === 'text/csv' || media === 'text/tab-separated-values';
  if (media === 'text/html' || (!isTable && isHtml(bytes))) return 'html';
  if (isBinary(bytes) || (!isTable && isOtherText(bytes, media))) {
    const message = 'The file is neither a workbook nor a text table nor HTML; export it as .xlsx, .csv or .html';
    throw new Refusal('wrong_media_type', { message });
  }
  return media === 'text/tab-separated-values' ? 'tsv' : 'csv';
}

function isHtml(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, LOOKED_AT);
  return /^\ufeff?\s*<[a-z!]/i.test(text) || (/^\ufeff?\s*<\?/.test(text) && /<(?:!doctype\s+)?html\b/i.test(text));
}

/** PDF, RTF, XML that is no HTML, and JSON that says so are text, but no table. */
function isOtherText(bytes: Buffer, media: string | undefined): boolean {
  const text = bytes.toString('utf8', 0, LOOKED_AT);
  return /^\ufeff?\s*(?:%PDF-|\{\\rtf|<\?xml)/.test(text) || (media === 'application/json' && /^\s*[[{]/.test(text));
}

/** Text in UTF-16 has a mark at its start; other text holds no zero bytes. */
function isBinary(bytes: Buffer): boolean {
  const mark = bytes.toString('latin1', 0, 2);
  return mark !== '\xfe\xff' && mark !== '\xff\xfe' && bytes.subarray(0, LOOKED_AT).includes(0);
}

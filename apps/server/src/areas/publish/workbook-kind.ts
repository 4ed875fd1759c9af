import { isBinary, isDocument, startOf, workbookKindOf } from '@sheetwire/sheet/office/file-kind';
import type { OfficeKind } from '@sheetwire/sheet/office/import-filter';
import { Refusal } from '#lib/refusal.ts';

/** The kinds of files that can be published, by the ending that the renderer knows them by. */
export type WorkbookKind = 'xlsx' | 'ods' | 'csv' | 'tsv' | 'html' | OfficeKind;

/** What is said of a file that only LibreOffice reads, where the server has none. */
export const needsOffice =
  'This server reads .xlsx, .xlsm, .ods, .csv, .tsv and .html files, and .xls and .xlsb only with LibreOffice, which is not installed here (SHEETWIRE_SOFFICE). Save the file as .xlsx, or publish it with the command line on a machine with LibreOffice';

/** The kind of a file by its content, then by its Content-Type (fidelity 1); throws WorkbookError for one with a password. */
export function kindOf(bytes: Buffer, type: string | undefined): WorkbookKind {
  if (bytes.length === 0) throw new Refusal('malformed', { message: 'The file is empty' });
  const workbook = workbookKindOf(bytes);
  if (workbook) return workbook;
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
  const text = startOf(bytes);
  return /^\ufeff?\s*<[a-z!]/i.test(text) || (/^\ufeff?\s*<\?/.test(text) && /<(?:!doctype\s+)?html\b/i.test(text));
}

/** PDF, RTF, XML that is no HTML, and JSON that says so are text, but no table. */
function isOtherText(bytes: Buffer, media: string | undefined): boolean {
  const text = startOf(bytes);
  const isXml = /^\ufeff?\s*<\?xml/.test(text);
  return isDocument(bytes) || isXml || (media === 'application/json' && /^\s*[[{]/.test(text));
}

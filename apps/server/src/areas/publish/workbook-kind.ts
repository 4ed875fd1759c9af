import { Refusal } from '#lib/refusal.ts';

/** The kinds of files that the renderer reads, by the ending it knows them by. */
export type WorkbookKind = 'xlsx' | 'csv' | 'tsv' | 'html';

const ZIPS = ['PK\x03\x04', 'PK\x05\x06'];
/** The container of .xls and of encrypted workbooks. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OPEN_DOCUMENT = Buffer.from('mimetypeapplication/vnd.oasis.opendocument');
/** Bytes of a zip in which the type of an OpenDocument file stands. */
const HEAD = 100;
const LOOKED_AT = 1024;

const needsOffice =
  'This server reads .xlsx, .xlsm, .csv, .tsv and .html files; save the file as .xlsx, or publish it with the command line, which reads .ods, .xls and .xlsb through LibreOffice';

/** The kind of a file by its content, then by its Content-Type; refuses with 415 what only LibreOffice reads (fidelity 1). */
export function kindOf(bytes: Buffer, type: string | undefined): WorkbookKind {
  if (bytes.length === 0) throw new Refusal('malformed', { message: 'The file is empty' });
  if (bytes.subarray(0, HEAD).includes(OPEN_DOCUMENT) || bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw new Refusal('wrong_media_type', { message: needsOffice });
  }
  if (ZIPS.includes(bytes.toString('latin1', 0, 4))) return 'xlsx';
  const media = type?.split(';', 1)[0]?.trim().toLowerCase();
  const isTable = media === 'text/csv' || media === 'text/tab-separated-values';
  if (media === 'text/html' || (!isTable && isHtml(bytes))) return 'html';
  if (isBinary(bytes)) {
    const message = 'The file is neither a workbook nor a text table nor HTML';
    throw new Refusal('wrong_media_type', { message });
  }
  return media === 'text/tab-separated-values' ? 'tsv' : 'csv';
}

function isHtml(bytes: Buffer): boolean {
  return /^\ufeff?\s*<[a-z!?]/i.test(bytes.toString('utf8', 0, LOOKED_AT));
}

/** Text in UTF-16 has a mark at its start; other text holds no zero bytes. */
function isBinary(bytes: Buffer): boolean {
  const mark = bytes.toString('latin1', 0, 2);
  return mark !== '\xfe\xff' && mark !== '\xff\xfe' && bytes.subarray(0, LOOKED_AT).includes(0);
}

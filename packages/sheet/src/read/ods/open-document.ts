const MARK = Buffer.from('mimetypeapplication/vnd.oasis.opendocument.spreadsheet');
const HEAD = 120;
const CONTENT = 'content.xml';

/** Whether a file is a spreadsheet of OpenDocument, by the type at its start, else by what it holds. */
export function isOpenDocument(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file[0] !== MARK_OF_ZIP) return false;
  if (file.subarray(0, HEAD).includes(MARK)) return true;
  const directory = file.subarray(Math.max(0, file.length - TAIL));
  return directory.includes(CONTENT) && !directory.includes('xl/workbook');
}

const MARK_OF_ZIP = 0x50;
const TAIL = 64 * 1024;

import { limits } from '@sheetwire/contract/limits';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { Budget } from '../budget.ts';
import { WorkbookError } from '../workbook-error.ts';
import { unpackedTooLarge } from './read-budget.ts';

const broken =
  'The file is not a complete workbook: open it in a spreadsheet program, save it again and publish that file.';
const zipMark = [0x50, 0x4b];

/** The parts of a zip file, unpacked piece by piece under caps that do not trust the declared sizes. */
export class ZipParts {
  readonly #zip: ZipFile;
  readonly #entries = new Map<string, Entry>();
  readonly #unpacked: Budget;

  constructor(zip: ZipFile, entries: readonly Entry[], unpacked: Budget) {
    this.#zip = zip;
    this.#unpacked = unpacked;
    for (const entry of entries) this.#entries.set(entry.fileName.toLowerCase(), entry);
  }

  has(path: string): boolean {
    return this.#entries.has(path.toLowerCase());
  }

  names(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** The bytes of a part in turn; throws WorkbookError when it is missing, broken or beyond a cap. */
  async *read(path: string, isLarge: boolean): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(path.toLowerCase());
    if (!entry) throw new WorkbookError(broken);
    if (entry.isEncrypted()) throw new WorkbookError('The workbook is password-protected: save it without a password.');
    const cap = isLarge
      ? Math.max(limits.workbook.smallPart, entry.compressedSize * limits.workbook.ratio)
      : limits.workbook.smallPart;
    let size = 0;
    try {
      for await (const chunk of await openPart(this.#zip, entry)) {
        size += chunk.length;
        this.#unpacked.spend(chunk.length);
        if (size > cap) throw new WorkbookError(unpackedTooLarge);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof WorkbookError ? error : new WorkbookError(broken);
    }
  }
}

/** Reads the directory of a zip file that is held in memory. */
export async function openZip(bytes: Uint8Array, unpacked: Budget): Promise<ZipParts> {
  if (bytes[0] !== zipMark[0] || bytes[1] !== zipMark[1]) throw new WorkbookError(notZip(bytes));
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { zip, entries } = await directory(buffer);
  return new ZipParts(zip, entries, unpacked);
}

function notZip(bytes: Uint8Array): string {
  const isOle = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  return isOle
    ? 'The workbook is password-protected or in the old .xls format: save it as .xlsx without a password.'
    : 'The file is not an .xlsx workbook: save it as .xlsx and publish that file.';
}

function directory(buffer: Buffer): Promise<{ zip: ZipFile; entries: Entry[] }> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new WorkbookError(broken));
    yauzl.fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error || !zip) return fail();
      if (zip.entryCount > limits.workbook.zipEntries) return reject(new WorkbookError(unpackedTooLarge));
      const entries: Entry[] = [];
      zip.on('error', fail);
      zip.on('entry', (entry: Entry) => {
        entries.push(entry);
        zip.readEntry();
      });
      zip.on('end', () => resolve({ zip, entries }));
      zip.readEntry();
    });
  });
}

function openPart(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error || !stream ? reject(error) : resolve(stream)));
  });
}

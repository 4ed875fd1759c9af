import { Zip, ZipDeflate } from 'fflate';
import type { Workbook } from '../model.ts';
import { packageParts } from './xlsx/package-parts.ts';
import { type SheetPartDeps, sheetRelations, sheetXml } from './xlsx/sheet-part.ts';
import { StylesPart } from './xlsx/styles-part.ts';
import { TextsPart } from './xlsx/texts-part.ts';

const level = 6;
/** Characters that are packed at once. */
const chunk = 1 << 18;

/** Writes a workbook as an .xlsx file, piece by piece; it yields the share that is done now and then. */
export function* writeXlsx(book: Workbook): Generator<number, Uint8Array<ArrayBuffer>[]> {
  const file = new ZipFile();
  const deps: SheetPartDeps = { texts: new TextsPart(), styles: new StylesPart(book.styles) };
  const total = book.sheets.reduce((sum, sheet) => sum + sheet.rows.length, 1);
  let done = 0;
  for (const [path, xml] of packageParts(book.sheets)) file.add(path, [xml]);
  for (const [n, sheet] of book.sheets.entries()) {
    const part = file.open(`xl/worksheets/sheet${n + 1}.xml`);
    for (const piece of sheetXml(sheet, n === 0, deps)) if (part.push(piece)) yield done / total;
    part.end();
    const relations = sheetRelations(sheet);
    if (relations !== '') file.add(`xl/worksheets/_rels/sheet${n + 1}.xml.rels`, [relations]);
    done += sheet.rows.length;
    yield done / total;
  }
  file.add('xl/sharedStrings.xml', deps.texts.xml());
  file.add('xl/styles.xml', [deps.styles.xml()]);
  return file.end();
}

interface Part {
  /** True when a piece of the file was packed. */
  push(text: string): boolean;
  end(): void;
}

class ZipFile {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #encoder = new TextEncoder();
  readonly #zip = new Zip((error, data) => {
    if (error) throw error;
    this.#pieces.push(new Uint8Array(data));
  });

  add(path: string, texts: Iterable<string>): void {
    const part = this.open(path);
    for (const text of texts) part.push(text);
    part.end();
  }

  open(path: string): Part {
    const entry = new ZipDeflate(path, { level });
    this.#zip.add(entry);
    let waiting = '';
    return {
      push: (text) => {
        waiting += text;
        if (waiting.length < chunk) return false;
        entry.push(this.#encoder.encode(waiting));
        waiting = '';
        return true;
      },
      end: () => entry.push(this.#encoder.encode(waiting), true),
    };
  }

  end(): Uint8Array<ArrayBuffer>[] {
    this.#zip.end();
    return this.#pieces;
  }
}

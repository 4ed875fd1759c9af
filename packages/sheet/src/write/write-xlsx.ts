import { Zip, ZipDeflate } from 'fflate';
import type { Workbook } from '../model.ts';
import type { PlacedDrawing } from './drawings/place.ts';
import type { ReportBook } from './report-book.ts';
import { DrawingParts } from './xlsx/drawing-part.ts';
import { packageParts } from './xlsx/package-parts.ts';
import { type SheetPartDeps, sheetRelations, sheetXml } from './xlsx/sheet-part.ts';
import { StylesPart } from './xlsx/styles-part.ts';
import { TextsPart } from './xlsx/texts-part.ts';

const level = 6;
/** Characters that are packed at once. */
const chunk = 1 << 18;

/** Writes a workbook as an .xlsx file, piece by piece; it yields the share that is done now and then. */
export function* writeXlsx(
  book: Workbook & Partial<Pick<ReportBook, 'placed' | 'verifyAt'>>,
): Generator<number, Uint8Array<ArrayBuffer>[]> {
  const file = new ZipFile();
  const deps: SheetPartDeps = { texts: new TextsPart(), styles: new StylesPart(book.styles) };
  const total = book.sheets.reduce((sum, sheet) => sum + sheet.rows.length, 1);
  let done = 0;
  const drawings = drawingParts(book.placed ?? []);
  for (const [path, xml] of packageParts(book, drawings.types)) file.add(path, [xml]);
  for (const [path, part] of drawings.all) file.add(path, [part]);
  for (const [n, sheet] of book.sheets.entries()) {
    const hasDrawing = (book.placed?.[n]?.length ?? 0) > 0;
    const part = file.open(`xl/worksheets/sheet${n + 1}.xml`);
    for (const piece of sheetXml(sheet, { isFirst: n === 0, hasDrawing }, deps))
      if (part.push(piece)) yield done / total;
    part.end();
    const relations = sheetRelations(sheet, hasDrawing ? n + 1 : undefined);
    if (relations !== '') file.add(`xl/worksheets/_rels/sheet${n + 1}.xml.rels`, [relations]);
    done += sheet.rows.length;
    yield done / total;
  }
  file.add('xl/sharedStrings.xml', deps.texts.xml());
  file.add('xl/styles.xml', [deps.styles.xml()]);
  return file.end();
}

function drawingParts(sheets: readonly (readonly PlacedDrawing[])[]): DrawingParts {
  const parts = new DrawingParts();
  for (const [n, placed] of sheets.entries()) if (placed.length > 0) parts.add(n + 1, placed);
  return parts;
}

interface Part {
  /** True when a piece of the file was packed. */
  push(piece: string | Uint8Array<ArrayBuffer>): boolean;
  end(): void;
}

class ZipFile {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #encoder = new TextEncoder();
  readonly #zip = new Zip((error, data) => {
    if (error) throw error;
    this.#pieces.push(new Uint8Array(data));
  });

  add(path: string, pieces: Iterable<string | Uint8Array<ArrayBuffer>>): void {
    const part = this.open(path);
    for (const piece of pieces) part.push(piece);
    part.end();
  }

  open(path: string): Part {
    const entry = new ZipDeflate(path, { level });
    this.#zip.add(entry);
    let waiting = '';
    return {
      push: (piece) => {
        if (typeof piece !== 'string') {
          entry.push(piece);
          return true;
        }
        waiting += piece;
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

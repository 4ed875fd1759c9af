import { limits } from '@sheetwire/contract/limits';
import type { SheetValues } from '@sheetwire/contract/publish';
import { cellAddress } from '../address.ts';
import type { Workbook } from '../model.ts';
import type { PageSelection } from '../publish-pages.ts';
import { type RenderMoment, renderSelection, type StylesBefore } from '../render/selection.ts';
import { bodyOfPages, type PublishBody, type PublishHead, workbookOf } from '../render-file.ts';
import { type NewValue, newValues } from './sent-values.ts';
import { setValues } from './set-values.ts';

/** A published workbook as it is kept: its file, what of it becomes pages, and the values set since, oldest first. */
export interface BookSource {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly selection: PageSelection;
  readonly records: readonly Uint8Array[];
}

/** Values as they are written down: `isWhole` when they stand for all that were set before too. */
export interface ValuesRecord {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

/** The report that pictures are files of, and the time that TODAY and NOW tell. */
type Moment = Pick<RenderMoment, 'now' | 'topic'>;

interface Written {
  readonly sheets: readonly SheetValues[];
  readonly size: number;
}

interface Parts {
  readonly workbook: Workbook;
  readonly selection: PageSelection;
  readonly written: readonly Written[];
  readonly styles: StylesBefore;
}

/**
 * The model of a published workbook with the values set since. Its pages are a pure function of both: what depends on a
 * value - formats, rules, texts that run on - is worked out anew, and nothing is patched.
 */
export class LiveBook {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads a kept workbook; throws WorkbookError. */
  static async read({ bytes, name, selection, records }: BookSource, moment: Moment): Promise<LiveBook> {
    const written = records.map((record) => ({ sheets: parsed(record), size: record.length }));
    const file = await workbookOf({ bytes, name });
    const workbook = written.reduce((before, { sheets }) => setValues(before, newValues(sheets)), file);
    const { pages } = renderSelection(workbook, selection, moment);
    return new LiveBook({ workbook, selection, written, styles: stylesOf(pages) });
  }

  /** Roughly the bytes of memory that it takes. */
  get memory(): number {
    const { workbook, written } = this.#parts;
    const rows = workbook.sheets.flatMap((sheet) => sheet.rows);
    const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
    return rows.length * ROW + cells * CELL + written.reduce((sum, { size }) => sum + 2 * size, 0);
  }

  /** The workbook with new values; undefined when it has them all. Throws WorkbookError for values that are not its. */
  with(sheets: readonly SheetValues[]): { readonly book: LiveBook; readonly record: ValuesRecord } | undefined {
    const workbook = setValues(this.#parts.workbook, newValues(sheets));
    if (workbook === this.#parts.workbook) return undefined;
    const bytes = encoded(sheets);
    const written = [...this.#parts.written, { sheets, size: bytes.length }];
    if (!isLong(written))
      return { book: new LiveBook({ ...this.#parts, workbook, written }), record: { bytes, isWhole: false } };
    const folded = foldedValues(written.flatMap((one) => one.sheets));
    const whole = encoded(folded);
    const book = new LiveBook({ ...this.#parts, workbook, written: [{ sheets: folded, size: whole.length }] });
    return { book, record: { bytes: whole, isWhole: true } };
  }

  /** The body of the publish of its pages, and the workbook that knows the numbers of their styles. */
  render(head: PublishHead, now: Date): { readonly book: LiveBook; readonly body: PublishBody } {
    const { workbook, selection, styles } = this.#parts;
    const written = renderSelection(workbook, selection, { now, topic: head.topic, styles });
    const holds = selection.takesEntries ?? false;
    const book = new LiveBook({ ...this.#parts, styles: stylesOf(written.pages) });
    return { book, body: bodyOfPages(written, { ...head, holds }, now) };
  }
}

/** What a row and a cell take in memory, roughly. */
const ROW = 160;
const CELL = 112;

function stylesOf(pages: readonly { readonly name: string; readonly styles: readonly string[] }[]): StylesBefore {
  const kept = pages.filter(({ styles }) => styles.length <= limits.values.stylesKept);
  return new Map(kept.map(({ name, styles }) => [name, styles]));
}

/** So much was written one by one that all values in one are shorter to read. */
function isLong(written: readonly Written[]): boolean {
  const [first, ...later] = written;
  const since = later.reduce((sum, { size }) => sum + size, 0);
  return written.length > limits.values.fold || since > Math.max(limits.values.part, first?.size ?? 0);
}

const encoder = new TextEncoder();

function encoded(sheets: readonly SheetValues[]): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(sheets));
}

/** What this module wrote itself. */
function parsed(record: Uint8Array): SheetValues[] {
  return JSON.parse(new TextDecoder().decode(record));
}

function foldedValues(sheets: readonly SheetValues[]): SheetValues[] {
  return newValues(sheets).map(([name, rows]) => ({
    name,
    cells: [...rows].flatMap(([row, values]) =>
      [...values].map(([column, one]) => cellOf(cellAddress(row, column), one)),
    ),
  }));
}

function cellOf(address: string, { value, text }: NewValue): NonNullable<SheetValues['cells']>[number] {
  return text === undefined ? [address, value ?? null] : [address, value ?? null, text];
}

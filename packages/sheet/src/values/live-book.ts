import { limits } from '@sheetwire/contract/limits';
import type { SheetValues } from '@sheetwire/contract/publish';
import { cellAddress } from '../address.ts';
import { workbookOf } from '../file-answer.ts';
import type { ReportSteps } from '../live/live-report.ts';
import type { SheetRow, Workbook } from '../model.ts';
import type { PageSelection } from '../page-selection.ts';
import type { RenderMoment } from '../render/selection.ts';
import type { PublishBody, PublishHead } from '../render-file.ts';
import { type NewValue, newValues } from './sent-values.ts';
import { setValues } from './set-values.ts';
import { ShownPages, type Since } from './shown-pages.ts';

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
  /** The pages as they were rendered last, of this workbook or of one before or behind it. */
  readonly shown: ShownPages;
  /** The workbook that the last values were set on, and the rows that are others since. */
  readonly since: Since | undefined;
}

/** The pages of a workbook with its values. */
export interface BookPages {
  /** How they differ from those that were rendered before, where that is known. */
  readonly steps: ReportSteps | undefined;
  readonly body: () => PublishBody;
}

/**
 * The model of a published workbook with the values set since. Its pages are a pure function of both: what depends on a
 * value - formats, rules, texts that run on - is worked out anew, step by step where that gives the same (decision 62).
 */
export class LiveBook {
  readonly #parts: Parts;
  /** Its pages were given to be published: what is set on it begins where viewers are. */
  #isGiven = false;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads a kept workbook; throws WorkbookError. */
  static async read({ bytes, name, selection, records }: BookSource, moment: Moment): Promise<LiveBook> {
    const written = records.map((record) => ({ sheets: parsed(record), size: record.length }));
    const file = await workbookOf({ bytes, name });
    const workbook = written.reduce((before, { sheets }) => setValues(before, newValues(sheets)), file);
    const shown = new ShownPages();
    shown.render(workbook, selection, moment);
    return new LiveBook({ workbook, selection, written, shown, since: undefined });
  }

  /** Roughly the bytes of memory that it takes. */
  get memory(): number {
    const { workbook, written, shown } = this.#parts;
    const rows = workbook.sheets.flatMap((sheet) => sheet.rows);
    const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
    return rows.length * ROW + cells * CELL + shown.memory + written.reduce((sum, { size }) => sum + 2 * size, 0);
  }

  /** Takes less memory, and longer. */
  forgetPages(): void {
    this.#parts.shown.forget();
  }

  /** The workbook with new values; undefined when it has them all. Throws WorkbookError for values that are not its. */
  with(sheets: readonly SheetValues[]): { readonly book: LiveBook; readonly record: ValuesRecord } | undefined {
    const before = this.#parts.workbook;
    const rows = new Map<string, readonly SheetRow[]>();
    const workbook = setValues(before, newValues(sheets), (sheet, changed) => rows.set(sheet, [...changed]));
    if (workbook === before) return undefined;
    const parts = { ...this.#parts, workbook, since: { workbook: before, rows, isGiven: this.#isGiven } };
    const bytes = encoded(sheets);
    const written = [...this.#parts.written, { sheets, size: bytes.length }];
    if (!isLong(written)) return { book: new LiveBook({ ...parts, written }), record: { bytes, isWhole: false } };
    const folded = foldedValues(written.flatMap((one) => one.sheets));
    const whole = encoded(folded);
    const book = new LiveBook({ ...parts, written: [{ sheets: folded, size: whole.length }] });
    return { book, record: { bytes: whole, isWhole: true } };
  }

  /** Its pages, as the body of a publish and, of what was shown before, as steps. */
  render(head: PublishHead, now: Date): BookPages {
    const { workbook, selection, shown, since } = this.#parts;
    const moment = { now, topic: head.topic };
    const steps = since && shown.follow(workbook, since);
    if (!shown.isOf(workbook)) shown.render(workbook, selection, moment);
    this.#isGiven = true;
    return { steps, body: () => this.body(head, now) };
  }

  /** The body of the publish of its pages. */
  body(head: PublishHead, now: Date): PublishBody {
    const { workbook, selection, shown } = this.#parts;
    if (!shown.isOf(workbook)) shown.render(workbook, selection, { now, topic: head.topic });
    return shown.body({ ...head, holds: Boolean(selection.takesEntries) }, now);
  }
}

/** What a row and a cell take in memory, roughly. */
const ROW = 160;
const CELL = 112;

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

import type { SheetValues } from '@sheetwire/contract/publish';
import { cellName } from '../cell-names.ts';
import type { BookValue } from '../live-book.ts';
import type { BookImage, SheetCells } from './read-book.ts';

/** Cells that the portal does not have yet, and what they are then. */
export interface Changes {
  readonly sheets: SheetValues[];
  readonly count: number;
}

type SentCell = NonNullable<SheetValues['cells']>[number];

/** What a cell was sent as; undefined when nobody knows whether it arrived. */
type Sent = string | undefined;

/** What the portal has of a workbook, as far as this publisher knows. */
export class SentBook {
  readonly structure: string;
  /** Its sheets, in the order of their tabs. */
  readonly names: readonly string[];
  readonly #sheets = new Map<string, Sent[][]>();

  /**
   * A workbook that was sent and is so now. Cells that were the same `before` it was copied are known to be in it; the
   * others, or all without that, are sent again.
   */
  constructor(image: BookImage, before: BookImage | undefined) {
    this.structure = image.structure;
    this.names = image.names;
    for (const [name, cells] of image.sheets) {
      const old = before?.sheets.get(name);
      this.#sheets.set(
        name,
        cells.values.map((row, n) => row.map((_, m) => old && sameKey(old, cells, [n, m]))),
      );
    }
  }

  /** The cells that differ, all of them as they are now. */
  changes(image: BookImage): Changes {
    const sheets: SheetValues[] = [];
    let count = 0;
    for (const [name, read] of image.sheets) {
      const cells = this.#changedOf(name, read);
      count += cells.length;
      if (cells.length > 0) sheets.push({ name, cells });
    }
    return { sheets, count };
  }

  /** What was sent arrived, or nobody knows whether it did. */
  note(image: BookImage, hasArrived: boolean): void {
    for (const [name, read] of image.sheets) {
      const sent = this.#sheets.get(name) ?? [];
      for (const [n, row] of read.values.entries()) {
        for (const m of row.keys()) noteCell(sent[n], m, { key: keyAt(read, n, m), hasArrived });
      }
    }
  }

  #changedOf(name: string, read: SheetCells): SentCell[] {
    const sent = this.#sheets.get(name);
    const cells: SentCell[] = [];
    for (const [n, row] of read.values.entries()) {
      for (const [m, value] of row.entries()) {
        if (sent?.[n]?.[m] === keyAt(read, n, m)) continue;
        const address = cellName(read.area.top + n, read.area.left + m);
        const text = ownText(value, read.texts[n]?.[m] ?? '');
        cells.push(text === undefined ? [address, value] : [address, value, text]);
      }
    }
    return cells;
  }
}

function noteCell(
  row: Sent[] | undefined,
  at: number,
  { key, hasArrived }: { key: string; hasArrived: boolean },
): void {
  if (!row || row[at] === key) return;
  row[at] = hasArrived ? key : undefined;
}

/** What a cell was sent as where two readings agree. */
function sameKey(before: SheetCells, after: SheetCells, [row, column]: readonly [number, number]): Sent {
  const key = keyAt(after, row, column);
  return keyAt(before, row, column) === key ? key : undefined;
}

/** One text for each content of a cell. */
function keyAt({ values, texts }: SheetCells, row: number, column: number): string {
  const value = values[row]?.[column] ?? null;
  const text = ownText(value, texts[row]?.[column] ?? '') ?? '';
  const kept = typeof value === 'object' && value !== null ? `error ${value.error}` : `${typeof value} ${value}`;
  return `${kept}\n\u0001${text}`;
}

/** The text to send: none of an empty cell, and not the signs that say that a column is too narrow. */
function ownText(value: BookValue, text: string): string | undefined {
  if (value === null || value === text || text === '') return undefined;
  return text.replaceAll('#', '') === '' ? undefined : text;
}

import { rowHeightOf, shapeOf } from '../grid-shape.ts';
import { rowHeight } from '../row-writer.ts';
import { attribute, type WireCell, type WireRow, type WireTable } from '../table-scan.ts';
import { readSheets, type Sheet, type SheetCell } from './sheet.ts';

/** Characters of a note: what is longer stands with the cell and in the list alone. */
const LONGEST = 26;
/** What a cell has around its note, and what the signs in it are wider than digits, in px. */
const AROUND = 24;
/** A note's line, in px. */
const LINE = 12;

/**
 * Notes under the values of a compared page: what each was and how much that is, where there is room. A number's column
 * grows by what its notes lack; no other does, so that the sheet keeps its shape. `digit` is how wide one of a note is.
 */
export function withNotes(html: string, digit: number): string {
  if (!html.includes(' data-was="')) return html;
  return readSheets(html)
    .map((part) => (part.kind === 'table' ? new TableNotes(part, digit).write() : part.html))
    .join('');
}

class TableNotes {
  readonly #table: WireTable;
  readonly #digit: number;
  readonly #places: readonly (readonly SheetCell[])[];
  readonly #widths: number[];
  readonly #grown: number[];

  constructor({ table, sheet }: { readonly table: WireTable; readonly sheet: Sheet }, digit: number) {
    this.#table = table;
    this.#digit = digit;
    this.#places = sheet.rows;
    this.#widths = [...shapeOf(table).widths];
    this.#grown = [...this.#widths];
  }

  write(): string {
    const { attributes, head, sections, after } = this.#table;
    let at = 0;
    const body = sections.map((section) => {
      const rows = section.rows.map((row) => this.#row(row, this.#places[at++] ?? []));
      return `${section.before}<${section.kind}${section.attributes}>${rows.join('')}${section.after}</${section.kind}>`;
    });
    return `<table${attributes}>${this.#head(head)}${body.join('')}${after}</table>`;
  }

  #row(row: WireRow, places: readonly SheetCell[]): string {
    let isNoted = false;
    const cells = row.cells.map((cell, n) => {
      const note = cell.attributes.includes(' data-was="') ? this.#note(cell, places[n]) : undefined;
      if (note !== undefined) isNoted = true;
      const { before, tag, attributes, inner } = cell;
      const mark = note === undefined ? '' : ` data-old="${note}"`;
      return `${before}<${tag}${attributes}${mark}>${inner}</${tag}>`;
    });
    const attributes = isNoted
      ? ` data-noted=""${withHeight(row.attributes, rowHeight(row, rowHeightOf(this.#table)) + LINE)}`
      : row.attributes;
    return `${row.before}<tr${attributes}>${cells.join('')}${row.after}</tr>`;
  }

  /** The longest note that there is room for, in HTML. */
  #note(cell: WireCell, place: SheetCell | undefined): string | undefined {
    const was = attribute(cell.attributes, 'data-was') ?? '';
    const change = attribute(cell.attributes, 'data-change');
    const old = `← ${was}`;
    const notes = change === undefined ? [old] : [`${old}\u2002${change.split(' (', 1)[0]}`, old];
    return notes.find((note) => this.#fits(lengthOf(note), cell, place));
  }

  #fits(length: number, cell: WireCell, place: SheetCell | undefined): boolean {
    if (length > LONGEST || !place) return false;
    if (this.#widths.length === 0) return true;
    const needed = Math.ceil(length * this.#digit + AROUND);
    const { column, isNumber } = place;
    const width = this.#widths.slice(column, column + cell.columns).reduce((sum, one) => sum + one, 0);
    if (needed <= width) return true;
    // A column that is hidden stays so.
    if (!isNumber || cell.columns > 1 || width === 0) return false;
    this.#grown[column] = Math.max(this.#grown[column] ?? 0, needed);
    return true;
  }

  /** The columns with the widths that their notes need, each with a tag of its own. */
  #head(head: string): string {
    if (this.#grown.every((width, column) => width === this.#widths[column])) return head;
    let column = 0;
    return head.replaceAll(/<col((?: [^>]*)?)>/g, (_, attributes: string) => {
      const span = Number(attribute(attributes, 'span') ?? 1) || 1;
      const own = attributes.replace(/ span="[^"]*"/, '');
      const columns = this.#grown.slice(column, column + span);
      column += span;
      return columns.map((width) => `<col${own.replace(WIDTH, `$1${width}`)}>`).join('');
    });
  }
}

const WIDTH = /((?:^|[ ;"])width(?::\s*|="))\d+(?:\.\d+)?/;
const HEIGHT = /((?:^|[ ;"])height(?::\s*|="))\d+(?:\.\d+)?/;

function withHeight(attributes: string, px: number): string {
  if (HEIGHT.test(attributes)) return attributes.replace(HEIGHT, `$1${px}`);
  if (attributes.includes(' style="')) return attributes.replace(' style="', ` style="height:${px}px;`);
  return `${attributes} style="height:${px}px"`;
}

function lengthOf(html: string): number {
  return html.replaceAll(/&[^;]*;/g, '.').length;
}

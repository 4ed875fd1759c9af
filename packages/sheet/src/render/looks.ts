import { holds } from '../address.ts';
import type { Budget } from '../budget.ts';
import type { Borders, CellStyle, Font } from '../cell-style.ts';
import type { SheetTable } from '../model.ts';
import type { PartLook, TablePart } from '../part-look.ts';

/** The looks of a workbook's cells by number; those that tables make of them have numbers below 0. */
export class Looks {
  readonly #looks: readonly CellStyle[];
  readonly #inTables: CellStyle[] = [];
  readonly #plain: CellStyle;
  readonly #dressed = new Map<SheetTable, Map<string, number>>();
  readonly #budget: Budget;

  constructor(styles: readonly CellStyle[], plain: CellStyle, budget: Budget) {
    this.#budget = budget;
    this.#looks = styles;
    this.#plain = plain;
  }

  get(number: number): CellStyle {
    return (number < 0 ? this.#inTables[-number - 1] : this.#looks[number]) ?? this.#plain;
  }

  /** The look of a cell within a table: what the cell says itself stands over the table's style. */
  inTable(style: number, table: SheetTable, spot: SpotInTable): number {
    const place = placeIn(table, spot);
    const key = `${style} ${place.key}`;
    const known = this.#dressed.get(table) ?? new Map<string, number>();
    this.#dressed.set(table, known);
    const same = known.get(key);
    if (same !== undefined) return same;
    this.#budget.spend(1);
    const number = -this.#inTables.push(dressed(this.get(style), this.#plain, partsOf(table, place)));
    known.set(key, number);
    return number;
  }
}

/** The table that a cell lies in. */
export function tableAt(tables: readonly SheetTable[], row: number, column: number): SheetTable | undefined {
  return tables.find((table) => holds(table.range, row, column));
}

/** A cell of a table. */
interface SpotInTable {
  readonly row: number;
  readonly column: number;
  /** Rows of the table's body that are seen above it. */
  readonly bodyRow: number;
}

interface PlaceInTable {
  readonly key: string;
  readonly isHeader: boolean;
  readonly isTotal: boolean;
  readonly rowStripe: 1 | 2;
  readonly columnStripe: 1 | 2;
  readonly edges: { readonly top: boolean; readonly bottom: boolean; readonly start: boolean; readonly end: boolean };
  readonly lastBodyRow: boolean;
  readonly firstBodyRow: boolean;
}

function placeIn(table: SheetTable, { row, column, bodyRow }: SpotInTable): PlaceInTable {
  const { range, look } = table;
  const isHeader = row < range.top + table.headerRows;
  const isTotal = row > range.bottom - table.totalRows;
  const rowStripe = isHeader || isTotal ? 1 : stripeOf(bodyRow, look.firstRowStripe, look.secondRowStripe);
  const columnStripe = stripeOf(column - range.left, look.firstColumnStripe, look.secondColumnStripe);
  const edges = {
    top: row === range.top,
    bottom: row === range.bottom,
    start: column === range.left,
    end: column === range.right,
  };
  const lastBodyRow = row === range.bottom - table.totalRows;
  const firstBodyRow = !isHeader && bodyRow === 0;
  const flags = [isHeader, isTotal, edges.top, edges.bottom, edges.start, edges.end, lastBodyRow, firstBodyRow];
  const key = `${flags.map(Number).join('')}${rowStripe}${columnStripe}`;
  return { key, isHeader, isTotal, rowStripe, columnStripe, edges, lastBodyRow, firstBodyRow };
}

function stripeOf(place: number, first: PartLook | undefined, second: PartLook | undefined): 1 | 2 {
  const long = first?.size ?? 1;
  const cycle = long + (second?.size ?? 1);
  return place % cycle < long ? 1 : 2;
}

interface PlacedPart {
  readonly look: PartLook;
  /** Which sides of the part this cell lies on. */
  readonly edges: PlaceInTable['edges'];
}

function partsOf({ look }: SheetTable, place: PlaceInTable): PlacedPart[] {
  const isBody = !place.isHeader && !place.isTotal;
  const across = { ...place.edges, top: true, bottom: true };
  const along = { ...place.edges, start: true, end: true };
  const listed: [TablePart, boolean, PlaceInTable['edges']][] = [
    ['wholeTable', true, place.edges],
    [
      'firstColumnStripe',
      isBody && place.columnStripe === 1,
      { ...along, top: place.firstBodyRow, bottom: place.lastBodyRow },
    ],
    [
      'secondColumnStripe',
      isBody && place.columnStripe === 2,
      { ...along, top: place.firstBodyRow, bottom: place.lastBodyRow },
    ],
    ['firstRowStripe', isBody && place.rowStripe === 1, across],
    ['secondRowStripe', isBody && place.rowStripe === 2, across],
    ['lastColumn', place.edges.end, along],
    ['firstColumn', place.edges.start, along],
    ['totalRow', place.isTotal, across],
    ['headerRow', place.isHeader, across],
  ];
  return listed.flatMap(([part, applies, edges]) => {
    const found = look[part];
    return applies && found ? [{ look: found, edges }] : [];
  });
}

function dressed(own: CellStyle, plain: CellStyle, parts: readonly PlacedPart[]): CellStyle {
  let font: Font = plain.font;
  let fill = own.fill;
  let borders: Borders = plain.borders;
  for (const { look, edges } of parts) {
    font = { ...font, ...look.font };
    if (look.fill && !own.fill) fill = look.fill;
    borders = withPartBorders(borders, look, edges);
  }
  return { ...own, font: over(font, own.font, plain.font), fill, borders: overBorders(borders, own.borders) };
}

/** The cell's font where it differs from the workbook's usual one. */
function over(table: Font, own: Font, plain: Font): Font {
  return {
    name: own.name === plain.name ? table.name : own.name,
    size: own.size === plain.size ? table.size : own.size,
    isBold: own.isBold || table.isBold,
    isItalic: own.isItalic || table.isItalic,
    underline: own.underline === 'none' ? table.underline : own.underline,
    isStruck: own.isStruck || table.isStruck,
    position: own.position,
    color: own.color === plain.color ? table.color : own.color,
  };
}

function withPartBorders(below: Borders, look: PartLook, edges: PlaceInTable['edges']): Borders {
  const { borders, inner } = look;
  return {
    ...below,
    top: (edges.top ? borders?.top : inner?.horizontal) ?? below.top,
    bottom: (edges.bottom ? borders?.bottom : inner?.horizontal) ?? below.bottom,
    start: (edges.start ? borders?.start : inner?.vertical) ?? below.start,
    end: (edges.end ? borders?.end : inner?.vertical) ?? below.end,
  };
}

function overBorders(table: Borders, own: Borders): Borders {
  return {
    ...own,
    top: own.top ?? table.top,
    bottom: own.bottom ?? table.bottom,
    start: own.start ?? table.start,
    end: own.end ?? table.end,
  };
}

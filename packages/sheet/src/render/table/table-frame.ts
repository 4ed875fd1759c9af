import type { CellStyle, Sheet } from '../../model.ts';
import { familyOf } from '../cell-css.ts';
import { escapeAttribute } from '../escape.ts';
import type { VisibleGrid } from '../visible.ts';

/** What the tag of a table is written from. */
interface Framed {
  readonly sheet: Sheet;
  readonly grid: VisibleGrid;
  readonly plain: CellStyle;
  readonly drawings: { readonly isClear: boolean };
}

/** What all rows of a table ask of it. */
interface AskedByRows {
  /** What the widest number of a column needs, by place, where the column has not enough. */
  readonly needed: ReadonlyMap<number, number>;
  readonly isPaper: boolean;
}

/** The parts of a table and their rows, as far as it has any. */
export function sectionsOf({ rows, freeze }: VisibleGrid): (readonly ['thead' | 'tbody', number, number])[] {
  const both = [['thead', 0, freeze.rows] as const, ['tbody', freeze.rows, rows.length] as const];
  return both.filter(([, from, to]) => from < to);
}

/** The open tag of a table and its columns: their widths and the paper are known once the rows are written. */
export function tableOpening({ sheet, grid, plain, drawings }: Framed, { needed, isPaper }: AskedByRows): string {
  const columns = grid.columns
    .map((column, n) => `<col style="width:${Math.max(column.width, needed.get(n) ?? 0)}px">`)
    .join('');
  const font = `font-family:${familyOf(plain.font.name)};font-size:${plain.font.size}pt`;
  const attributes = [
    sheet.isRightToLeft ? ' dir="rtl"' : '',
    sheet.hasGridlines ? '' : ' border="0"',
    plain.font.name === '' ? '' : ` style="${escapeAttribute(font)}" data-row-height="${grid.rowHeight}"`,
    grid.freeze.rows + grid.freeze.columns > 0 ? ` data-freeze="${grid.freeze.rows},${grid.freeze.columns}"` : '',
    isPaper || drawings.isClear ? ' data-paper=""' : '',
  ].join('');
  return `<table${attributes}><colgroup>${columns}</colgroup>`;
}

import type { CellStyle } from '../../cell-style.ts';
import type { Sheet } from '../../model.ts';
import type { GroupPlace } from '../../outline/layout.ts';
import { familyOf } from '../cell-css.ts';
import { escapeAttribute } from '../escape.ts';
import type { VisibleGrid, VisibleRow } from '../visible.ts';

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
export function sectionsOf({ rows, head }: VisibleGrid): (readonly ['thead' | 'tbody', number, number])[] {
  const both = [['thead', 0, head] as const, ['tbody', head, rows.length] as const];
  return both.filter(([, from, to]) => from < to);
}

/** The open tag of a row: its groups, and its height where it has one of its own. */
export function rowOpening(row: VisibleRow | undefined): string {
  const height = row?.height === undefined ? '' : ` style="height:${row.height}px"`;
  return `<tr${groupText(row?.group)}${height}>`;
}

/** What a collapsed group hides is there, and hidden at first. */
function groupText(group: GroupPlace | undefined): string {
  return group ? ` data-level="${group.level}"${group.isFolded ? ' hidden=""' : ''}` : '';
}

/** Where the totals of groups stand; nothing where no row or column is in one. */
function outlineText({ outline }: Sheet, { rows, columns }: VisibleGrid): string {
  const hasGroups = rows.some(({ group }) => group) || columns.some(({ group }) => group);
  if (!hasGroups) return '';
  return ` data-outline="${outline?.isAbove ? 'above' : 'below'} ${outline?.isBefore ? 'before' : 'after'}"`;
}

/** The open tag of a table and its columns: their widths and the paper are known once the rows are written. */
export function tableOpening({ sheet, grid, plain, drawings }: Framed, { needed, isPaper }: AskedByRows): string {
  const columns = grid.columns
    .map((column, n) => `<col${groupText(column.group)} style="width:${Math.max(column.width, needed.get(n) ?? 0)}px">`)
    .join('');
  const font = `font-family:${familyOf(plain.font.name)};font-size:${plain.font.size}pt`;
  const attributes = [
    sheet.isRightToLeft ? ' dir="rtl"' : '',
    sheet.hasGridlines ? '' : ' border="0"',
    plain.font.name === '' ? '' : ` style="${escapeAttribute(font)}" data-row-height="${grid.rowHeight}"`,
    grid.head + grid.freeze.columns > 0 ? ` data-freeze="${grid.freeze.rows},${grid.freeze.columns}"` : '',
    isPaper || drawings.isClear ? ' data-paper=""' : '',
    outlineText(sheet, grid),
    sheet.zoom === undefined ? '' : ` data-zoom="${sheet.zoom}"`,
    sheet.paper?.isLandscape ? ' data-print="landscape"' : '',
  ].join('');
  return `<table${attributes}><colgroup>${columns}</colgroup>`;
}

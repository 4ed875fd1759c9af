import type { CellRange, SheetTable } from '../model.ts';
import { areaIn } from './areas.ts';
import type { SheetGrid } from './cells/sheet-grid.ts';
import type { Env } from './env.ts';
import type { TableNode } from './node.ts';
import { errors, type Value } from './values/value.ts';

/** The cells that a structured reference names. */
export function tableArea(node: TableNode, env: Env): Value {
  const found = node.table === '' ? tableAround(env) : env.book.table(node.table);
  if (!found) return errors.name;
  const { table, sheet } = found;
  const rows = rowsOf(table, node.sections, env);
  const columns = columnsOf(found, node.columns);
  if (!rows || !columns) return errors.reference;
  if (rows.bottom < rows.top) return errors.reference;
  return areaIn(sheet, { ...rows, ...columns });
}

function tableAround({
  sheet,
  row,
  column,
}: Env): { readonly table: SheetTable; readonly sheet: SheetGrid } | undefined {
  const table = sheet.tables.find(
    ({ range }) => row >= range.top && row <= range.bottom && column >= range.left && column <= range.right,
  );
  return table && { table, sheet };
}

type Rows = Pick<CellRange, 'top' | 'bottom'>;
type Columns = Pick<CellRange, 'left' | 'right'>;

function rowsOf(
  { range, headerRows, totalRows }: SheetTable,
  sections: readonly string[],
  { row }: Env,
): Rows | undefined {
  const body = { top: range.top + headerRows, bottom: range.bottom - totalRows };
  if (sections.length === 0) return body;
  let found: Rows | undefined;
  for (const section of sections) {
    const part = sectionOf(section.toLowerCase(), { range, body, row });
    if (!part) return undefined;
    found = found ? { top: Math.min(found.top, part.top), bottom: Math.max(found.bottom, part.bottom) } : part;
  }
  return found;
}

interface Places {
  readonly range: CellRange;
  readonly body: Rows;
  readonly row: number;
}

function sectionOf(section: string, { range, body, row }: Places): Rows | undefined {
  switch (section) {
    case 'all':
      return range;
    case 'data':
      return body;
    case 'headers':
      return { top: range.top, bottom: body.top - 1 };
    case 'totals':
      return { top: body.bottom + 1, bottom: range.bottom };
    default:
      return row >= body.top && row <= body.bottom ? { top: row, bottom: row } : undefined;
  }
}

/** Columns are named by their heads. */
function columnsOf(
  { table, sheet }: { readonly table: SheetTable; readonly sheet: SheetGrid },
  names: readonly string[],
): Columns | undefined {
  const { range } = table;
  if (names.length === 0) return { left: range.left, right: range.right };
  const places = names.map((name) => {
    const sought = name.toLowerCase();
    for (let column = range.left; column <= range.right; column++) {
      const head = table.columns?.[column - range.left] ?? sheet.at(range.top, column);
      if (typeof head === 'string' && head.toLowerCase() === sought) return column;
    }
    return undefined;
  });
  const [first, last = first] = places;
  if (first === undefined || last === undefined) return undefined;
  return { left: Math.min(first, last), right: Math.max(first, last) };
}

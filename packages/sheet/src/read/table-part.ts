import { lastColumn, parseRange } from '../address.ts';
import type { CellRange, SheetTable } from '../model.ts';
import type { PartLook, TableLook, TablePart } from '../part-look.ts';
import { builtInTableStyle } from './table-styles.ts';
import { type Attributes, isOn, parseXml, whole } from './xml.ts';

/** What tables are dressed from. */
export interface TableLooks {
  readonly theme: readonly string[];
  readonly own: ReadonlyMap<string, TableLook>;
}

/** Characters of the name of a table, as spreadsheets have it. */
const longestTableName = 255;

/** Reads a table part; undefined when it names no area. */
export async function readTable(chunks: AsyncIterable<Uint8Array>, looks: TableLooks): Promise<SheetTable | undefined> {
  let table: Attributes = {};
  let style: Attributes = {};
  const columns: string[] = [];
  let filter: string | undefined;
  let isSet = false;
  await parseXml(chunks, {
    open(name, attributes) {
      if (name === 'table') table = attributes;
      if (name === 'tableStyleInfo') style = attributes;
      if (name === 'autoFilter') filter = attributes.ref;
      if (name === 'filterColumn') isSet = true;
      if (name === 'tableColumn' && columns.length < lastColumn) columns.push(plainName(attributes.name ?? ''));
    },
  });
  const range: CellRange | undefined = parseRange(table.ref ?? '');
  if (!range) return undefined;
  const filtered = isSet ? parseRange(filter ?? '') : undefined;
  return {
    name: (table.displayName ?? table.name ?? '').slice(0, longestTableName),
    range,
    columns,
    headerRows: whole(table.headerRowCount) ?? 1,
    totalRows: whole(table.totalsRowCount) ?? 0,
    ...(filtered && { filtered }),
    look: switchedOn(style, looks),
  };
}

/** Line ends in the name of a column are written by number. */
function plainName(name: string): string {
  return name
    .slice(0, longestTableName)
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function switchedOn(style: Attributes, looks: TableLooks): TableLook {
  const name = style.name ?? '';
  const whole = looks.own.get(name) ?? builtInTableStyle(name, looks.theme) ?? {};
  const look: Partial<Record<TablePart, PartLook>> = { ...whole };
  if (!isOn(style.showFirstColumn)) delete look.firstColumn;
  if (!isOn(style.showLastColumn)) delete look.lastColumn;
  if (!isOn(style.showRowStripes)) {
    delete look.firstRowStripe;
    delete look.secondRowStripe;
  }
  if (!isOn(style.showColumnStripes)) {
    delete look.firstColumnStripe;
    delete look.secondColumnStripe;
  }
  return look;
}

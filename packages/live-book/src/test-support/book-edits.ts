import { areaName, areaOf, cellName, placeOf } from '../cell-names.ts';
import { type BookSpec, type CellSpec, dressed, type Edit, type SheetSpec, splitCell } from './book-spec.ts';

/** The workbook after an edit; `undo` is left to who keeps the workbooks before. */
export function edited(book: BookSpec, edit: Edit): BookSpec {
  if ('name' in edit) return { ...book, names: { ...book.names, [edit.name]: edit.refers } };
  if ('addSheet' in edit) return { ...book, sheets: [...book.sheets, { name: edit.addSheet, cells: { A1: 'new' } }] };
  if ('deleteSheet' in edit) return { ...book, sheets: book.sheets.filter(({ name }) => name !== edit.deleteSheet) };
  if ('moveSheet' in edit) return moved(book, edit.moveSheet, edit.to);
  if ('renameSheet' in edit) return onSheet(book, edit.renameSheet, (sheet) => ({ ...sheet, name: edit.to }));
  if ('hideSheet' in edit) return onSheet(book, edit.hideSheet, (sheet) => ({ ...sheet, isHidden: edit.is }));
  return editedCells(book, edit) ?? editedShape(book, edit) ?? book;
}

function editedCells(book: BookSpec, edit: Edit): BookSpec | undefined {
  if ('set' in edit) return onCell(book, edit.set, (cell) => ({ ...lookOf(cell), ...dressed(edit.to) }));
  if ('paste' in edit) return pasted(book, edit.paste, edit.block);
  if ('feed' in edit) return onCell(book, edit.feed, (cell) => ({ ...lookOf(cell), value: edit.to }));
  if ('format' in edit) return onCell(book, edit.format, (cell) => ({ ...dressed(cell), format: edit.as }));
  if ('fill' in edit) return onCell(book, edit.fill, (cell) => ({ ...dressed(cell), fill: edit.as }));
  return undefined;
}

function editedShape(book: BookSpec, edit: Edit): BookSpec | undefined {
  if ('insertRow' in edit) return shifted(book, edit.insertRow, { axis: 'row', at: edit.at, by: 1 });
  if ('deleteRow' in edit) return shifted(book, edit.deleteRow, { axis: 'row', at: edit.at, by: -1 });
  if ('insertColumn' in edit) return shifted(book, edit.insertColumn, { axis: 'column', at: edit.at, by: 1 });
  if ('deleteColumn' in edit) return shifted(book, edit.deleteColumn, { axis: 'column', at: edit.at, by: -1 });
  if ('hideRow' in edit) {
    return onSheet(book, edit.hideRow, (sheet) => ({ ...sheet, hiddenRows: toggled(sheet.hiddenRows, edit) }));
  }
  if ('hideColumn' in edit) {
    return onSheet(book, edit.hideColumn, (sheet) => ({ ...sheet, hiddenColumns: toggled(sheet.hiddenColumns, edit) }));
  }
  return editedAreas(book, edit);
}

function editedAreas(book: BookSpec, edit: Edit): BookSpec | undefined {
  if ('merge' in edit) {
    const [name, area] = splitCell(edit.merge);
    return onSheet(book, name, (sheet) => ({ ...sheet, merges: [...(sheet.merges ?? []), area] }));
  }
  if ('unmerge' in edit) {
    const [name, area] = splitCell(edit.unmerge);
    return onSheet(book, name, (sheet) => ({ ...sheet, merges: (sheet.merges ?? []).filter((one) => one !== area) }));
  }
  if ('list' in edit) {
    const [name, area] = splitCell(edit.list);
    return onSheet(book, name, (sheet) => ({
      ...sheet,
      lists: [...(sheet.lists ?? []), { area, source: edit.source }],
    }));
  }
  return undefined;
}

function lookOf(cell: CellSpec | undefined) {
  const { format, fill } = dressed(cell);
  return { ...(format !== undefined && { format }), ...(fill !== undefined && { fill }) };
}

function onSheet(book: BookSpec, name: string, change: (sheet: SheetSpec) => SheetSpec): BookSpec {
  return { ...book, sheets: book.sheets.map((sheet) => (sheet.name === name ? change(sheet) : sheet)) };
}

function onCell(book: BookSpec, cell: string, change: (cell: CellSpec | undefined) => CellSpec): BookSpec {
  const [name, address] = splitCell(cell);
  return onSheet(book, name, (sheet) => ({
    ...sheet,
    cells: { ...sheet.cells, [address]: change(sheet.cells[address]) },
  }));
}

/** Many cells in one step, their looks as they were. */
function pasted(book: BookSpec, cell: string, block: readonly (readonly CellSpec[])[]): BookSpec {
  const [name, address] = splitCell(cell);
  const { row = 1, column = 1 } = placeOf(address) ?? {};
  return onSheet(book, name, (sheet) => {
    const cells = { ...sheet.cells };
    for (const [n, values] of block.entries()) {
      for (const [m, value] of values.entries()) {
        const place = cellName(row + n, column + m);
        cells[place] = { ...lookOf(cells[place]), ...dressed(value) };
      }
    }
    return { ...sheet, cells };
  });
}

function moved(book: BookSpec, name: string, to: number): BookSpec {
  const sheet = book.sheets.find((one) => one.name === name);
  const others = book.sheets.filter((one) => one !== sheet);
  return { ...book, sheets: sheet ? others.toSpliced(to, 0, sheet) : others };
}

function toggled(before: readonly number[] = [], { at, is }: { readonly at: number; readonly is: boolean }): number[] {
  const others = before.filter((one) => one !== at);
  return is ? [...others, at] : others;
}

interface Shift {
  readonly axis: 'row' | 'column';
  readonly at: number;
  readonly by: 1 | -1;
}

/** Cells, areas and formulas of the sheet move; those of other sheets that read it are left as they are. */
function shifted(book: BookSpec, name: string, shift: Shift): BookSpec {
  return onSheet(book, name, (sheet) => {
    const cells: Record<string, CellSpec> = {};
    for (const [address, cell] of Object.entries(sheet.cells)) {
      const next = shiftedCell(address, shift);
      if (next !== undefined) cells[next] = shiftedFormula(cell, shift);
    }
    const areas = (list: readonly string[] = []) => list.map((area) => shiftedArea(area, shift));
    const lists = (sheet.lists ?? []).map((list) => ({ ...list, area: shiftedArea(list.area, shift) }));
    return { ...sheet, cells, merges: areas(sheet.merges), lists };
  });
}

function shiftedCell(address: string, { axis, at, by }: Shift): string | undefined {
  const place = placeOf(address);
  if (!place) return undefined;
  if (by < 0 && place[axis] === at) return undefined;
  const next = { ...place, [axis]: place[axis] + (place[axis] >= at ? by : 0) };
  return cellName(next.row, next.column);
}

function shiftedArea(area: string, shift: Shift): string {
  const found = areaOf(area);
  if (!found) return area;
  const from = shiftedCell(cellName(found.top, found.left), shift) ?? cellName(found.top, found.left);
  const to = shiftedCell(cellName(found.bottom, found.right), { ...shift, at: shift.at + (shift.by < 0 ? 1 : 0) });
  return areaName(areaOf(`${from}:${to ?? from}`) ?? found);
}

const REFERENCE = /[A-Z]{1,3}\d+/g;

function shiftedFormula(cell: CellSpec, shift: Shift): CellSpec {
  const { formula } = dressed(cell);
  if (formula === undefined) return cell;
  return { ...dressed(cell), formula: formula.replace(REFERENCE, (address) => shiftedCell(address, shift) ?? '#REF!') };
}

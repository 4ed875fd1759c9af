import { buildXlsx, escaped } from '@sheetwire/sheet/test-support/xlsx-builder';
import { areaOf, placeOf } from '../cell-names.ts';
import type { BookValue } from '../live-book.ts';
import { type BookSpec, type DressedCell, dressed, type SheetSpec } from './book-spec.ts';

/** The result of a formula, where it is known. */
export type ResultOf = (sheet: string, address: string) => BookValue | undefined;

/** A workbook as the file that its program saves: formulas with their results. */
export function fileOf(book: BookSpec, resultOf: ResultOf = () => undefined): Uint8Array<ArrayBuffer> {
  const looks = new Looks();
  const sheets = book.sheets.map((sheet) => ({
    name: sheet.name,
    ...(sheet.isHidden && { state: 'hidden' as const }),
    body: sheetBody(sheet, looks, resultOf),
  }));
  const names = [book.names, ...book.sheets.map((sheet) => sheet.names)].flatMap((some, n) =>
    Object.entries(some ?? {}).map(([name, refers]) => {
      const scope = n === 0 ? '' : ` localSheetId="${n - 1}"`;
      return `<definedName name="${escaped(name)}"${scope}>${escaped(refers)}</definedName>`;
    }),
  );
  const built = buildXlsx({
    sheets,
    styles: looks.xml(),
    ...(book.has1904Dates && { before: '<workbookPr date1904="1"/>' }),
    ...(names.length > 0 && { behind: `<definedNames>${names.join('')}</definedNames>` }),
  });
  return new Uint8Array(built);
}

/** The looks of cells, each once. */
class Looks {
  readonly #formats = ['General'];
  readonly #fills = [''];
  readonly #pairs = ['0 0'];

  numberOf({ format = 'General', fill = '' }: DressedCell): number {
    return numbered(this.#pairs, `${numbered(this.#formats, format)} ${numbered(this.#fills, fill)}`);
  }

  xml(): string {
    const formats = this.#formats.map((code, n) => `<numFmt numFmtId="${n + 200}" formatCode="${escaped(code)}"/>`);
    const fills = this.#fills.map((color) =>
      color === ''
        ? '<fill><patternFill patternType="none"/></fill>'
        : `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/></patternFill></fill>`,
    );
    const xfs = this.#pairs.map((pair) => {
      const [format, fill] = pair.split(' ').map(Number);
      return `<xf numFmtId="${format === 0 ? 0 : (format ?? 0) + 200}" fontId="0" fillId="${fill}" borderId="0"/>`;
    });
    return (
      `<numFmts>${formats.join('')}</numFmts><fonts><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
      `<fills>${fills.join('')}</fills><borders><border/></borders><cellXfs>${xfs.join('')}</cellXfs>`
    );
  }
}

function numbered(list: string[], entry: string): number {
  const at = list.indexOf(entry);
  return at >= 0 ? at : list.push(entry) - 1;
}

function sheetBody(sheet: SheetSpec, looks: Looks, resultOf: ResultOf): string {
  const { hiddenColumns = [], hiddenRows = [], merges = [], lists = [] } = sheet;
  const columns = hiddenColumns.map((at) => `<col min="${at}" max="${at}" width="9" hidden="1"/>`);
  const merged = merges.map((area) => `<mergeCell ref="${area}"/>`);
  const chosen = lists.map(
    ({ area, source, allowsBlank }) =>
      `<dataValidation type="list" sqref="${area}"${allowsBlank ? ' allowBlank="1"' : ''}><formula1>${escaped(source)}</formula1></dataValidation>`,
  );
  const rows = rowsOf(sheet).map(([number, cells]) => {
    const hidden = hiddenRows.includes(number) ? ' hidden="1"' : '';
    return `<row r="${number}"${hidden}>${cells.map(([address, cell]) => cellXml(address, cell, looks.numberOf(cell), resultOf(sheet.name, address))).join('')}</row>`;
  });
  return [
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    `<sheetData>${rows.join('')}</sheetData>`,
    merged.length > 0 ? `<mergeCells>${merged.join('')}</mergeCells>` : '',
    chosen.length > 0 ? `<dataValidations>${chosen.join('')}</dataValidations>` : '',
  ].join('');
}

type NamedCell = readonly [address: string, cell: DressedCell];

function rowsOf({ cells, hiddenRows = [] }: SheetSpec): (readonly [number: number, cells: NamedCell[]])[] {
  const rows = new Map<number, NamedCell[]>(hiddenRows.map((number) => [number, []]));
  for (const [address, cell] of Object.entries(cells)) {
    const row = placeOf(address)?.row ?? 1;
    const inRow = rows.get(row) ?? [];
    rows.set(row, inRow);
    inRow.push([address, dressed(cell)]);
  }
  const column = ([address]: NamedCell) => placeOf(address)?.column ?? 0;
  return [...rows].sort(([a], [b]) => a - b).map(([n, row]) => [n, row.sort((a, b) => column(a) - column(b))]);
}

function cellXml(address: string, cell: DressedCell, style: number, result: BookValue | undefined): string {
  const formula = cell.formula === undefined ? '' : `<f>${escaped(cell.formula)}</f>`;
  const value = cell.formula === undefined ? cell.value : result;
  const at = `r="${address}" s="${style}"`;
  if (value === undefined || value === null) return `<c ${at}>${formula}</c>`;
  if (typeof value === 'number') return `<c ${at}>${formula}<v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c ${at} t="b">${formula}<v>${Number(value)}</v></c>`;
  if (typeof value === 'object') return `<c ${at} t="e">${formula}<v>${value.error}</v></c>`;
  if (formula !== '') return `<c ${at} t="str">${formula}<v>${escaped(value)}</v></c>`;
  return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

/** The cells of an area by their names. */
export function cellsIn(area: string): { readonly row: number; readonly column: number }[] {
  const found = areaOf(area);
  if (!found) return [];
  const rows = Array.from({ length: found.bottom - found.top + 1 }, (_, n) => found.top + n);
  const columns = Array.from({ length: found.right - found.left + 1 }, (_, n) => found.left + n);
  return rows.flatMap((row) => columns.map((column) => ({ row, column })));
}

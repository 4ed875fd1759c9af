import { type BookCell, type BookRow, type BookSheet, columnName } from './book.ts';
import { escapeXml } from './escape-xml.ts';
import type { StylesPart } from './styles-part.ts';

/** The texts of a workbook, each once, as xl/sharedStrings.xml holds them. */
export class SharedTexts {
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  xml(): string {
    const items = [...this.#numbers.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`);
    return (
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
      `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${items.join('')}</sst>`
    );
  }
}

interface SheetParts {
  readonly styles: StylesPart;
  readonly texts: SharedTexts;
  /** False leaves the results of formulas out, so that a spreadsheet program must compute them. */
  readonly hasResults: boolean;
}

/** One sheet as xl/worksheets/sheetN.xml. */
export function sheetXml(sheet: BookSheet, parts: SheetParts): string {
  const columns = sheet.columns.map(
    ({ width, isHidden }, n) =>
      `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"${isHidden ? ' hidden="1"' : ''}/>`,
  );
  const merges = (sheet.merges ?? []).map((range) => `<mergeCell ref="${range}"/>`);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">',
    `<sheetViews><sheetView workbookViewId="0">${pane(sheet)}</sheetView></sheetViews>`,
    '<sheetFormatPr defaultRowHeight="15"/>',
    `<cols>${columns.join('')}</cols>`,
    `<sheetData>${sheet.rows.map((row, n) => rowXml(row, n + 1, parts)).join('')}</sheetData>`,
    merges.length === 0 ? '' : `<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>`,
    sheet.chart ? '<drawing r:id="rId1"/>' : '',
    '</worksheet>',
  ].join('');
}

function pane({ freeze }: BookSheet): string {
  if (!freeze) return '';
  const { rows, columns } = freeze;
  const splits = `${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''}`;
  const active = columns > 0 && rows > 0 ? 'bottomRight' : rows > 0 ? 'bottomLeft' : 'topRight';
  return `<pane${splits} topLeftCell="${columnName(columns)}${rows + 1}" activePane="${active}" state="frozen"/>`;
}

function rowXml({ cells, height }: BookRow, number: number, parts: SheetParts): string {
  const tall = height === undefined ? '' : ` ht="${height}" customHeight="1"`;
  const inner = cells.map((cell, n) => (cell ? cellXml(cell, `${columnName(n)}${number}`, parts) : ''));
  return `<row r="${number}"${tall}>${inner.join('')}</row>`;
}

function cellXml({ value, formula, look }: BookCell, reference: string, parts: SheetParts): string {
  const style = parts.styles.numberOf(look);
  const open = `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`}`;
  if (formula !== undefined) {
    const result = parts.hasResults && value !== undefined ? `<v>${escapeXml(String(value))}</v>` : '';
    return `${open}${typeof value === 'string' ? ' t="str"' : ''}><f>${escapeXml(formula)}</f>${result}</c>`;
  }
  if (typeof value === 'string') return `${open} t="s"><v>${parts.texts.numberOf(value)}</v></c>`;
  return value === undefined ? `${open}/>` : `${open}><v>${value}</v></c>`;
}

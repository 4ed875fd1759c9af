import { cellAddress } from '../../address.ts';
import type { Cell, CellRange, ColumnSpan, Sheet, SheetRow } from '../../model.ts';
import { closesGroup, groupText, mostLevels, outlineXml } from './outline.ts';
import type { StylesPart } from './styles-part.ts';
import type { TextsPart } from './texts-part.ts';
import { mainSpace, relationSpace, xml, xmlHead } from './xml-text.ts';

export interface SheetPartDeps {
  readonly texts: TextsPart;
  readonly styles: StylesPart;
}

/** What no spreadsheet may take for a formula. */
const FORMULA_LIKE = /^[=+\-@\t\r]/;

/** A sheet as a part, in pieces of a row. */
export function* sheetXml(
  sheet: Sheet,
  { isFirst, hasDrawing }: { readonly isFirst: boolean; readonly hasDrawing: boolean },
  deps: SheetPartDeps,
): Generator<string> {
  yield `${xmlHead}<worksheet xmlns="${mainSpace}" xmlns:r="${relationSpace}">`;
  yield `<sheetPr>${outlineXml(sheet)}<pageSetUpPr fitToPage="1"/></sheetPr>`;
  yield `${viewXml(sheet, isFirst)}${formatXml(sheet)}${columnsXml(sheet)}<sheetData>`;
  for (const [n, row] of sheet.rows.entries()) yield rowXml(row, isClosing(sheet, n), deps);
  yield '</sheetData>';
  yield mergesXml(sheet.merges);
  yield linksXml(sheet);
  yield '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>';
  yield '<pageSetup orientation="landscape" fitToHeight="0"/>';
  yield `${hasDrawing ? '<drawing r:id="rIdD"/>' : ''}</worksheet>`;
}

/** The relations of a sheet: where its links lead, and the part of its drawings by number; '' without any. */
export function sheetRelations({ links }: Sheet, drawing: number | undefined): string {
  if (links.length === 0 && drawing === undefined) return '';
  const list = links.map(
    ({ target }, n) =>
      `<Relationship Id="rId${n + 1}" Type="${relationSpace}/hyperlink" Target="${xml(target)}" TargetMode="External"/>`,
  );
  if (drawing !== undefined) {
    list.push(`<Relationship Id="rIdD" Type="${relationSpace}/drawing" Target="../drawings/drawing${drawing}.xml"/>`);
  }
  return `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;
}

function viewXml(sheet: Sheet, isFirst: boolean): string {
  const { isRightToLeft, hasGridlines, freeze, zoom } = sheet;
  const attributes = [
    hasGridlines ? '' : ' showGridLines="0"',
    isRightToLeft ? ' rightToLeft="1"' : '',
    isFirst ? ' tabSelected="1"' : '',
    zoom === undefined ? '' : ` zoomScale="${zoom}" zoomScaleNormal="${zoom}"`,
  ].join('');
  const pane = freeze.row + freeze.column > 0 ? paneXml(sheet) : '';
  return `<sheetViews><sheetView${attributes} workbookViewId="0">${pane}</sheetView></sheetViews>`;
}

/** What is folded is hidden there, and not counted among what is frozen. */
function paneXml({ freeze: { row, column }, rows, columns }: Sheet): string {
  const down = row - rows.filter(({ number, group }) => number <= row && group?.isFolded).length;
  const across = columns
    .filter(({ from, group }) => from <= column && group?.isFolded)
    .reduce((left, { from, to }) => left - (Math.min(to, column) - from + 1), column);
  if (down <= 0 && across <= 0) return '';
  const split = `${across > 0 ? ` xSplit="${across}"` : ''}${down > 0 ? ` ySplit="${down}"` : ''}`;
  const name = down > 0 && across > 0 ? 'bottomRight' : down > 0 ? 'bottomLeft' : 'topRight';
  return `<pane${split} topLeftCell="${cellAddress(row + 1, column + 1)}" activePane="${name}" state="frozen"/><selection pane="${name}"/>`;
}

function formatXml({ defaultRowHeight: height, rows, columns }: Sheet): string {
  const levels = `${mostLevels('Row', rows)}${mostLevels('Col', columns)}`;
  return `<sheetFormatPr defaultRowHeight="${height ?? 15}"${height === undefined ? '' : ' customHeight="1"'}${levels}/>`;
}

/** Its group, beside it, is collapsed. */
function isClosing({ rows, outline }: Sheet, n: number): boolean {
  const beside = rows[outline?.isAbove ? n + 1 : n - 1];
  const isNext = Math.abs((beside?.number ?? 0) - (rows[n]?.number ?? 0)) === 1;
  return isNext && closesGroup(rows[n]?.group, beside?.group);
}

function columnsXml({ columns, outline }: Pick<Sheet, 'columns' | 'outline'>): string {
  const list = columns.map(({ from, to, width = 8.43, group }: ColumnSpan, n) => {
    const shown = Math.min(255, Math.round(width * 10_000) / 10_000);
    const beside = columns[outline?.isBefore ? n + 1 : n - 1]?.group;
    const more = groupText(group, closesGroup(group, beside));
    return `<col min="${from}" max="${to}" width="${shown}" customWidth="1"${more}/>`;
  });
  return list.length === 0 ? '' : `<cols>${list.join('')}</cols>`;
}

function rowXml({ number, height, cells, group }: SheetRow, isClosed: boolean, deps: SheetPartDeps): string {
  const tall = height === undefined ? '' : ` ht="${height}" customHeight="1"`;
  return `<row r="${number}"${tall}${groupText(group, isClosed)}>${cells.map((cell) => cellXml(cell, number, deps)).join('')}</row>`;
}

function cellXml({ column, style, value, runs }: Cell, row: number, { texts, styles }: SheetPartDeps): string {
  const isQuoted = typeof value === 'string' && FORMULA_LIKE.test(value);
  const look = isQuoted ? styles.quoted(style) : style;
  const open = `<c r="${cellAddress(row, column)}"${look > 0 ? ` s="${look}"` : ''}`;
  switch (typeof value) {
    case 'number':
      return `${open}><v>${value}</v></c>`;
    case 'boolean':
      return `${open} t="b"><v>${value ? 1 : 0}</v></c>`;
    case 'string':
      return `${open} t="s"><v>${texts.numberOf(value, runs)}</v></c>`;
    default:
      return `${open}/>`;
  }
}

function mergesXml(merges: readonly CellRange[]): string {
  if (merges.length === 0) return '';
  const list = merges.map((range) => `<mergeCell ref="${reference(range)}"/>`);
  return `<mergeCells count="${merges.length}">${list.join('')}</mergeCells>`;
}

function linksXml({ links }: Sheet): string {
  if (links.length === 0) return '';
  const list = links.map(({ range }, n) => `<hyperlink ref="${reference(range)}" r:id="rId${n + 1}"/>`);
  return `<hyperlinks>${list.join('')}</hyperlinks>`;
}

function reference({ top, left, bottom, right }: CellRange): string {
  const first = cellAddress(top, left);
  return top === bottom && left === right ? first : `${first}:${cellAddress(bottom, right)}`;
}

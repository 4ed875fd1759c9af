import { type BookSource, buildXlsx } from '@sheetwire/sheet/test-support/xlsx-builder';

const styles =
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00;[Red]-#,##0.00"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd"/></numFmts>' +
  '<fonts><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFDDEBF7"/></patternFill></fill></fills>' +
  '<borders><border/></borders>' +
  '<cellXfs><xf/><xf numFmtId="4"/><xf numFmtId="10"/><xf numFmtId="165"/><xf numFmtId="164"/><xf fontId="1" fillId="2"/></cellXfs>';

const COLUMNS = 20;
const NAMES = 500;

/** A blotter as desks keep one: names, dates, amounts in the formats of money, percentages, and columns that stay empty. */
function cellXml(row: number, column: number): string {
  const seed = (row * 7919 + column * 104_729) % 99_991;
  switch (column % 10) {
    case 0:
      return `<c t="s"><v>${seed % NAMES}</v></c>`;
    case 1:
      return `<c s="3"><v>${45_000 + (seed % 900)}</v></c>`;
    case 2:
    case 3:
    case 4:
      return `<c s="1"><v>${(seed * 137.31 - 4_000_000).toFixed(4)}</v></c>`;
    case 5:
      return `<c s="4"><v>${(seed - 50_000) / 100}</v></c>`;
    case 6:
      return `<c s="2"><v>${seed / 99_991}</v></c>`;
    case 7:
      return `<c><v>${seed}</v></c>`;
    case 8:
      return `<c t="s"><v>${seed % 7}</v></c>`;
    default:
      return '<c s="1"/>';
  }
}

/** A workbook of so many cells in one sheet. */
export function madeBook(cells: number): Uint8Array {
  const rows: string[] = [];
  for (let row = 1; row <= cells / COLUMNS; row++) {
    const made = Array.from({ length: COLUMNS }, (_, column) => cellXml(row, column));
    rows.push(`<row r="${row}">${made.join('')}</row>`);
  }
  const texts = Array.from({ length: NAMES }, (_, n) => `<si><t>Counterparty ${n} of the desk</t></si>`).join('');
  const source: BookSource = {
    sheets: [{ name: 'Blotter', body: `<sheetData>${rows.join('')}</sheetData>` }],
    styles,
    texts,
  };
  return buildXlsx(source);
}

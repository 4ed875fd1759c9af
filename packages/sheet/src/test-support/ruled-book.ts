import { type RenderedReport, readWorkbook, renderPages } from '../publish-pages.ts';
import { buildXlsx, type CellSource, cellsXml } from './xlsx-builder.ts';

export const RED = 'background-color:#ff0000';
export const GREEN = 'background-color:#00ff00';
export const BOLD = 'font-weight:700';

/** Formats that rules name by number: red, bold, a percentage, green. */
const dxfs =
  '<dxfs><dxf><fill><patternFill><bgColor rgb="FFFF0000"/></patternFill></fill></dxf>' +
  '<dxf><font><b/></font></dxf><dxf><numFmt numFmtId="200" formatCode="0.0%"/></dxf>' +
  '<dxf><fill><patternFill><bgColor rgb="FF00FF00"/></patternFill></fill></dxf></dxfs>';
const styles =
  '<fonts><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills><fill><patternFill patternType="none"/></fill></fills><borders><border/></borders>' +
  `<cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellXfs>${dxfs}`;

/** Monday. */
const moment = new Date(2026, 10, 23, 12);
/** The same as a serial number. */
export const today = 46_349;

export type Rows = readonly (readonly (CellSource | undefined)[])[];

/** Rules over ranges, as a sheet has them. */
export function ruled(sqref: string, ...rules: readonly string[]): string {
  return `<conditionalFormatting sqref="${sqref}">${rules.join('')}</conditionalFormatting>`;
}

interface Given {
  /** Cells of the sheet Limits. */
  readonly others?: Rows;
  /** What stands behind the sheets in the workbook. */
  readonly behind?: string;
}

interface ShownCell {
  readonly css: string;
  readonly html: string;
}

export interface RuledReport extends RenderedReport {
  readonly css: (cell: string) => string;
  readonly html: (cell: string) => string;
  /** The cells that have a declaration. */
  readonly marked: (css: string) => string;
}

/** A sheet S of cells with what stands behind them, published on a Monday. */
export function shownRows(rows: Rows, further: string, { others = [], behind = '' }: Given = {}): Promise<RuledReport> {
  return shownSheets([cellsXml(rows) + further, cellsXml(others)], behind);
}

/** Sheets S and Limits of the given parts, published on a Monday. */
export async function shownSheets(bodies: readonly string[], behind = ''): Promise<RuledReport> {
  const sheets = bodies.map((body, n) => ({ name: n === 0 ? 'S' : 'Limits', body }));
  const report = renderPages(await readWorkbook(buildXlsx({ sheets, styles, behind })), {}, { now: moment });
  const [page] = report.pages;
  const found = new Map<string, ShownCell>();
  for (const [, attributes = '', html = ''] of (page?.html ?? '').matchAll(/<td([^>]*)>(.*?)<\/td>/g)) {
    const name = /data-cell="(\w+)"/.exec(attributes)?.[1] ?? '';
    found.set(name, { css: page?.styles[Number(/data-s="(\d+)"/.exec(attributes)?.[1] ?? -1)] ?? '', html });
  }
  return {
    ...report,
    css: (name) => found.get(name)?.css ?? '',
    html: (name) => found.get(name)?.html ?? '',
    marked: (css) => [...found].flatMap(([name, cell]) => (cell.css.includes(css) ? [name] : [])).join(' '),
  };
}

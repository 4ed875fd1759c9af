import { columnName } from '../../src/address.ts';
import { type CellSource, cellsXml } from '../../src/test-support/xlsx-builder.ts';

/** A column of values below a word for what it shows, and the rules over the values. */
export interface Case {
  readonly label: string;
  readonly values: readonly (CellSource | undefined)[];
  /** Elements `cfRule` of the basic content. */
  readonly rules?: string;
  /** Elements `x14:cfRule` of the extension. */
  readonly later?: string;
}

const across = 8;
const main = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';
const formulas = 'http://schemas.microsoft.com/office/excel/2006/main';

/** The number of the style of labels in `caseStyles`. */
const labelled = 2;
export const dated = 1;

/** What stands within `worksheet`: the cases side by side, eight in a band, `@` in their rules their first cell, `#` their range. */
export function caseSheet(cases: readonly Case[]): string {
  const height = Math.max(...cases.map(({ values }) => values.length)) + 2;
  const rows: (CellSource | undefined)[][] = [];
  const rules: string[] = [];
  const later: string[] = [];
  for (const [n, one] of cases.entries()) {
    const [top, column] = [Math.floor(n / across) * height, n % across];
    place(rows, [top, column], [one.label, labelled]);
    for (const [at, value] of one.values.entries()) place(rows, [top + 1 + at, column], value);
    const letter = columnName(column + 1);
    const [first, last] = [`${letter}${top + 2}`, `${letter}${top + 1 + one.values.length}`];
    const named = (xml: string) =>
      xml.replaceAll('@', first).replaceAll('#', `$${letter}$${top + 2}:$${letter}$${top + 1 + one.values.length}`);
    const range = `${first}:${last}`;
    if (one.rules) rules.push(`<conditionalFormatting sqref="${range}">${named(one.rules)}</conditionalFormatting>`);
    if (one.later)
      later.push(
        `<x14:conditionalFormatting xmlns:xm="${formulas}">${named(one.later)}<xm:sqref>${range}</xm:sqref></x14:conditionalFormatting>`,
      );
  }
  return `<cols><col min="1" max="${across}" width="17" customWidth="1"/></cols>${cellsXml(rows)}${rules.join('')}${extension(later)}`;
}

function place(
  rows: (CellSource | undefined)[][],
  [row, column]: readonly [number, number],
  value: CellSource | undefined,
): void {
  while (rows.length <= row) rows.push([]);
  const cells = rows[row] ?? [];
  while (cells.length < column) cells.push(undefined);
  cells[column] = value;
}

function extension(later: readonly string[]): string {
  if (later.length === 0) return '';
  return `<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="${main}"><x14:conditionalFormattings>${later.join('')}</x14:conditionalFormattings></ext></extLst>`;
}

/** The formats that rules name, in the order of their numbers. */
export const formats = ['red', 'bold', 'percent', 'green', 'framed', 'struck', 'hatched'] as const;

const line = (side: string) => `<${side} style="thin"><color rgb="FFC00000"/></${side}>`;
const dxfs: Readonly<Record<(typeof formats)[number], string>> = {
  red: '<font><color rgb="FF9C0006"/></font><fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill>',
  bold: '<font><b/><color rgb="FF1F4E9E"/></font>',
  percent: '<numFmt numFmtId="200" formatCode="0.0%"/>',
  green: '<fill><patternFill><bgColor rgb="FFC6EFCE"/></patternFill></fill>',
  framed: `<border>${['left', 'right', 'top', 'bottom'].map(line).join('')}</border>`,
  struck: '<font><i/><strike/><u/><color rgb="FF7F7F7F"/></font>',
  hatched:
    '<fill><patternFill patternType="lightUp"><fgColor rgb="FFC00000"/><bgColor rgb="FFFFF2CC"/></patternFill></fill>',
};

/** A styles part: plain cells, dates, labels, and cells that are centred and at the right. */
export const caseStyles =
  '<fonts><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="9"/><name val="Calibri"/></font></fonts>' +
  '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders><border/></borders>' +
  '<cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" applyFont="1"/>' +
  ['left', 'center', 'right']
    .map(
      (side) =>
        `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" applyAlignment="1"><alignment horizontal="${side}"/></xf>`,
    )
    .join('') +
  `</cellXfs><dxfs>${formats.map((name) => `<dxf>${dxfs[name]}</dxf>`).join('')}</dxfs>`;

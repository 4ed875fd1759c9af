import fc from 'fast-check';
import { drawingParts } from './random-drawings.ts';
import { type RandomFormula, randomFormulas } from './random-formulas.ts';
import { places, rules } from './random-rules.ts';
import { buildXlsx, type CellSource, cellsXml, escaped, type SheetSource } from './xlsx-builder.ts';

export const randomRows = 7;
export const randomColumns = 6;

/** Formats, alignments, fills and lines that hang on the value or on what lies beside it. */
const styles = (() => {
  const codes = ['#,##0.00;[Red]-#,##0.00', '0%', '@', '* 0_);(0)', 'General'];
  const formats = codes.map((code, n) => `<numFmt numFmtId="${n + 200}" formatCode="${escaped(code)}"/>`).join('');
  const line = '<left style="thin"/><right style="thin"/><top style="double"/><bottom style="thick"/>';
  const xf = (format: number, more = '', inner = '') =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1" ${more}>${inner}</xf>`;
  const aligned = (align: string) => xf(0, 'applyAlignment="1"', `<alignment ${align}/>`);
  const xfs = [
    xf(0),
    ...codes.map((_, n) => xf(200 + n)),
    aligned('horizontal="centerContinuous"'),
    aligned('horizontal="fill"'),
    aligned('wrapText="1"'),
    aligned('shrinkToFit="1"'),
    aligned('horizontal="right"'),
    xf(0).replace('fillId="0"', 'fillId="2" applyFill="1"'),
    xf(0).replace('borderId="0"', 'borderId="1" applyBorder="1"'),
  ];
  const fill = '<patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill>';
  return `<numFmts>${formats}</numFmts><fonts><font><sz val="11"/><name val="Calibri"/></font></fonts><fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill>${fill}</fill></fills><borders><border/><border>${line}</border></borders><cellXfs>${xfs.join('')}</cellXfs><dxfs count="3"><dxf><font><b/><color rgb="FF00AA00"/></font></dxf><dxf><fill><patternFill><bgColor rgb="FFFFCCCC"/></patternFill></fill></dxf><dxf><border><top style="thin"/><left style="medium"/></border><numFmt numFmtId="9" formatCode="0%"/></dxf></dxfs>`;
})();
const styleCount = 13;

interface RandomRule {
  readonly kind: number;
  readonly place: number;
  readonly format: number;
  readonly stops: boolean;
  /** It asks what the rule before it asks. */
  readonly isTwin: boolean;
}

interface RandomSheet {
  /** Formulas in place of values: of a file that asks for them to be calculated, or without saved results. */
  readonly formulas: readonly RandomFormula[];
  readonly isAsked: boolean;
  readonly cells: readonly (readonly (readonly [value: RandomValue, style: number])[])[];
  readonly rules: readonly RandomRule[];
  readonly extras: readonly string[];
}

/** A value of a cell of a random book. */
export type RandomValue = number | string | boolean | { readonly error: string } | undefined;

const value: fc.Arbitrary<RandomValue> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -60, max: 60 }) },
  { weight: 2, arbitrary: fc.constantFrom(0.1, 0.25, 1e9, 123_456_789.123, -0.001, 12, 12, -0) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'text',
      'a text that is much too long for its own cell',
      '<b>',
      ' two  spaces ',
      '12',
      '#N/A',
    ),
  },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom({ error: '#N/A' }, { error: '#DIV/0!' }) },
  { weight: 1, arbitrary: fc.constantFrom(undefined, '') },
);

/** What a value may be set to. */
export const setValue = value;

const extras = [
  'merge',
  'hiddenRow',
  'hiddenColumn',
  'hiddenStart',
  'freeze',
  'narrow',
  'table',
  'links',
  'cellLinks',
  'ownIcons',
  'sparklines',
  'groupSparklines',
  'chart',
  'linkedBoxes',
  'rightToLeft',
  'hidesZeros',
  'printArea',
];

export const randomSheet: fc.Arbitrary<RandomSheet> = fc.record({
  formulas: randomFormulas(randomRows),
  isAsked: fc.boolean(),
  cells: fc.array(
    fc.array(fc.tuple(value, fc.nat(styleCount - 1)), { minLength: randomColumns, maxLength: randomColumns }),
    { minLength: randomRows, maxLength: randomRows },
  ),
  rules: fc.array(
    fc.record({
      kind: fc.nat(rules.length - 1),
      place: fc.nat(places.length - 1),
      format: fc.nat(2),
      stops: fc.boolean(),
      isTwin: fc.nat(2).map((n) => n === 0),
    }),
    { maxLength: 6 },
  ),
  extras: fc.subarray(extras),
});

const has = ({ extras: own }: RandomSheet, extra: string, xml: string) => (own.includes(extra) ? xml : '');

function rulesXml({ rules: own }: RandomSheet): string {
  return own
    .map(({ format, stops, isTwin, ...asked }, n) => {
      const { kind, place } = (isTwin && own[n - 1]) || asked;
      const [attributes = '', inner = ''] = rules[kind] ?? [];
      const stop = stops ? ' stopIfTrue="1"' : '';
      return `<conditionalFormatting sqref="${places[place]}"><cfRule ${attributes} dxfId="${format}" priority="${n + 1}"${stop}>${inner}</cfRule></conditionalFormatting>`;
    })
    .join('');
}

/** Rules and groups that stand in an extension. */
function extensionsXml(sheet: RandomSheet): string {
  const inner = has(sheet, 'ownIcons', ownIcons) + sparklinesXml(sheet);
  return inner === '' ? '' : `<extLst>${inner}</extLst>`;
}

const ownIcons = (() => {
  const points = [0, 25, 60].map((end) => `<x14:cfvo type="percent"><xm:f>${end}</xm:f></x14:cfvo>`).join('');
  const icons = ['3Flags" iconId="2', 'NoIcons" iconId="0', '3Stars" iconId="1'];
  const own = icons.map((icon) => `<x14:cfIcon iconSet="${icon}"/>`).join('');
  const rule = `<x14:cfRule type="iconSet" priority="9" id="{1}"><x14:iconSet iconSet="3Arrows" custom="1">${points}${own}</x14:iconSet></x14:cfRule>`;
  return `<ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="x" xmlns:xm="m"><x14:conditionalFormattings><x14:conditionalFormatting>${rule}<xm:sqref>A2:E6</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext>`;
})();

function sparklinesXml(sheet: RandomSheet): string {
  const group = (attributes: string, column: string) =>
    `<x14:sparklineGroup ${attributes}><x14:colorSeries rgb="FF376092"/><x14:sparklines>${[1, 2, 3].map((row) => `<x14:sparkline><xm:f>Sheet1!A${row}:D${row}</xm:f><xm:sqref>${column}${row}</xm:sqref></x14:sparkline>`).join('')}</x14:sparklines></x14:sparklineGroup>`;
  const groups =
    has(sheet, 'sparklines', group('', 'G')) +
    has(sheet, 'groupSparklines', group('type="column" minAxisType="group" maxAxisType="group"', 'H'));
  return groups === ''
    ? ''
    : `<ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" xmlns:x14="x" xmlns:xm="m"><x14:sparklineGroups>${groups}</x14:sparklineGroups></ext>`;
}

const plainLinks = '<hyperlink ref="A1:B2" location="Other!A1"/><hyperlink ref="D1" location="Gone!A1"/>';
const cellLinks =
  '<hyperlink ref="C1" location="C6"/><hyperlink ref="E3:F4" location="Other!B2"/>' +
  '<hyperlink ref="A5" location="Level"/><hyperlink ref="C7" location="Sheet1!Z99"/>';

function sheetOf(sheet: RandomSheet): SheetSource {
  const cells: CellSource[][] = sheet.cells.map((row) => row.map(([one, style]): CellSource => [one, style]));
  for (const { row, isLast, text, saved } of sheet.formulas) {
    const column = randomColumns - (isLast ? 1 : 2);
    const style = sheet.cells[row]?.[column]?.[1] ?? 0;
    cells[row]?.splice(column, 1, { formula: text, style, ...(sheet.isAsked && { saved }) });
  }
  const view = `<sheetViews><sheetView workbookViewId="0"${has(sheet, 'rightToLeft', ' rightToLeft="1"')}${has(sheet, 'hidesZeros', ' showZeros="0"')}>${has(sheet, 'freeze', '<pane xSplit="1" ySplit="2" topLeftCell="B3" state="frozen"/>')}</sheetView></sheetViews>`;
  const start = has(sheet, 'hiddenStart', '<col min="1" max="2" width="9" hidden="1"/>');
  const hidden = start + has(sheet, 'hiddenColumn', '<col min="3" max="3" width="9" hidden="1"/>');
  const narrow = has(sheet, 'narrow', '<col min="4" max="5" width="3" customWidth="1"/>');
  const columns = hidden + narrow === '' ? '' : `<cols>${hidden}${narrow}</cols>`;
  const data = sheet.extras.includes('hiddenRow')
    ? cellsXml(cells).replace('<row r="4"', '<row r="4" hidden="1"')
    : cellsXml(cells);
  const merges = has(sheet, 'merge', '<mergeCells><mergeCell ref="B4:C5"/><mergeCell ref="E6:F6"/></mergeCells>');
  const linked = has(sheet, 'links', plainLinks) + has(sheet, 'cellLinks', cellLinks);
  const links = linked === '' ? '' : `<hyperlinks>${linked}</hyperlinks>`;
  return {
    body:
      view +
      columns +
      data +
      merges +
      rulesXml(sheet) +
      links +
      (hasDrawings(sheet) ? '<drawing r:id="rId1"/>' : '') +
      has(sheet, 'table', '<tableParts><tablePart r:id="rId2"/></tableParts>') +
      extensionsXml(sheet),
    relations: [
      ...(hasDrawings(sheet) ? [['rId1', 'drawing', '../drawings/drawing1.xml'] as const] : []),
      ...(sheet.extras.includes('table') ? [['rId2', 'table', '../tables/table1.xml'] as const] : []),
    ],
  };
}

const hasDrawings = ({ extras: own }: RandomSheet) => own.includes('chart') || own.includes('linkedBoxes');

const drawn = (sheet: RandomSheet) =>
  drawingParts({ charts: sheet.extras.includes('chart'), boxes: sheet.extras.includes('linkedBoxes') });
const table = {
  'xl/tables/table1.xml': `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="T" displayName="T" ref="A1:C4"><tableColumns count="3"><tableColumn id="1" name="a"/><tableColumn id="2" name="b"/><tableColumn id="3" name="c"/></tableColumns><tableStyleInfo name="TableStyleMedium2" showRowStripes="1" showFirstColumn="1"/></table>`,
};

/** The file of a random book: a sheet of everything, and another that its rules read. */
export function randomBook(sheet: RandomSheet): Uint8Array {
  const names = `<definedNames><definedName name="Level">Sheet1!$D$4</definedName><definedName name="Area">Sheet1!$B:$B</definedName>${has(sheet, 'printArea', '<definedName name="_xlnm.Print_Area" localSheetId="0">Sheet1!$A$1:$D$5</definedName>')}</definedNames>`;
  return buildXlsx({
    styles,
    sheets: [
      { name: 'Sheet1', ...sheetOf(sheet) },
      {
        name: 'Other',
        body: cellsXml([
          [1, 2],
          [12, 5],
          ['text', -1],
        ]),
      },
    ],
    behind: names + (sheet.isAsked ? '<calcPr calcId="124519" fullCalcOnLoad="1"/>' : ''),
    parts: { ...(hasDrawings(sheet) && drawn(sheet)), ...(sheet.extras.includes('table') && table) },
  });
}

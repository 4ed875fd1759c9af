import { type CellSource, cellsXml } from '../../src/test-support/xlsx-builder.ts';
import { dated } from './case-sheet.ts';

interface Group {
  readonly label: string;
  readonly attributes?: string;
  /** Colours beside that of the series. */
  readonly colors?: string;
  /** The values of each sparkline of the group. */
  readonly values: readonly (readonly (CellSource | undefined)[])[];
  readonly isDated?: boolean;
}

const eight = [[3, 6, -2, 4, 8, -5, 1, 5]];
const above = [[30, 60, 20, 40, 80, 50, 10, 50]];
const holed = [[3, 6, undefined, 4, 8, undefined, 'text', 5]];
const two = [
  [1, 2, 3, 2, 1, 2, 3, 4],
  [10, 40, 20, 30, 50, 10, 40, 60],
];
const marks: readonly (readonly [attribute: string, name: string, rgb: string])[] = [
  ['markers', 'Markers', '7F7F7F'],
  ['high', 'High', '00B050'],
  ['low', 'Low', 'FF0000'],
  ['first', 'First', 'FFC000'],
  ['last', 'Last', '7030A0'],
  ['negative', 'Negative', 'C00000'],
];
const ink = (name: string, rgb: string) => `<x14:color${name} rgb="FF${rgb}"/>`;
const everyMark = marks.map(([attribute]) => `${attribute}="1"`).join(' ');
const everyColor = marks.map(([, name, rgb]) => ink(name, rgb)).join('');

const groups: readonly Group[] = [
  { label: 'line', values: eight },
  ...marks.map(([attribute, name, rgb]) => ({
    label: `line, ${attribute}`,
    attributes: `${attribute}="1"`,
    colors: ink(name, rgb),
    values: eight,
  })),
  { label: 'line, every mark', attributes: everyMark, colors: everyColor, values: eight },
  { label: 'line of 2.25 pt', attributes: 'lineWeight="2.25"', values: eight },
  { label: 'line, axis', attributes: 'displayXAxis="1"', colors: ink('Axis', '000000'), values: eight },
  { label: 'line, right to left', attributes: 'rightToLeft="1"', values: eight },
  { label: 'column', attributes: 'type="column"', values: eight },
  { label: 'column, above 0', attributes: 'type="column"', values: above },
  { label: 'column, every mark', attributes: `type="column" ${everyMark}`, colors: everyColor, values: eight },
  { label: 'column, axis', attributes: 'type="column" displayXAxis="1"', colors: ink('Axis', '000000'), values: eight },
  { label: 'column, right to left', attributes: 'type="column" rightToLeft="1"', values: eight },
  { label: 'win/loss', attributes: 'type="stacked"', values: eight },
  {
    label: 'win/loss, negative',
    attributes: 'type="stacked" negative="1" displayXAxis="1"',
    colors: ink('Negative', 'C00000'),
    values: eight,
  },
  { label: 'gaps', attributes: 'displayEmptyCellsAs="gap"', values: holed },
  { label: 'zeros', attributes: 'displayEmptyCellsAs="zero"', values: holed },
  { label: 'connected', attributes: 'displayEmptyCellsAs="span"', values: holed },
  { label: 'column, gaps', attributes: 'type="column" displayEmptyCellsAs="gap"', values: holed },
  { label: 'ends of its own', values: two },
  { label: 'ends of the group', attributes: 'minAxisType="group" maxAxisType="group"', values: two },
  {
    label: 'ends 0 and 100',
    attributes: 'minAxisType="custom" maxAxisType="custom" manualMin="0" manualMax="100"',
    values: two,
  },
  {
    label: 'column, ends 0 and 100',
    attributes: 'type="column" minAxisType="custom" maxAxisType="custom" manualMin="0" manualMax="100"',
    values: two,
  },
  {
    label: 'column, end of the group',
    attributes: 'type="column" minAxisType="group" maxAxisType="group"',
    values: two,
  },
  { label: 'dates', attributes: 'dateAxis="1" markers="1"', values: eight, isDated: true },
  { label: 'column, dates', attributes: 'type="column" dateAxis="1"', values: eight, isDated: true },
  { label: 'hidden ones too', attributes: 'displayHidden="1"', values: [[3, 6, -2, 4, 8, -5, 1, 5, 20]] },
  { label: 'without hidden ones', values: [[3, 6, -2, 4, 8, -5, 1, 5, 20]] },
  { label: 'one value', attributes: 'markers="1"', values: [[5]] },
  { label: 'all the same', values: [[5, 5, 5, 5, 5, 5, 5, 5]] },
  { label: 'column, all the same', attributes: 'type="column"', values: [[5, 5, 5, 5, 5, 5, 5, 5]] },
  { label: 'with an error', values: [[3, 6, { formula: '1/0' }, 4, 8, 2, 1, 5]] },
];

/** Days that are not evenly apart, as serial numbers. */
const days = [46_023, 46_024, 46_026, 46_030, 46_031, 46_037, 46_038, 46_043];
const height = 24;

/** What stands within `worksheet`: in each row a word for it, a sparkline and its values, the last of them in a hidden column. */
function sheetOf(groups: readonly Group[]): string {
  const rows: (CellSource | undefined)[][] = [['dates', undefined, ...days.map((day) => [day, dated] as const)]];
  const found = groups.map((group) => {
    const lines = group.values.map((values, n) => {
      const row = rows.push([n === 0 ? group.label : undefined, undefined, ...values]);
      const last = values.length > 8 ? 'K' : 'J';
      return `<x14:sparkline><xm:f>Sparklines!C${row}:${last}${row}</xm:f><xm:sqref>B${row}</xm:sqref></x14:sparkline>`;
    });
    const dates = group.isDated ? '<xm:f>Sparklines!C1:J1</xm:f>' : '';
    return `<x14:sparklineGroup ${group.attributes ?? ''}>${ink('Series', '376092')}${group.colors ?? ''}${dates}<x14:sparklines>${lines.join('')}</x14:sparklines></x14:sparklineGroup>`;
  });
  const cells = cellsXml(rows).replaceAll('<row ', `<row ht="${height}" customHeight="1" `);
  return (
    '<cols><col min="1" max="2" width="24" customWidth="1"/><col min="3" max="10" width="11" customWidth="1"/><col min="11" max="11" width="9" hidden="1" customWidth="1"/></cols>' +
    `${cells}<extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main">` +
    `<x14:sparklineGroups xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">${found.join('')}</x14:sparklineGroups></ext></extLst>`
  );
}

/** Groups that one workbook has: LibreOffice 7.4 breaks down over some of them. */
const perBook = 6;

/** The bodies of workbooks that have every kind of sparkline between them, a few in each. */
export function sparklineSheets(): string[] {
  const count = Math.ceil(groups.length / perBook);
  return Array.from({ length: count }, (_, n) => sheetOf(groups.slice(n * perBook, (n + 1) * perBook)));
}

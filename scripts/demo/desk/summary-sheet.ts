import { type BookCell, type BookRow, type BookSheet, serialOf } from '../xlsx/book.ts';
import { dateOf } from './business-days.ts';
import { type Desk, type SectionLines, statusOf } from './calculate.ts';
import { firstLimitRow, limitsPerBook, usedOf } from './limits-sheet.ts';
import { looks, statusLooks } from './looks.ts';
import { deskTotalRow, places } from './places.ts';
import { sumsOf } from './positions-sheet.ts';

const FIRST_BOOK_ROW = 6;
const widths = [24, 14, 14, 14, 14, 15, 14, 14];
const blank: BookRow = { cells: [] };

/** The desk on one page: each book's risk, results and limits, and the results of the last weeks. */
export function summarySheet(desk: Desk): BookSheet {
  const lastBook = FIRST_BOOK_ROW + desk.sections.length - 1;
  const historyTitle = lastBook + 3;
  const lastDay = historyTitle + 1 + desk.past.length;
  const notes = lastDay + 3;
  const day = dateOf(desk.businessDay).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const rows: BookRow[] = [
    { cells: [{ value: 'Rates desk, daily report', look: looks.title }], height: 28 },
    { cells: [{ value: `Valuation ${day}; thousands of USD`, look: looks.subtitle }], height: 18 },
    blank,
    ...headRows(),
    ...desk.sections.map((section, n) => ({ cells: bookCells(section, n) })),
    { cells: totalCells(desk, lastBook) },
    blank,
    { cells: [{ value: `Results of the last ${desk.past.length} business days`, look: looks.section }] },
    { cells: [{ value: 'Day', look: looks.head }, ...bookHeads(desk), { value: 'Desk', look: looks.headNumber }] },
    ...historyRows(desk, historyTitle + 2),
    { cells: averageCells(desk, historyTitle + 2, lastDay) },
    blank,
    { cells: [{ value: NOTE, look: looks.wrapped }], height: 48 },
  ];
  return {
    name: 'Summary',
    columns: widths.map((width) => ({ width })),
    rows,
    chart: {
      title: 'Result of the desk by day',
      days: `Summary!$A$${historyTitle + 2}:$A$${lastDay}`,
      values: `Summary!$H$${historyTitle + 2}:$H$${lastDay}`,
      from: [9, 3],
      to: [17, 20],
    },
    merges: [
      'A1:H1',
      'A2:H2',
      'A4:A5',
      'B4:B5',
      'C4:E4',
      'F4:G4',
      'H4:H5',
      `A${historyTitle}:H${historyTitle}`,
      `A${notes}:H${notes}`,
    ],
  };
}

const NOTE =
  'P&L day is DV01 times the move since the previous close. A limit warns from 80 % and is breached from 100 %. ' +
  'The report follows the market while the desk is open; the close of each day is kept as a snapshot.';

function headRows(): BookRow[] {
  const { head, headNumber, headGroup } = looks;
  const group: BookCell = { look: headGroup };
  return [
    {
      cells: [
        { value: 'Book', look: head },
        { value: 'DV01 k', look: headNumber },
        { value: 'P&L k', look: headGroup },
        group,
        group,
        { value: 'Limits', look: headGroup },
        group,
        { value: 'Status', look: head },
      ],
    },
    {
      cells: [
        { look: head },
        { look: headNumber },
        ...['Day', 'Month', 'Year', 'Worst used', 'Breaches'].map((value) => ({ value, look: headNumber })),
        { look: head },
      ],
    },
  ];
}

function bookCells(section: SectionLines, n: number): BookCell[] {
  const total = places[n]?.total ?? 0;
  const row = FIRST_BOOK_ROW + n;
  const first = firstLimitRow + n * limitsPerBook;
  const range = `Limits!G${first}:G${first + limitsPerBook - 1}`;
  const [dv01, day, month, year] = sumsOf(section.lines);
  const used = usedOf(section);
  const worst = Math.max(...used);
  const status = statusOf(worst);
  return [
    { value: section.section.title },
    { value: dv01, formula: `Positions!E${total}`, look: looks.tenth },
    { value: day, formula: `Positions!H${total}`, look: looks.tenth },
    { value: month, formula: `Positions!I${total}`, look: looks.tenth },
    { value: year, formula: `Positions!J${total}`, look: looks.tenth },
    { value: worst, formula: `MAX(${range})`, look: statusLooks[status].percent },
    { value: used.filter((share) => share >= 1).length, formula: `COUNTIF(${range},">=1")`, look: looks.count },
    {
      value: status,
      formula: `IF(F${row}>=1,"Breach",IF(F${row}>=0.8,"Warning","Within"))`,
      look: statusLooks[status].text,
    },
  ];
}

function totalCells(desk: Desk, lastBook: number): BookCell[] {
  const sums = sumsOf(desk.sections.flatMap(({ lines }) => lines));
  const used = desk.sections.flatMap(usedOf);
  const breaches = used.filter((share) => share >= 1).length;
  const sum = (n: number, column: string): BookCell => ({
    value: sums[n] ?? 0,
    formula: `Positions!${column}${deskTotalRow}`,
    look: looks.deskTenth,
  });
  return [
    { value: 'Desk', look: looks.deskText },
    sum(0, 'E'),
    sum(1, 'H'),
    sum(2, 'I'),
    sum(3, 'J'),
    { value: Math.max(...used), formula: `MAX(F${FIRST_BOOK_ROW}:F${lastBook})`, look: looks.deskPercent },
    { value: breaches, formula: `SUM(G${FIRST_BOOK_ROW}:G${lastBook})`, look: looks.deskCount },
    {
      value: breaches > 0 ? 'Act' : 'In order',
      formula: `IF(G${lastBook + 1}>0,"Act","In order")`,
      look: looks.deskText,
    },
  ];
}

function bookHeads(desk: Desk): BookCell[] {
  return desk.sections.map(({ section }) => ({ value: section.title, look: looks.headNumber }));
}

function historyRows(desk: Desk, first: number): BookRow[] {
  return desk.past.map(({ businessDay, results }, n) => ({
    cells: [
      { value: serialOf(dateOf(businessDay)), look: looks.dayLeft },
      ...results.map((value) => ({ value, look: looks.tenth })),
      { value: results.reduce((a, b) => a + b, 0), formula: `SUM(B${first + n}:G${first + n})`, look: looks.tenth },
    ],
  }));
}

function averageCells(desk: Desk, first: number, last: number): BookCell[] {
  const count = desk.past.length;
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / count;
  const columns = desk.sections.map((_section, n) => mean(desk.past.map(({ results }) => results[n] ?? 0)));
  const all = mean(desk.past.map(({ results }) => results.reduce((a, b) => a + b, 0)));
  return [
    { value: 'Mean', look: looks.totalText },
    ...[...columns, all].map((value, n) => {
      const column = 'BCDEFGH'[n] ?? 'B';
      return { value, formula: `AVERAGE(${column}${first}:${column}${last})`, look: looks.totalTenth };
    }),
  ];
}

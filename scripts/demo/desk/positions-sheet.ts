import type { BookCell, BookRow, BookSheet } from '../xlsx/book.ts';
import type { Desk, Line, SectionLines } from './calculate.ts';
import { statusOf } from './calculate.ts';
import { looks, statusLooks } from './looks.ts';
import { places, type SectionPlaces } from './places.ts';

const heads = [
  'Instrument',
  'Book',
  'Ccy',
  'Notional mm',
  'DV01 k',
  'Mid',
  'Chg bp',
  'P&L day',
  'P&L MTD',
  'P&L YTD',
  'Limit DV01',
  'Used',
  'Status',
  'MTD to yesterday',
  'YTD to yesterday',
];
const TEXT_HEADS = new Set(['Instrument', 'Book', 'Ccy', 'Status']);
const widths = [24, 9, 8, 15, 13, 13, 12, 14, 14, 14, 15, 11, 12, 14, 14];
/** What a total adds up, by column. */
const SUMMED = ['E', 'H', 'I', 'J'] as const;

/** What the desk holds, what it made, and how much of its limits it uses; the last two columns are hidden inputs. */
export function positionsSheet(desk: Desk): BookSheet {
  const rows: BookRow[] = [{ cells: heads.map(head), height: 20 }];
  for (const [n, section] of desk.sections.entries()) {
    const place = places[n];
    if (place) rows.push(...sectionRows(section, place));
  }
  rows.push(deskRow(desk));
  return {
    name: 'Positions',
    columns: widths.map((width, n) => ({ width, isHidden: n > 12 })),
    rows,
    freeze: { rows: 1, columns: 1 },
  };
}

function head(value: string): BookCell {
  return { value, look: TEXT_HEADS.has(value) ? looks.head : looks.headNumber };
}

function sectionRows({ section, lines }: SectionLines, place: SectionPlaces): BookRow[] {
  const body = lines.map((line, n) => ({ cells: lineCells(line, place.first + n, place.firstPrice + n) }));
  return [
    { cells: [{ value: section.title, look: looks.section }], height: 21 },
    ...body,
    totalRow(section.title, lines, place),
  ];
}

function lineCells(line: Line, row: number, price: number): BookCell[] {
  const { instrument, notional } = line.position;
  const isRate = instrument.quote === 'rate';
  const status = statusOf(line.used);
  const formula = isRate
    ? { dv01: `D${row}*Prices!L${price}*0.1`, change: `(F${row}-Prices!I${price})*100` }
    : {
        dv01: `D${row}*F${row}/100*Prices!L${price}*0.1`,
        change: `-(F${row}-Prices!I${price})/Prices!I${price}/Prices!L${price}*10000`,
      };
  return [
    { value: instrument.name },
    { value: instrument.book },
    { value: instrument.currency },
    { value: notional, look: looks.whole },
    { value: line.dv01, formula: formula.dv01, look: looks.tenth },
    { value: line.mid, formula: `Prices!D${price}`, look: isRate ? looks.rate : looks.price },
    { value: line.changeBp, formula: formula.change, look: looks.tenth },
    { value: line.pnlDay, formula: `-E${row}*G${row}`, look: looks.tenth },
    { value: line.monthBefore + line.pnlDay, formula: `N${row}+H${row}`, look: looks.tenth },
    { value: line.yearBefore + line.pnlDay, formula: `O${row}+H${row}`, look: looks.tenth },
    { value: instrument.limit, look: looks.whole },
    { value: line.used, formula: `ABS(E${row})/K${row}`, look: statusLooks[status].percent },
    {
      value: status,
      formula: `IF(L${row}>=1,"Breach",IF(L${row}>=0.8,"Warning","Within"))`,
      look: statusLooks[status].text,
    },
    { value: line.monthBefore, look: looks.tenth },
    { value: line.yearBefore, look: looks.tenth },
  ];
}

/** The sums of a section: DV01, and the results of the day, the month and the year. */
export function sumsOf(lines: readonly Line[]): readonly [dv01: number, day: number, month: number, year: number] {
  let [dv01, day, month, year] = [0, 0, 0, 0];
  for (const line of lines) {
    dv01 += line.dv01;
    day += line.pnlDay;
    month += line.monthBefore + line.pnlDay;
    year += line.yearBefore + line.pnlDay;
  }
  return [dv01, day, month, year];
}

function totalRow(title: string, lines: readonly Line[], { first, last }: SectionPlaces): BookRow {
  const formulas = SUMMED.map((column) => `SUM(${column}${first}:${column}${last})`);
  return sumRow({
    title: `Total ${title}`,
    formulas,
    sums: sumsOf(lines),
    text: looks.totalText,
    number: looks.totalTenth,
  });
}

function deskRow(desk: Desk): BookRow {
  const formulas = SUMMED.map((column) => places.map(({ total }) => `${column}${total}`).join('+'));
  const sums = sumsOf(desk.sections.flatMap(({ lines }) => lines));
  return sumRow({ title: 'Total desk', formulas, sums, text: looks.deskText, number: looks.deskTenth });
}

interface SumRow {
  readonly title: string;
  readonly formulas: readonly string[];
  readonly sums: readonly [number, number, number, number];
  readonly text: BookCell['look'] & object;
  readonly number: BookCell['look'] & object;
}

function sumRow({ title, formulas, sums, text, number }: SumRow): BookRow {
  const sum = (n: number): BookCell => ({ value: sums[n] ?? 0, formula: formulas[n] ?? '', look: number });
  const gap: BookCell = { look: text };
  return {
    cells: [{ value: title, look: text }, gap, gap, gap, sum(0), gap, gap, sum(1), sum(2), sum(3), gap, gap, gap],
  };
}

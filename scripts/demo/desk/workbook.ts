import type { Book, BookCell, BookSheet } from '../xlsx/book.ts';
import { isoDay } from './business-days.ts';
import { calculate, type Desk } from './calculate.ts';
import { limitsSheet } from './limits-sheet.ts';
import { looks } from './looks.ts';
import type { Market } from './market.ts';
import { deskTotalRow, lastPriceRow } from './places.ts';
import { positionsSheet } from './positions-sheet.ts';
import { pricesSheet } from './prices-sheet.ts';
import { summarySheet } from './summary-sheet.ts';

/** The desk's daily report as a workbook: four tabs and a METADATA page. */
export function deskWorkbook(market: Market, savedAt: Date): Book {
  const desk = calculate(market);
  return {
    title: 'Rates desk, daily report',
    savedAt,
    sheets: [positionsSheet(desk), pricesSheet(desk), limitsSheet(desk), summarySheet(desk), metadataSheet(desk)],
    names: [
      { name: 'DeskPositions', refers: `Positions!$A$1:$M$${deskTotalRow}` },
      { name: 'DeskPrices', refers: `Prices!$A$1:$N$${lastPriceRow}` },
    ],
  };
}

/** What the report says of itself beside its pages. */
export function deskMetadata(businessDay: number): Record<string, string> {
  return {
    Desk: 'Rates',
    'Valuation date': isoDay(businessDay),
    Currency: 'USD',
    Source: 'rates-daily.xlsx',
    Contact: 'rates.desk@demo.example',
  };
}

function metadataSheet(desk: Desk): BookSheet {
  const count = desk.sections.reduce((sum, { lines }) => sum + lines.length, 0);
  const facts: readonly (readonly [name: string, value: string | number])[] = [
    ['Report', 'Rates desk, daily report'],
    ['Valuation date', isoDay(desk.businessDay)],
    ['Books', desk.sections.map(({ book }) => book).join(', ')],
    ['Positions', count],
    ['Curve set', 'SOFR, ESTR and SONIA, discounting on the same curve'],
    ['Prices', 'Mid of the last quote; previous close at 17:00 in each market'],
    ['Limits', 'Risk policy 7.2, reviewed each quarter'],
    ['Prepared by', 'Rates desk'],
  ];
  const cells = ([name, value]: readonly [string, string | number]): BookCell[] => [
    { value: name, look: looks.section },
    { value, look: { align: 'left', wrap: true } },
  ];
  return {
    name: 'METADATA',
    columns: [{ width: 20 }, { width: 60 }],
    rows: facts.map((fact) => ({ cells: cells(fact) })),
  };
}

import { type BookCell, type BookRow, type BookSheet, serialOf } from '../xlsx/book.ts';
import { dateOf } from './business-days.ts';
import type { Desk, Line } from './calculate.ts';
import { looks } from './looks.ts';

const SECONDS = 86_400;
const groups: readonly (readonly [title: string, from: number, to: number])[] = [
  ['Quote', 2, 4],
  ['Session', 5, 8],
  ['Move', 9, 10],
];
const heads = [
  'Instrument',
  'Ccy',
  'Bid',
  'Mid',
  'Ask',
  'Open',
  'High',
  'Low',
  'Prev close',
  'Chg',
  'Yield %',
  'Duration',
  'Updated UTC',
  'Source',
];
const widths = [24, 8, 13, 13, 13, 13, 13, 13, 14, 14, 13, 13, 16, 13];
const COLUMNS = 'ABCDEFGHIJKLMN';
const sources = { USD: 'NY rates', EUR: 'FFM rates', GBP: 'LDN rates' } as const;

/** The quotes behind the positions, each with the session it has had. */
export function pricesSheet(desk: Desk): BookSheet {
  const lines = desk.sections.flatMap((section) => section.lines);
  const day = serialOf(dateOf(desk.businessDay));
  const rows: BookRow[] = [
    { cells: groupHeads() },
    { cells: heads.map((value, n) => ({ value, look: n < 2 || n === 13 ? looks.head : looks.headNumber })) },
    ...lines.map((line, n) => ({ cells: priceCells(line, n + 3, day) })),
  ];
  return {
    name: 'Prices',
    columns: widths.map((width) => ({ width })),
    rows,
    merges: groups.map(([, from, to]) => `${COLUMNS[from]}1:${COLUMNS[to]}1`),
    freeze: { rows: 2, columns: 1 },
  };
}

function groupHeads(): (BookCell | undefined)[] {
  return heads.map((_head, n) => {
    const group = groups.find(([, from, to]) => n >= from && n <= to);
    if (!group) return undefined;
    return group[1] === n ? { value: group[0], look: looks.headGroup } : { look: looks.headGroup };
  });
}

function priceCells({ position, bid, ask, mid }: Line, row: number, day: number): BookCell[] {
  const { instrument, open, high, low, previousClose, yieldNow, updated } = position;
  const isRate = instrument.quote === 'rate';
  const look = isRate ? looks.rate : looks.price;
  return [
    { value: instrument.name },
    { value: instrument.currency },
    { value: bid, look },
    { value: mid, formula: `(C${row}+E${row})/2`, look },
    { value: ask, look },
    { value: open, look },
    { value: high, look },
    { value: low, look },
    { value: previousClose, look },
    { value: mid - previousClose, formula: `D${row}-I${row}`, look: isRate ? looks.rateChange : looks.priceChange },
    { value: Math.round(yieldNow * 10_000) / 10_000, look: looks.rate },
    { value: instrument.duration, look: looks.hundredth },
    { value: day + updated / SECONDS, look: looks.clock },
    { value: sources[instrument.currency] },
  ];
}

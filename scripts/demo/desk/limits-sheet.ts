import { type BookCell, type BookRow, type BookSheet, serialOf } from '../xlsx/book.ts';
import { dateOf } from './business-days.ts';
import { type Desk, type Line, type SectionLines, statusOf } from './calculate.ts';
import { looks, statusLooks } from './looks.ts';
import { places, type SectionPlaces } from './places.ts';
import { sumsOf } from './positions-sheet.ts';

interface Measure {
  readonly name: string;
  readonly kind: 'Hard' | 'Soft';
  readonly limit: (usual: number) => number;
  readonly used: (lines: readonly Line[]) => number;
  readonly formula: (place: SectionPlaces) => string;
}

const measures: readonly Measure[] = [
  {
    name: 'DV01, net',
    kind: 'Hard',
    limit: (usual) => roundUp(usual * 0.8, 50),
    used: (lines) => Math.abs(sumsOf(lines)[0]),
    formula: ({ total }) => `ABS(Positions!E${total})`,
  },
  {
    name: 'DV01, gross',
    kind: 'Soft',
    limit: (usual) => roundUp(usual * 1.4, 50),
    used: (lines) => lines.reduce((sum, line) => sum + Math.abs(line.dv01), 0),
    formula: ({ first, last }) => `SUMPRODUCT(ABS(Positions!E${first}:E${last}))`,
  },
  {
    name: 'DV01, largest line',
    kind: 'Soft',
    limit: (usual) => roundUp(usual * 0.5, 25),
    used: (lines) => Math.max(...lines.map((line) => Math.abs(line.dv01))),
    formula: ({ first, last }) => `MAX(MAX(Positions!E${first}:E${last}),-MIN(Positions!E${first}:E${last}))`,
  },
  {
    name: 'Loss, day',
    kind: 'Hard',
    limit: (usual) => roundUp(usual * 6, 250),
    used: (lines) => Math.max(0, -sumsOf(lines)[1]),
    formula: ({ total }) => `MAX(0,-Positions!H${total})`,
  },
  {
    name: 'Loss, month',
    kind: 'Hard',
    limit: (usual) => roundUp(usual * 15, 500),
    used: (lines) => Math.max(0, -sumsOf(lines)[2]),
    formula: ({ total }) => `MAX(0,-Positions!I${total})`,
  },
];

const heads = ['Book', 'Measure', 'Kind', 'Unit', 'Limit', 'Used', 'Used %', 'Headroom', 'Status', 'Owner', 'Reviewed'];
const NUMBER_HEADS = new Set(['Limit', 'Used', 'Used %', 'Headroom', 'Reviewed']);
const widths = [22, 21, 8, 9, 13, 14, 11, 15, 12, 16, 18];
const owners = ['Rates risk', 'Euro risk', 'Sterling risk', 'Bond risk', 'Futures risk', 'Options risk'];

/** Rows of one book's limits; the book's name is one cell beside them all. */
export const limitsPerBook = measures.length;
/** The row of the first limit. */
export const firstLimitRow = 2;

/** The limits of each book: what is allowed, what is used, who answers for it. */
export function limitsSheet(desk: Desk): BookSheet {
  const rows: BookRow[] = [
    {
      cells: heads.map((value) => ({ value, look: NUMBER_HEADS.has(value) ? looks.headNumber : looks.head })),
      height: 20,
    },
  ];
  const merges: string[] = [];
  for (const [n, section] of desk.sections.entries()) {
    const place = places[n];
    if (!place) continue;
    const first = rows.length + 1;
    rows.push(...bookRows(section, place, { n, first, businessDay: desk.businessDay }));
    merges.push(`A${first}:A${rows.length}`);
  }
  return { name: 'Limits', columns: widths.map((width) => ({ width })), rows, merges, freeze: { rows: 1, columns: 0 } };
}

/** How much of each limit a book uses. */
export function usedOf({ section, lines }: SectionLines): number[] {
  return measures.map((measure) => measure.used(lines) / measure.limit(usualGross({ section })));
}

interface BookPlace {
  readonly n: number;
  readonly first: number;
  readonly businessDay: number;
}

function bookRows(
  { section, book, lines }: SectionLines,
  place: SectionPlaces,
  { n, first, businessDay }: BookPlace,
): BookRow[] {
  const reviewed = serialOf(dateOf(businessDay - (businessDay % 65) - n * 3));
  return measures.map((measure, m): BookRow => {
    const row = first + m;
    const limit = measure.limit(usualGross({ section }));
    const used = measure.used(lines);
    const status = statusOf(used / limit);
    const look = statusLooks[status];
    const cells: BookCell[] = [
      m === 0 ? { value: `${book}, ${section.title}`, look: looks.middleText } : { look: looks.middleText },
      { value: measure.name },
      { value: measure.kind },
      { value: 'USD k' },
      { value: limit, look: looks.whole },
      { value: used, formula: measure.formula(place), look: looks.tenth },
      { value: used / limit, formula: `F${row}/E${row}`, look: look.percent },
      { value: limit - used, formula: `E${row}-F${row}`, look: looks.tenth },
      { value: status, formula: `IF(G${row}>=1,"Breach",IF(G${row}>=0.8,"Warning","Within"))`, look: look.text },
      { value: owners[n % owners.length] ?? '' },
      { value: reviewed, look: looks.day },
    ];
    return { cells };
  });
}

/** Limits are set by what a book usually holds, not by what it holds today. */
function usualGross({ section }: Pick<SectionLines, 'section'>): number {
  return section.instruments.reduce((sum, { notional, duration }) => sum + Math.abs(notional) * duration * 0.1, 0);
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

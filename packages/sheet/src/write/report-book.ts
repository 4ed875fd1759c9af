import { limits } from '@sheetwire/contract/limits';
import { metadataPage } from '@sheetwire/rules/page-name';
import type { CellStyle } from '../cell-style.ts';
import type { Sheet, Workbook } from '../model.ts';
import { plainFont } from '../plain-look.ts';
import type { PlacedDrawing } from './drawings/place.ts';
import { DrawingTaker } from './drawings/taken-drawing.ts';
import { lookOf } from './looks/css-look.ts';
import { CellMaker } from './page/cell-maker.ts';
import { CellStyles } from './page/cell-styles.ts';
import { type Filling, PageSheet } from './page/page-sheet.ts';
import { SheetNames } from './page/sheet-names.ts';
import { attributeOf, plainOf } from './page/tags.ts';
import { addFacts, type ReportFacts } from './report-facts.ts';
import { conventionsOf } from './values/conventions.ts';

/** A page as it is shown: wire HTML with the styles that its cells name. */
export interface ShownPage {
  readonly name: string;
  readonly html: string;
  readonly styles: readonly string[];
}

/** What is taken along of a report. */
export interface TakenReport {
  readonly pages: readonly ShownPage[];
  readonly facts: ReportFacts;
  /** The portal's address: links within it are made whole. */
  readonly baseUrl: string;
  /** The pictures over its cells by their addresses, as far as they came. */
  readonly pictures?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** A workbook to be written, with what lies over the cells of each sheet. */
export interface ReportBook extends Workbook {
  readonly placed: readonly (readonly PlacedDrawing[])[];
  /** Kept among the properties of the file. */
  readonly verifyAt?: string | undefined;
}

/** The name of the last sheet, which says what the file shows and as of when. */
export const factsSheet = metadataPage;

/** The workbook of a report; it yields the share that is done now and then. Throws TooLarge. */
export function* makeBook({ pages, facts, baseUrl, pictures = new Map() }: TakenReport): Generator<number, ReportBook> {
  const styles = pagesStyles(pages);
  const conventions = conventionsOf(numericTexts(pages));
  const filling: Filling = {
    cells: new CellMaker({ styles, conventions, baseUrl }),
    drawings: new DrawingTaker({ conventions, pictures }),
    cellsLeft: limits.export.cells,
    pictures: 0,
  };
  const names = new SheetNames([factsSheet]);
  const sheets: Sheet[] = [];
  const placed: PlacedDrawing[][] = [];
  const total = pages.reduce((sum, { html }) => sum + html.length, 1);
  let done = 0;
  for (const page of pages.filter((one) => !isFacts(one))) {
    const sheet = new PageSheet(filling);
    for (const row of sheet.fill(page)) if (row % limits.export.progressRows === 0) yield done / total;
    sheets.push(sheet.sheet(names.take(page.name)));
    placed.push(sheet.placed());
    done += page.html.length;
    yield done / total;
  }
  const last = new PageSheet(filling);
  addFacts(last, { ...facts, pictures: filling.pictures }, styles);
  for (const page of pages.filter(isFacts)) yield* last.fill(page);
  sheets.push(last.sheet(factsSheet));
  const { verifyAt } = facts;
  return { sheets, placed, names: [], styles: styles.list, has1904Dates: false, warnings: [], verifyAt };
}

function isFacts({ name }: ShownPage): boolean {
  return name.trim().toUpperCase() === factsSheet;
}

/** The looks of a file of these pages: as yet the plain one. */
export function pagesStyles(pages: readonly ShownPage[]): CellStyles {
  return new CellStyles(plainStyle(pages));
}

/** The type of the first table that names its own, as a spreadsheet has one for the whole file. */
function plainStyle(pages: readonly ShownPage[]): CellStyle {
  const look = lookOf(typeStyle(pages), plainFont);
  return { format: 'General', font: look.font, fill: undefined, borders: look.borders, align: look.align };
}

const TABLE = /<table( [^<>]*)>/g;

function typeStyle(pages: readonly ShownPage[]): string {
  for (const { html } of pages) {
    for (const [, attributes = ''] of html.matchAll(TABLE)) {
      const style = attributeOf(attributes, 'style');
      if (style?.includes('font-family')) return style;
    }
  }
  return '';
}

const CELL = /<t[dh]( [^<>]*)>([^<]*)/g;

/** The texts of numeric cells, from which it shows how numbers and dates are written. */
export function* numericTexts(pages: readonly ShownPage[]): Generator<string> {
  for (const { html } of pages)
    for (const [, attributes = '', text = ''] of html.matchAll(CELL))
      if (attributes.includes(' data-num="')) yield plainOf(text);
}

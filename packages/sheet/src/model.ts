import type { CellStyle, Font } from './cell-style.ts';
import type { Rule } from './conditional/rule.ts';
import type { Drawing } from './drawings/drawing.ts';
import type { ListValidation } from './entries/validation.ts';
import type { CellNote } from './notes/note.ts';
import type { GroupPlace, OutlineSides, PaperSetup } from './outline/layout.ts';
import type { PartLook, TableLook } from './part-look.ts';
import type { CellPicture, PictureFile } from './pictures/picture.ts';
import type { SparklineGroup } from './sparklines/sparkline.ts';

/** A rectangle of cells; rows and columns count from 1, both ends belong to it. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A cell by its numbers, from 1. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface CellError {
  readonly error: string;
}

export type CellValue = string | number | boolean | CellError;

/** A piece of a text with a look of its own; what is left out is that of the cell. */
export interface TextRun {
  readonly text: string;
  readonly font: Partial<Font> | undefined;
}

/** A formula as a cell has it. */
export interface CellFormula {
  readonly text: string;
  /** How far the cell lies from the one that the text was written for. */
  readonly away: { readonly rows: number; readonly columns: number };
  /** The cells that an array formula fills. */
  readonly fills?: CellRange;
  /** A dynamic array: Excel fills as many cells as it has values, whatever the file says. */
  readonly isDynamic?: true;
  /** The file asks for it to be calculated, whatever result it has. */
  readonly isAsked?: true;
}

export interface Cell {
  readonly column: number;
  /** Number of the entry in Workbook.styles. */
  readonly style: number;
  readonly value: CellValue | undefined;
  readonly runs?: readonly TextRun[];
  /** The text exactly as it is to be shown, in place of the formatted value (delimited files). */
  readonly shown?: string;
  /** Target of a HYPERLINK() formula. */
  readonly link?: string;
  /** The formula that leads somewhere, where its target is to be evaluated. */
  readonly linkFormula?: CellFormula;
  /** A formula whose result the file does not hold. */
  readonly isUncalculated?: true;
  /** A saved result of a formula that the file asks to be calculated, which could not be. */
  readonly isOld?: true;
  /** Why its result cannot be evaluated either. */
  readonly whyNoResult?: string;
  /** The formula, where its result is to be evaluated. */
  readonly formula?: CellFormula;
  /** The cells that its dynamic array fills. */
  readonly spill?: CellRange;
  /** The value is the result of a formula. */
  readonly hasFormula?: true;
  /** The formula is a total of its own, which other totals leave out. */
  readonly isTotal?: true;
  /** A picture in place of a value. */
  readonly picture?: CellPicture;
}

export interface SheetRow {
  readonly number: number;
  /** Points. */
  readonly height: number | undefined;
  readonly isHidden: boolean;
  readonly style: number;
  readonly group?: GroupPlace;
  /** By rising column. */
  readonly cells: readonly Cell[];
}

export interface ColumnSpan {
  readonly from: number;
  readonly to: number;
  /** Characters of the default font. */
  readonly width: number | undefined;
  readonly isHidden: boolean;
  readonly style: number;
  readonly group?: GroupPlace;
}

export interface SheetLink {
  readonly range: CellRange;
  /** As written in the file: an address, or `#Sheet!A1` for a place in the workbook; and what its author says of it. */
  readonly target: string;
  readonly tip?: string;
}

export interface SheetTable {
  readonly name: string;
  readonly range: CellRange;
  /** The names of its columns. */
  readonly columns?: readonly string[];
  readonly headerRows: number;
  readonly totalRows: number;
  /** What its filter leaves rows out of. */
  readonly filtered?: CellRange;
  /** Only the parts that are switched on. */
  readonly look: TableLook;
}

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly isRightToLeft: boolean;
  readonly hasGridlines: boolean;
  /** Cells whose value is 0 show nothing. */
  readonly hidesZeros?: boolean;
  /** Per cent of its size at which it is shown, where that is not all of it. */
  readonly zoom?: number;
  /** Characters. */
  readonly defaultColumnWidth: number | undefined;
  /** Points. */
  readonly defaultRowHeight: number | undefined;
  /** Rows that are not listed are hidden. */
  readonly hidesOtherRows: boolean;
  /** Left out where it has no groups. */
  readonly outline?: OutlineSides;
  /** Nothing lies beyond its last column, not even for a text that is too long (text files). */
  readonly isBounded?: boolean;
  readonly columns: readonly ColumnSpan[];
  /** By rising number; rows without cells or look are left out. */
  readonly rows: readonly SheetRow[];
  readonly merges: readonly CellRange[];
  /** What a filter of the sheet leaves rows out of; filters of tables stand with these. */
  readonly filtered?: CellRange;
  /** Last frozen row and column, 0 when none. */
  readonly freeze: { readonly row: number; readonly column: number };
  readonly links: readonly SheetLink[];
  readonly tables: readonly SheetTable[];
  readonly printAreas: readonly CellRange[];
  /** How it goes on paper, where the file says so. */
  readonly paper?: PaperSetup;
  /** Rules of conditional formatting. */
  readonly rules?: readonly Rule[];
  readonly sparklines?: readonly SparklineGroup[];
  /** Notes and comments of cells. */
  readonly notes?: readonly CellNote[];
  /** Lists that cells are chosen from. */
  readonly lists?: readonly ListValidation[];
  /** What lies over the cells, the later over the earlier. */
  readonly drawings?: readonly Drawing[];
}

export interface DefinedName {
  readonly name: string;
  /** Name of the sheet that it belongs to; undefined for the whole workbook. */
  readonly sheet: string | undefined;
  /** As written: `Sheet1!$A$1:$B$2`. */
  readonly refers: string;
}

/** What a workbook holds and its pages do not show; `sheet` is empty for the workbook as a whole (fidelity 2). */
export interface NotShown {
  readonly sheet: string;
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

/** A workbook as it is shown: plain data, so that it can cross from a worker. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly names: readonly DefinedName[];
  /** Entry 0 is the look of a cell without a style. */
  readonly styles: readonly CellStyle[];
  /** Differential formats, which rules name by number. */
  readonly formats?: readonly PartLook[];
  readonly has1904Dates: boolean;
  /** The pictures that drawings and cells show, by name. */
  readonly pictures?: ReadonlyMap<string, PictureFile>;
  /** What the file holds and a page cannot show, in plain sentences. */
  readonly warnings: readonly string[];
  /** The same, thing by thing. */
  readonly notShown?: readonly NotShown[];
}

import type { SentValue } from '@sheetwire/contract/publish';

/** A rectangle of cells; rows and columns count from 1, both ends belong to it. */
export interface CellArea {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A cell's value as the spreadsheet has it: a date is its serial number, `null` an empty cell. */
export type BookValue = SentValue;

/** Cells row by row; `texts` are as the spreadsheet itself shows them. */
export interface ReadCells {
  readonly values: readonly (readonly BookValue[])[];
  readonly texts: readonly (readonly string[])[];
}

export interface BookSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** A name and what it stands for, as the workbook writes it. */
export interface BookName {
  readonly name: string;
  /** That it belongs to; left out for one of the whole workbook. */
  readonly sheet?: string;
  readonly refers: string;
}

/** A list that the cells of some areas are chosen from. */
export interface BookValidation {
  /** `B2`, `B2:B9`; several with commas. */
  readonly areas: string;
  readonly source: string;
}

/** One entry of a list: what viewers see, as the portal shows it in every language, and what the cell then holds. */
export interface Choice {
  readonly text: string;
  readonly value: string | number | boolean;
}

/** `any` takes what reads as a number as one, and anything else as text. */
export type ControlKind = 'list' | 'checkbox' | 'any' | 'number' | 'percent' | 'text' | 'date' | 'dateTime' | 'time';

/** A cell that viewers may set. */
export interface BookControl {
  readonly sheet: string;
  readonly address: string;
  /** The name that the workbook gives the cell. */
  readonly name?: string | undefined;
  readonly kind: ControlKind;
  readonly allowsBlank?: boolean;
}

/** What is written into a cell. Text is text, whatever it begins with: never a formula. */
export type CellEntry =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly is: boolean }
  | { readonly kind: 'empty' };

export interface BookFacts {
  /** As people know the workbook: the name of its file. */
  readonly title: string;
  readonly has1904Dates: boolean;
  /** It writes numbers, dates and words for truth values as the portal makes them of number formats: as in the US. */
  readonly isInUsEnglish: boolean;
}

/** What a workbook tells of a change; `structure` where it may be more than values. Either may be late, wrong or missing. */
export type Hint = 'values' | 'structure';

/** Opens the workbook that a publisher runs in, or on. */
export type OpenBook = () => Promise<LiveBook>;

/**
 * A workbook that is open in its own program, or saved by it. Every live publisher implements it, and one suite holds
 * all of them to it (decision 70). Nothing is remembered between calls: what is asked is read.
 */
export interface LiveBook {
  facts(): Promise<BookFacts>;
  /** In the order of their tabs, the hidden ones too. */
  sheets(): Promise<readonly BookSheet[]>;
  /** Where a sheet has values; undefined where it has none. */
  usedRange(sheet: string): Promise<CellArea | undefined>;
  /** Reads at most `limits.liveBook.read` cells. */
  read(sheet: string, area: CellArea): Promise<ReadCells>;
  /** What a sheet has beside values - formats, merged, hidden: any text that differs when they do. */
  look(sheet: string): Promise<string>;
  names(): Promise<readonly BookName[]>;
  validations(sheet: string): Promise<readonly BookValidation[]>;
  /** The cells that viewers may set, without the entries of their lists. */
  controls(): Promise<readonly BookControl[]>;
  /** The entries of one control's list; none where they are worked out by a formula, or where it has no list. */
  choices(control: Pick<BookControl, 'sheet' | 'address'>): Promise<readonly Choice[]>;
  /**
   * Throws BookBusy while somebody types in the workbook, CellLocked for a cell that holds a formula or is protected, and
   * BookClosed once the workbook is gone.
   */
  write(control: Pick<BookControl, 'sheet' | 'address'>, entry: CellEntry): Promise<void>;
  /** Hears of changes, which is a hint: what changed is always read. Answers how to hear no more. */
  onChange(hear: (hint: Hint) => void): () => void;
  /** The whole workbook as a file. The workbook itself stays as it is: unsaved, unrenamed. */
  copy(): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Somebody types in the workbook, or a dialog is open: it takes nothing now, and will soon. */
export class BookBusy extends Error {
  override readonly name = 'BookBusy';

  constructor() {
    super('Someone is editing the workbook');
  }
}

/** The cell takes nothing from viewers: what it holds is not theirs. */
export class CellLocked extends Error {
  override readonly name = 'CellLocked';
}

/** Why a cell is locked, in words for the viewer. */
export const FORMULA = 'The cell contains a formula';
export const PROTECTED = 'The cell is protected in the workbook';

/** The workbook was closed, or what was asked for is no longer in it. */
export class BookClosed extends Error {
  override readonly name = 'BookClosed';

  constructor(message = 'The workbook was closed') {
    super(message);
  }
}

/** The part of Office.js that a live workbook uses, as its documentation names it: what was loaded can be read after `sync`. */
export interface OfficeObject {
  load(names: string): unknown;
  readonly isNullObject: boolean;
}

export interface OfficeList<Item> extends OfficeObject {
  readonly items: readonly Item[];
}

export interface OfficeValidation extends OfficeObject {
  readonly type: string;
  readonly rule: { readonly list?: { readonly source: unknown } };
  readonly ignoreBlanks: boolean;
}

export interface OfficeAreas extends OfficeObject {
  readonly areas: OfficeList<OfficeRange>;
}

export interface OfficeRange extends OfficeObject {
  readonly address: string;
  readonly rowIndex: number;
  readonly columnIndex: number;
  readonly rowCount: number;
  readonly columnCount: number;
  /** Null where there are too many cells for one answer. */
  values: unknown[][] | null;
  /** As typed; a cell without a formula has its value here too. */
  readonly formulas: unknown[][] | null;
  readonly text: string[][] | null;
  readonly valueTypes: string[][] | null;
  readonly numberFormat: string[][] | null;
  readonly dataValidation: OfficeValidation;
  readonly worksheet: OfficeSheet;
  getSpecialCellsOrNullObject(kind: 'Visible' | 'DataValidations'): OfficeAreas;
  getMergedAreasOrNullObject(): OfficeAreas;
}

export interface OfficeSheet extends OfficeObject {
  readonly name: string;
  readonly visibility: string;
  /** Of this sheet alone. */
  readonly names: OfficeList<OfficeName>;
  getRange(address?: string): OfficeRange;
  getRangeByIndexes(row: number, column: number, rows: number, columns: number): OfficeRange;
  getUsedRangeOrNullObject(valuesOnly: boolean): OfficeRange;
}

export interface OfficeName extends OfficeObject {
  readonly name: string;
  readonly formula: unknown;
  readonly visible: boolean;
  getRangeOrNullObject(): OfficeRange;
}

/** What an event tells, as far as it is believed. */
export interface OfficeEvent {
  readonly changeType?: string;
}

export interface OfficeHandlers {
  add(hear: (event: OfficeEvent) => Promise<void>): { remove(): void };
}

/** Those that a version of Excel does not know are missing. */
export interface OfficeSheets extends OfficeList<OfficeSheet> {
  getItem(name: string): OfficeSheet;
  readonly onChanged?: OfficeHandlers;
  readonly onCalculated?: OfficeHandlers;
  readonly onFormatChanged?: OfficeHandlers;
  readonly onRowHiddenChanged?: OfficeHandlers;
  readonly onRowSorted?: OfficeHandlers;
  readonly onAdded?: OfficeHandlers;
  readonly onDeleted?: OfficeHandlers;
  readonly onMoved?: OfficeHandlers;
  readonly onNameChanged?: OfficeHandlers;
  readonly onVisibilityChanged?: OfficeHandlers;
}

/** How this Excel writes numbers and dates; the signs may be other ones than those of its culture. */
export interface OfficeApplication extends OfficeObject {
  readonly cultureInfo: OfficeObject & { readonly name: string };
  readonly decimalSeparator: string;
  readonly thousandsSeparator: string;
}

export interface OfficeContext {
  readonly application: OfficeApplication;
  readonly workbook: OfficeObject & {
    readonly name: string;
    readonly use1904DateSystem: boolean;
    readonly worksheets: OfficeSheets;
    readonly names: OfficeList<OfficeName>;
  };
  sync(): Promise<void>;
}

/** How Office answers what is not part of a batch. */
export type Told<T> = (result: {
  readonly status: string;
  readonly value: T;
  readonly error?: { readonly message: string };
}) => void;

export interface OfficeFile {
  readonly sliceCount: number;
  getSliceAsync(at: number, tell: Told<{ readonly data: ArrayLike<number> }>): void;
  closeAsync(): void;
}

/** Excel as an add-in meets it. */
export interface OfficeHost {
  /** `Excel.run`. */
  readonly run: <T>(work: (context: OfficeContext) => Promise<T>) => Promise<T>;
  /** `Office.context.document`. */
  readonly document: { getFileAsync(kind: 'compressed', options: object, tell: Told<OfficeFile>): void };
}

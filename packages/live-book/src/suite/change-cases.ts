import type { BookValue } from '../live-book.ts';
import { type BookSpec, type Edit, sample } from '../test-support/book-spec.ts';

/** What an implementation may be unable to do. */
export type Ability =
  | 'entries'
  | 'typing'
  | 'closing'
  | 'hints at once'
  | 'telling of looks'
  | 'lists without names'
  | 'being asked'
  | 'a pause'
  | 'a clock of the test';

/** A case that is plain data: what is done to a workbook, and what the portal then gets. Cells are named `Sheet!A1`. */
export interface ChangeCase {
  readonly name: string;
  readonly book?: BookSpec;
  readonly edits: readonly Edit[];
  readonly sends: 'values' | 'workbook' | 'nothing';
  /** How many cells, of values. */
  readonly cells?: number;
  readonly shows?: Readonly<Record<string, BookValue>>;
  readonly needs?: readonly Ability[];
}

const valueCases: readonly ChangeCase[] = [
  {
    name: 'a number that is typed is sent with the formulas that read it',
    edits: [{ set: 'Prices!B2', to: 3 }],
    sends: 'values',
    cells: 4,
    shows: { 'Prices!B2': 3, 'Prices!C2': 6, 'Prices!B4': 4.25, 'Prices!C4': 8.5 },
  },
  {
    name: 'a value that nobody typed is sent with the results that change by it',
    edits: [{ feed: 'Prices!B3', to: 2 }],
    sends: 'values',
    cells: 4,
    shows: { 'Prices!B3': 2, 'Prices!C3': 4, 'Prices!B4': 4.5 },
  },
  {
    name: 'a formula in place of a value is sent as its result',
    edits: [{ set: 'Prices!B2', to: { formula: '1+1' } }],
    sends: 'values',
    shows: { 'Prices!B2': 2, 'Prices!C2': 4 },
  },
  {
    name: 'a text is sent as text',
    edits: [{ set: 'Prices!A2', to: 'Rye bread' }],
    sends: 'values',
    cells: 1,
    shows: { 'Prices!A2': 'Rye bread' },
  },
  {
    name: 'a truth value is sent as one',
    edits: [{ set: 'Notes!B1', to: false }],
    sends: 'values',
    cells: 1,
    shows: { 'Notes!B1': false },
  },
  {
    name: 'a cell within the used range that is emptied is sent as empty',
    edits: [{ set: 'Prices!A3', to: null }],
    sends: 'values',
    cells: 1,
    shows: { 'Prices!A3': null },
  },
  {
    name: 'an error is sent as an error, in its cell and in those that read it',
    edits: [{ set: 'Prices!B2', to: { formula: '1/0' } }],
    sends: 'values',
    shows: { 'Prices!B2': { error: '#DIV/0!' }, 'Prices!C2': { error: '#DIV/0!' }, 'Prices!B4': { error: '#DIV/0!' } },
  },
  {
    name: 'a text that looks like an error is a text',
    edits: [{ set: 'Prices!A2', to: '#N/A' }],
    sends: 'values',
    shows: { 'Prices!A2': '#N/A' },
  },
  ...['=1+1', '+41 44', '-none-', '@home', "'quoted"].map(
    (text): ChangeCase => ({
      name: `the text ${text} is sent as it stands`,
      edits: [{ set: 'Notes!A1', to: text }],
      sends: 'values',
      cells: 1,
      shows: { 'Notes!A1': text },
    }),
  ),
  {
    name: 'a change that is taken back before it is sent is nothing',
    edits: [{ set: 'Prices!B2', to: 9 }, { undo: true }],
    sends: 'nothing',
    shows: { 'Prices!B2': 2.5 },
  },
  {
    name: 'the same value entered again is nothing',
    edits: [{ set: 'Prices!B2', to: 2.5 }],
    sends: 'nothing',
  },
  {
    name: 'several cells of several sheets go as one publish',
    edits: [
      { set: 'Prices!B2', to: 5 },
      { set: 'Notes!A1', to: 'East' },
    ],
    sends: 'values',
    shows: { 'Prices!B2': 5, 'Notes!A1': 'East' },
  },
  {
    name: 'values of a hidden sheet are sent, since charts read them',
    book: { sheets: [...sample.sheets, { name: 'Data', isHidden: true, cells: { A1: 1, A2: 2 } }] },
    edits: [{ set: 'Data!A1', to: 10 }],
    sends: 'values',
    cells: 1,
    shows: { 'Data!A1': 10 },
  },
  {
    name: 'a value in a hidden row is sent',
    book: { sheets: [{ name: 'S', cells: { A1: 1, A2: 2, A3: 3 }, hiddenRows: [2] }] },
    edits: [{ set: 'S!A2', to: 20 }],
    sends: 'values',
    shows: { 'S!A2': 20 },
  },
  {
    name: 'a value in a merged area is sent',
    book: { sheets: [{ name: 'S', cells: { A1: 'wide', A2: 1, B2: 2 }, merges: ['A1:B1'] }] },
    edits: [{ set: 'S!A1', to: 'wider' }],
    sends: 'values',
    cells: 1,
    shows: { 'S!A1': 'wider' },
  },
  {
    name: 'a date is its serial number of 1900',
    book: { sheets: [{ name: 'S', cells: { A1: { value: 46_349, format: 'yyyy-mm-dd' } } }] },
    edits: [{ set: 'S!A1', to: 46_350 }],
    sends: 'values',
    shows: { 'S!A1': 46_350 },
  },
  {
    name: 'a date is its serial number of 1904',
    book: { has1904Dates: true, sheets: [{ name: 'S', cells: { A1: { value: 44_887, format: 'yyyy-mm-dd' } } }] },
    edits: [{ set: 'S!A1', to: 44_888 }],
    sends: 'values',
    shows: { 'S!A1': 44_888 },
  },
  {
    name: 'a sheet whose name has quotes, signs and blanks is sent by its name',
    book: { sheets: [{ name: "Bob's & Ann's", cells: { A1: 1, B1: { formula: 'A1+1' } } }] },
    edits: [{ set: "Bob's & Ann's!A1", to: 2 }],
    sends: 'values',
    shows: { "Bob's & Ann's!B1": 3 },
  },
];

const structureCases: readonly ChangeCase[] = [
  {
    name: 'a row is inserted',
    edits: [{ insertRow: 'Prices', at: 3 }],
    sends: 'workbook',
    shows: { 'Prices!A3': null, 'Prices!A4': 'Milk', 'Prices!B5': 3.75 },
  },
  {
    name: 'a row is deleted',
    edits: [{ deleteRow: 'Prices', at: 3 }],
    sends: 'workbook',
    shows: { 'Prices!A3': 'Total', 'Prices!A4': null },
  },
  {
    name: 'a column is inserted',
    edits: [{ insertColumn: 'Prices', at: 2 }],
    sends: 'workbook',
    shows: { 'Prices!B2': null, 'Prices!C2': 2.5, 'Prices!D2': 5 },
  },
  {
    name: 'a column is deleted',
    edits: [{ deleteColumn: 'Prices', at: 1 }],
    sends: 'workbook',
    shows: { 'Prices!A2': 2.5, 'Prices!C2': null },
  },
  {
    name: 'a row is inserted and another deleted: as many rows, and formats elsewhere',
    book: {
      sheets: [
        { name: 'S', cells: { A1: { value: 1, format: '0%' }, A2: { value: 2, format: '0.00' }, A3: 3, A4: 4 } },
      ],
    },
    edits: [
      { insertRow: 'S', at: 1 },
      { set: 'S!A1', to: 0 },
      { deleteRow: 'S', at: 5 },
    ],
    sends: 'workbook',
    shows: { 'S!A1': 0, 'S!A2': 1, 'S!A4': 3 },
  },
  {
    name: 'a value below the used range',
    edits: [{ set: 'Prices!A5', to: 'Note' }],
    sends: 'workbook',
    shows: { 'Prices!A5': 'Note' },
  },
  {
    name: 'the last row is emptied',
    edits: [{ set: 'Notes!A2', to: null }],
    sends: 'workbook',
    shows: { 'Notes!A2': null },
  },
  {
    name: 'a sheet is renamed',
    edits: [{ renameSheet: 'Notes', to: 'Remarks' }],
    sends: 'workbook',
    shows: { 'Remarks!A1': 'North', 'Notes!A1': null },
  },
  { name: 'a sheet is added', edits: [{ addSheet: 'More' }], sends: 'workbook', shows: { 'More!A1': 'new' } },
  { name: 'a sheet is deleted', edits: [{ deleteSheet: 'Notes' }], sends: 'workbook', shows: { 'Notes!A1': null } },
  { name: 'a sheet is moved', edits: [{ moveSheet: 'Notes', to: 0 }], sends: 'workbook' },
  { name: 'a sheet is hidden', edits: [{ hideSheet: 'Notes', is: true }], sends: 'workbook' },
  { name: 'a row is hidden', edits: [{ hideRow: 'Prices', at: 3, is: true }], sends: 'workbook' },
  {
    name: 'a hidden row is shown',
    book: { sheets: [{ name: 'S', cells: { A1: 1, A2: 2, A3: 3 }, hiddenRows: [2] }] },
    edits: [{ hideRow: 'S', at: 2, is: false }],
    sends: 'workbook',
  },
  {
    name: 'a column is hidden',
    edits: [{ hideColumn: 'Prices', at: 2, is: true }],
    sends: 'workbook',
    needs: ['telling of looks'],
  },
  { name: 'cells are merged', edits: [{ merge: 'Notes!A1:A2' }], sends: 'workbook', needs: ['telling of looks'] },
  {
    name: 'cells are parted',
    book: { sheets: [{ name: 'S', cells: { A1: 'wide', A2: 1, B2: 2 }, merges: ['A1:B1'] }] },
    edits: [{ unmerge: 'S!A1:B1' }],
    sends: 'workbook',
    needs: ['telling of looks'],
  },
  { name: 'a number format is changed', edits: [{ format: 'Prices!B2', as: '0%' }], sends: 'workbook' },
  { name: 'a cell is colored', edits: [{ fill: 'Prices!B2', as: 'FFEE00' }], sends: 'workbook' },
  {
    name: 'a cell gets a list',
    edits: [{ list: 'Prices!A2', source: '"Bread,Rolls"' }],
    sends: 'workbook',
    needs: ['telling of looks'],
  },
  {
    name: 'a name is defined',
    edits: [{ name: 'Rate', refers: 'Prices!$B$2' }],
    sends: 'workbook',
    needs: ['telling of looks'],
  },
  {
    name: 'a new row and a new value in one go are one workbook, and nothing mixed',
    edits: [
      { set: 'Prices!B2', to: 7 },
      { insertRow: 'Prices', at: 2 },
    ],
    sends: 'workbook',
    shows: { 'Prices!B3': 7, 'Prices!C3': 14 },
  },
  {
    name: 'a row that is inserted and taken back is nothing, or the same workbook',
    edits: [{ insertRow: 'Prices', at: 3 }, { undo: true }],
    sends: 'nothing',
    shows: { 'Prices!A3': 'Milk' },
  },
];

/** The title of a case of data, the same in every language. */
export function titleOf({ name, sends }: ChangeCase): string {
  return sends === 'workbook' ? `structure, sent as a workbook: ${name}` : name;
}

/** The cases that are plain data. */
export const changeCases: readonly ChangeCase[] = [...valueCases, ...structureCases];

import type { BookSpec } from '../test-support/book-spec.ts';
import type { Ability } from './change-cases.ts';

/** An entry that is plain data: which control gets what, and what its cell then holds. */
export interface EntryCase {
  readonly name: string;
  readonly control: string;
  readonly entered: string | null;
  readonly into: string;
  readonly holds: string | number | boolean | null;
  readonly needs: readonly Ability[];
  /** Other than the form. */
  readonly book?: BookSpec;
}

/** An entry that changes nothing; `message` is how the publisher of this package says why. */
export interface RefusedEntry {
  readonly name: string;
  readonly control: string;
  readonly entered: string | null;
  readonly message: string;
  readonly needs: readonly Ability[];
}

const form: BookSpec = {
  sheets: [
    {
      name: 'Form',
      cells: {
        A1: 'Region',
        B1: 'North',
        A2: 'Pieces',
        B2: 10,
        A3: 'Rush',
        B3: false,
        A4: 'Due',
        B4: { value: 46_349, format: 'yyyy-mm-dd' },
        A5: 'Note',
        B5: 'none',
        A6: 'Size',
        B6: 2,
        A16: 'Amount',
        B16: { value: 1234.5, format: '#,##0.00' },
        B17: { value: 0.13, format: '0%' },
        B18: { value: 0.5, format: 'h:mm AM/PM' },
        B19: { value: 46_349.5, format: 'd/m/yyyy hh:mm' },
        B20: { value: null, format: '0.00' },
        A22: 'Done',
        B22: false,
        C1: { formula: 'B1&"!"' },
        C2: { formula: 'B2*2' },
      },
      lists: [
        { area: 'B1', source: '$A$8:$A$9', allowsBlank: true },
        { area: 'B6', source: '"1,2,3"' },
        { area: 'B10', source: "'Bob''s & Ann''s'!$A$1:$A$2" },
        { area: 'B11', source: 'Sizes.All' },
        { area: 'B12', source: "'Bob''s & Ann''s'!$A:$A" },
        { area: 'B13', source: 'OFFSET($A$8,0,0,2,1)' },
        { area: 'B14', source: 'Colors' },
        { area: 'B15', source: 'List!Colors' },
      ],
      names: { Colors: "'Bob''s & Ann''s'!$B$2" },
    },
    { name: 'List', cells: { A1: 'x' }, names: { Colors: "'Bob''s & Ann''s'!$B$3" } },
    { name: "Bob's & Ann's", cells: { A1: 'Small ', A2: 'Large', B1: 'Any', B2: 'Red', B3: 'Blue' } },
  ],
  names: {
    CTL_Pieces: 'Form!$B$2',
    CTL_Rush: 'Form!$B$3',
    CTL_Due: 'Form!$B$4',
    CTL_Note: 'Form!$B$5',
    CTL_Twice: 'Form!$C$2',
    'Sizes.All': "'Bob''s & Ann''s'!$A$1:$A$2",
    Colors: "'Bob''s & Ann''s'!$B$1",
    CTL_Color: 'Form!$B$14',
    CTL_Other: 'Form!$B$15',
    CTL_Amount: 'Form!$B$16',
    CTL_Share: 'Form!$B$17',
    CTL_Hour: 'Form!$B$18',
    CTL_Start: 'Form!$B$19',
    CTL_Blank: 'Form!$B$20',
    CTL_Free: 'Form!$B$21',
  },
};
const [first, ...others] = form.sheets;
/** A form with a cell of each kind, lists in the sheet and a formula that reads them. */
export const formBook: BookSpec = {
  ...form,
  sheets: first ? [{ ...first, cells: { ...first.cells, A8: 'North', A9: 'South' } }, ...others] : [],
};

/** A form of a program that writes numbers as in 1.240,50, with lists of cells that it shows otherwise than the portal. */
const commaBook: BookSpec = {
  hasDecimalComma: true,
  names: { CTL_Amount: 'Form!$A$1', CTL_Day: 'Form!$A$2' },
  sheets: [
    {
      name: 'Form',
      cells: {
        A1: { value: 1.5, format: '#,##0.00' },
        A2: { value: 46_349, format: 'yyyy-mm-dd' },
        C1: { value: 1.5, format: '#,##0.00' },
        C2: { value: 1234.5, format: '#,##0.00' },
        C3: { value: 0.25, format: '0.0%' },
        D1: { value: 46_349, format: 'yyyy-mm-dd' },
        D2: { value: 46_380, format: 'm/d/yyyy' },
      },
      lists: [
        { area: 'A1', source: '$C$1:$C$3' },
        { area: 'A2', source: '$D$1:$D$2' },
      ],
    },
  ],
};

type Written = Pick<EntryCase, 'entered' | 'into' | 'holds'>;

function writes(name: string, control: string, written: Written): EntryCase {
  return { name, control, ...written, needs: needsOf(control) };
}

function refuses(name: string, control: string, entered: string | null, message: string): RefusedEntry {
  return { name, control, entered, message, needs: needsOf(control) };
}

/** A list is a control without a name where the program can tell its cells. */
function needsOf(control: string): readonly Ability[] {
  return control.startsWith('CTL_') ? ['entries'] : ['entries', 'lists without names'];
}

/** Entries that are written. */
export const writtenEntries: readonly EntryCase[] = [
  writes('a choice is written by the name of its cell', 'Form.B1', {
    entered: 'South',
    into: 'Form!B1',
    holds: 'South',
  }),
  writes('a list that may be empty is emptied', 'Form.B1', { entered: null, into: 'Form!B1', holds: null }),
  writes('a choice of a number is written as the number', 'Form.B6', { entered: '3', into: 'Form!B6', holds: 3 }),
  writes('a choice comes from a sheet whose name has quotes, without the blank at its end', 'Form.B10', {
    entered: 'Small',
    into: 'Form!B10',
    holds: 'Small ',
  }),
  writes('a choice comes from cells that have a name', 'Form.B11', {
    entered: 'Large',
    into: 'Form!B11',
    holds: 'Large',
  }),
  writes('a choice comes from a name of its own sheet before that of the workbook', 'CTL_Color', {
    entered: 'Red',
    into: 'Form!B14',
    holds: 'Red',
  }),
  writes('a choice comes from a name of another sheet', 'CTL_Other', {
    entered: 'Blue',
    into: 'Form!B15',
    holds: 'Blue',
  }),
  writes('a choice comes from a whole column', 'Form.B12', { entered: 'Large', into: 'Form!B12', holds: 'Large' }),
  writes('a named cell is written by its name', 'CTL_Pieces', { entered: '12.5', into: 'Form!B2', holds: 12.5 }),
  writes('a checkbox is written as a truth value', 'CTL_Rush', { entered: 'true', into: 'Form!B3', holds: true }),
  writes('a day is written as a serial number', 'CTL_Due', { entered: '2026-12-24', into: 'Form!B4', holds: 46_380 }),
  writes('a checkbox is written as its cell shows it', 'CTL_Rush', { entered: 'TRUE', into: 'Form!B3', holds: true }),
  ...Object.entries({ '1.235': 1.235, '1,235.50': 1235.5 }).map(([entered, holds]) =>
    writes(`${entered} is a number as pages show it`, 'CTL_Amount', { entered, into: 'Form!B16', holds }),
  ),
  ...['15%', '15'].map((entered) =>
    writes(`${entered} in a cell of percentages is a percentage`, 'CTL_Share', {
      entered,
      into: 'Form!B17',
      holds: 0.15,
    }),
  ),
  ...['18:00', '6:00 PM'].map((entered) =>
    writes(`the time ${entered} is written as a part of a day`, 'CTL_Hour', {
      entered,
      into: 'Form!B18',
      holds: 0.75,
    }),
  ),
  writes('a day with its time is written as a serial number', 'CTL_Start', {
    entered: '2026-12-24 18:00',
    into: 'Form!B19',
    holds: 46_380.75,
  }),
  writes('an empty cell with a format of numbers takes a number as one', 'CTL_Blank', {
    entered: '7',
    into: 'Form!B20',
    holds: 7,
  }),
  ...Object.entries({ '12.5': 12.5, 'as agreed': 'as agreed' }).map(([entered, holds]) =>
    writes(`an empty cell takes ${entered} as what it reads as`, 'CTL_Free', { entered, into: 'Form!B21', holds }),
  ),
  ...Object.entries({ '1.50': 1.5, '1,234.50': 1234.5, '25.0%': 0.25 }).map(([entered, holds]) => ({
    ...writes(`the choice ${entered} is known where the program shows it otherwise`, 'CTL_Amount', {
      entered,
      into: 'Form!A1',
      holds,
    }),
    book: commaBook,
  })),
  {
    ...writes('the choice of a day is known where the program shows it otherwise', 'CTL_Day', {
      entered: '12/24/2026',
      into: 'Form!A2',
      holds: 46_380,
    }),
    book: commaBook,
  },
  writes('a checkbox without a name is written', 'Form.B22', { entered: 'true', into: 'Form!B22', holds: true }),
  ...['=1+1', '+1', '-1', '@SUM(A1)', "'=1", '=HYPERLINK("http://x")', '12', 'true'].map((text) =>
    writes(`a viewer's text ${text} stays text`, 'CTL_Note', { entered: text, into: 'Form!B5', holds: text }),
  ),
];

/** Entries that are refused at the control. */
export const refusedEntries: readonly RefusedEntry[] = [
  refuses('a text for a number is refused at the control', 'CTL_Pieces', '=9', 'Enter a number, such as 1234.5'),
  refuses('a choice that is not in the list is refused', 'Form.B1', 'West', 'Choose an entry from the list'),
  refuses(
    'a choice of a name of the workbook is not one of the sheet that has its own',
    'CTL_Color',
    'Any',
    'Choose an entry from the list',
  ),
  refuses('a list that may not be empty is not emptied', 'Form.B6', null, 'Enter a value: the cell cannot be empty'),
  refuses('a checkbox is on or off', 'CTL_Rush', 'yes', 'Enter TRUE or FALSE'),
  refuses('a day that is none is refused', 'CTL_Due', '2026-13-01', 'Enter a date as 2026-11-24'),
  refuses('a day that the month does not have is refused', 'CTL_Due', '2026-02-30', 'Enter a date as 2026-11-24'),
  refuses('a day that is written in words is refused', 'CTL_Due', 'Dec 24, 2026', 'Enter a date as 2026-11-24'),
  refuses(
    'a number that may be meant two ways is refused',
    'CTL_Amount',
    '1,235',
    'Enter the number without a comma, such as 1234.5',
  ),
  refuses('a day is refused where a time is asked for', 'CTL_Hour', '2026-12-24', 'Enter a time as 14:30'),
  refuses('a formula is not entered over', 'CTL_Twice', '5', 'The cell contains a formula'),
  refuses('a control that is gone is refused', 'Form.Z9', 'x', 'The workbook no longer has this control'),
];

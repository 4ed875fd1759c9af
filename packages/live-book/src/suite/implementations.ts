import type { Ability } from './change-cases.ts';

/** What an implementation cannot do, and why. */
export interface Inability {
  readonly ability: Ability;
  readonly why: string;
}

/** A program, or what stands for one, that the suite is run on. */
export interface Implementation {
  readonly name: string;
  /** Where its cases run. */
  readonly file: string;
  readonly cannot: readonly Inability[];
}

const excel: readonly Inability[] = [
  { ability: 'closing', why: 'the add-in ends with its workbook' },
  { ability: 'telling of looks', why: 'Excel tells nothing of hidden columns, merged cells, lists and names' },
];

/** Everything that the suite is run on; docs/publish has the table of them. */
export const implementations = {
  memory: { name: 'a workbook in memory', file: 'packages/live-book/src/memory-book.test.ts', cannot: [] },
  officeMock: {
    name: 'Excel by Office.js, on objects of office-addin-mock',
    file: 'packages/live-book/src/office/office-mock.test.ts',
    cannot: excel,
  },
  ownObjects: {
    name: 'Excel by Office.js, on objects of our own',
    file: 'packages/live-book/src/office/office-book.test.ts',
    cannot: excel,
  },
  libreOffice: {
    name: 'LibreOffice, with the installed extension',
    file: 'e2e/publish/libreoffice-suite.test.ts',
    cannot: [
      { ability: 'lists without names', why: 'its controls are named cells' },
      { ability: 'being asked', why: 'it reads for its own publisher; what it read is seen in what it sends' },
      { ability: 'a pause', why: 'Live is on or off' },
      { ability: 'typing', why: 'nobody types in a program without a window' },
      { ability: 'a clock of the test', why: 'its time is the real one; its own tests move a clock' },
    ],
  },
  file: {
    name: 'a file that is watched',
    file: 'apps/cli/src/publish/live/file-book.test.ts',
    cannot: [
      { ability: 'entries', why: 'a file that its program has open is not written' },
      { ability: 'typing', why: 'nobody types in a file' },
      { ability: 'closing', why: 'a file is never closed' },
      { ability: 'hints at once', why: 'a save is told when its file rests' },
    ],
  },
} as const satisfies Readonly<Record<string, Implementation>>;

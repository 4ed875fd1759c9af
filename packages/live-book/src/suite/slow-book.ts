import type { Hint, LiveBook } from '../live-book.ts';

/** A workbook whose program tells of changes late, or never, and changes while it is asked: as programs may. */
export interface SlowBook {
  readonly book: LiveBook;
  /** Tells what was held back. */
  tell(): void;
}

interface Meanwhile {
  /** Done right after the file was made, before it is handed over. */
  readonly copied?: () => Promise<void>;
  /** Done right before cells are read. */
  readonly read?: () => Promise<void>;
}

/** A workbook of the test that something happens to meanwhile, of which nothing is told until the test says so. */
export function slowBook(book: LiveBook, { copied, read }: Meanwhile): SlowBook {
  const waiting: (() => void)[] = [];
  return {
    tell() {
      for (const told of waiting.splice(0)) told();
    },
    book: {
      facts: () => book.facts(),
      sheets: () => book.sheets(),
      usedRange: (sheet) => book.usedRange(sheet),
      look: (sheet) => book.look(sheet),
      names: () => book.names(),
      validations: (sheet) => book.validations(sheet),
      controls: () => book.controls(),
      choices: (control) => book.choices(control),
      write: (control, entry) => book.write(control, entry),
      close: () => book.close(),
      onChange: (hear: (hint: Hint) => void) => book.onChange((hint) => void waiting.push(() => hear(hint))),
      async read(sheet, area) {
        await read?.();
        return book.read(sheet, area);
      },
      async copy() {
        const bytes = await book.copy();
        await copied?.();
        return bytes;
      },
    },
  };
}

import { cellName } from '../cell-names.ts';
import { BookBusy, type Hint, type LiveBook } from '../live-book.ts';
import { type BookModel, scopedNames } from './book-model.ts';
import { dressed } from './book-spec.ts';

/** A workbook in memory. Its hints say nothing but that something changed. */
export function memoryBook(model: BookModel): LiveBook {
  const sheetOf = (name: string) => model.spec.sheets.find((sheet) => sheet.name === name);
  return {
    facts: async () => ({
      title: 'book.xlsx',
      has1904Dates: model.spec.has1904Dates ?? false,
      isInUsEnglish: model.spec.hasDecimalComma !== true,
    }),
    sheets: async () => model.spec.sheets.map(({ name, isHidden = false }) => ({ name, isHidden })),
    usedRange: (sheet) => model.usedRange(sheet),
    async read(sheet, { top, left, bottom, right }) {
      const cells = (await model.shown()).get(sheet);
      const rows = Array.from({ length: bottom - top + 1 }, (_, n) =>
        Array.from({ length: right - left + 1 }, (_, m) => cells?.get(cellName(top + n, left + m))),
      );
      return {
        values: rows.map((row) => row.map((cell) => cell?.value ?? null)),
        texts: rows.map((row) => row.map((cell) => cell?.text ?? '')),
      };
    },
    async look(sheet) {
      const { cells = {}, merges = [], hiddenRows = [], hiddenColumns = [] } = sheetOf(sheet) ?? {};
      const looks = Object.entries(cells).flatMap(([address, cell]) => {
        const { format, fill } = dressed(cell);
        return format === undefined && fill === undefined ? [] : [[address, format, fill]];
      });
      return JSON.stringify([merges, hiddenRows, hiddenColumns, looks.map(String).sort((a, b) => a.localeCompare(b))]);
    },
    names: async () => scopedNames(model.spec),
    validations: async (sheet) => (sheetOf(sheet)?.lists ?? []).map(({ area, source }) => ({ areas: area, source })),
    controls: () => model.controls(),
    choices: (control) => model.choices(control),
    async write({ sheet, address }, entry) {
      if (model.isTyping) throw new BookBusy();
      model.write(sheet, address, entry);
    },
    onChange: (hear: (hint: Hint) => void) => model.onEdit(() => hear('values')),
    copy: () => model.bytes(),
    async close() {
      model.isClosed = true;
    },
  };
}

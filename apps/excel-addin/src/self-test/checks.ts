import { limits } from '@sheetwire/contract/limits';
import { cellName, partsOf } from '@sheetwire/live-book/cell-names';
import type { CellEntry, LiveBook } from '@sheetwire/live-book/live-book';

/** A sheet of this Excel on which the checks may do anything. */
export interface Bench {
  readonly book: LiveBook;
  readonly sheet: string;
  /** Sets a cell as if it was typed: what begins with = is a formula. */
  readonly set: (address: string, value: string | number | boolean) => Promise<void>;
  /** Fills an area with ones. */
  readonly fill: (rows: number, columns: number) => Promise<void>;
  readonly format: (address: string, format: string) => Promise<void>;
  /** Resolves with false after a while. */
  readonly late: () => Promise<false>;
}

export interface Check {
  readonly name: string;
  /** Throws what is wrong; answers what is worth knowing. */
  readonly run: (bench: Bench) => Promise<string | undefined>;
}

async function valueAt({ book, sheet }: Bench, address: string) {
  const [, letters = 'A', digits = '1'] = /^([A-Z])(\d+)$/.exec(address) ?? [];
  const [row, column] = [Number(digits), letters.charCodeAt(0) - 'A'.charCodeAt(0) + 1];
  const { values, texts } = await book.read(sheet, { top: row, left: column, bottom: row, right: column });
  return { value: values[0]?.[0], text: texts[0]?.[0] };
}

function same(found: unknown, due: unknown): undefined {
  const [is, should] = [JSON.stringify(found), JSON.stringify(due)];
  if (is !== should) throw new Error(`${is} instead of ${should}`);
  return undefined;
}

const entered = (name: string, entry: CellEntry, due: unknown): Check => ({
  name,
  run: async (bench) => {
    await bench.book.write({ sheet: bench.sheet, address: 'D1' }, entry);
    return same((await valueAt(bench, 'D1')).value, due);
  },
});

const read = (name: string, typed: string | number | boolean, due: unknown): Check => ({
  name,
  run: async (bench) => {
    await bench.set('C1', typed);
    return same((await valueAt(bench, 'C1')).value, due);
  },
});

async function heardAfter(bench: Bench, act: () => Promise<void>): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<true>();
  const forget = bench.book.onChange(() => resolve(true));
  try {
    await act();
    if (!(await Promise.race([promise, bench.late()]))) throw new Error('no event received');
    return undefined;
  } finally {
    forget();
  }
}

const BIG = { rows: 500, columns: 50 };

/** What the add-in relies on in Excel, one by one. */
export const checks: readonly Check[] = [
  {
    name: 'The sheet is listed as visible',
    run: async ({ book, sheet }) =>
      same(
        (await book.sheets()).find(({ name }) => name === sheet),
        { name: sheet, isHidden: false },
      ),
  },
  read('A number is read as a number', 12.5, 12.5),
  read('Text is read as text', 'North', 'North'),
  read('A Boolean is read as a Boolean', true, true),
  read('The result of a formula is read', '=1+1', 2),
  read('An error is read as an error', '=1/0', { error: '#DIV/0!' }),
  {
    name: 'The text of a cell is what Excel shows',
    run: async (bench) => {
      await bench.set('C2', 1240.5);
      await bench.format('C2', '0.00');
      const { text = '' } = await valueAt(bench, 'C2');
      if (!/^1240[.,]50$/.test(text)) throw new Error(`${text} instead of 1240.50`);
      return text;
    },
  },
  ...['=1+1', '+1', '-1', '@SUM(1)'].map((text) =>
    entered(`A viewer's text ${text} stays text`, { kind: 'text', text }, text),
  ),
  entered("A viewer's text 007 stays text", { kind: 'text', text: '007' }, '007'),
  entered("A viewer's number is a number", { kind: 'number', number: 7.25 }, 7.25),
  entered("A viewer's Boolean is a Boolean", { kind: 'boolean', is: true }, true),
  entered("A viewer's empty entry empties the cell", { kind: 'empty' }, null),
  { name: 'A change is noticed', run: (bench) => heardAfter(bench, () => bench.set('A1', 1)) },
  {
    name: 'A recalculation is noticed, and its result is read',
    run: async (bench) => {
      await bench.set('B1', '=A1*2');
      await heardAfter(bench, () => bench.set('A1', 21));
      return same((await valueAt(bench, 'B1')).value, 42);
    },
  },
  {
    name: 'A number format changes the look of the sheet',
    run: async (bench) => {
      const before = await bench.book.look(bench.sheet);
      await bench.format('A1', '0.000');
      if ((await bench.book.look(bench.sheet)) === before) throw new Error('the look did not change');
      return undefined;
    },
  },
  {
    name: `${(BIG.rows * BIG.columns).toLocaleString('en-US')} cells are read in parts`,
    run: async (bench) => {
      await bench.fill(BIG.rows, BIG.columns);
      const area = await bench.book.usedRange(bench.sheet);
      if (!area || area.bottom < BIG.rows || area.right < BIG.columns) throw new Error('the used range is too small');
      let parts = 0;
      for (const part of partsOf(area, limits.liveBook.read)) {
        await bench.book.read(bench.sheet, part);
        parts++;
      }
      return `${parts} parts to ${cellName(area.bottom, area.right)}`;
    },
  },
  {
    name: 'The workbook is copied as a file',
    run: async ({ book }) => {
      const bytes = await book.copy();
      if (bytes[0] !== 'P'.charCodeAt(0) || bytes[1] !== 'K'.charCodeAt(0)) throw new Error('it is not a workbook');
      return `${bytes.length.toLocaleString('en-US')} bytes`;
    },
  },
];

export interface CheckResult {
  readonly name: string;
  readonly isGood: boolean;
  /** What was found; '' for nothing. */
  readonly note: string;
}

/** Every check in its turn; one that fails stops none of the others. */
export async function runChecks(bench: Bench, tell: (result: CheckResult) => void): Promise<void> {
  for (const { name, run } of checks) {
    try {
      tell({ name, isGood: true, note: (await run(bench)) ?? '' });
    } catch (fault) {
      tell({ name, isGood: false, note: fault instanceof Error ? fault.message : String(fault) });
    }
  }
}

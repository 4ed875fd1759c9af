import { limits } from '@sheetwire/contract/limits';
import { Budget } from '../budget.ts';
import type { ReadLimits } from '../read-limits.ts';

/** What one workbook may cost while it is read, all its parts together (safety 3). */
export interface ReadBudget {
  readonly unpacked: Budget;
  readonly rows: Budget;
  readonly cells: Budget;
  readonly merges: Budget;
  readonly links: Budget;
  readonly names: Budget;
  readonly relations: Budget;
  readonly tables: Budget;
  readonly runs: Budget;
  /** Characters. */
  readonly texts: Budget;
  /** Bytes, about. */
  readonly memory: Budget;
}

/** About what one of each takes in memory, without its texts. */
export const bytesOf = {
  row: 112,
  cell: 72,
  text: 64,
  formula: 120,
  run: 200,
  merge: 64,
  link: 160,
  name: 120,
  relation: 160,
  style: 240,
  node: 160,
  attribute: 40,
  point: 120,
};
const bytesOfCharacter = 2;

/** The budget of a workbook of which nothing was read yet. */
export function readBudget(caps: ReadLimits): ReadBudget {
  const { workbook } = limits;
  const cells = caps.cells ?? workbook.cells;
  const merges = caps.merges ?? workbook.merges;
  return {
    unpacked: new Budget(caps.unpackedBytes ?? workbook.unpacked, unpackedTooLarge),
    rows: new Budget(
      workbook.rows,
      `The workbook has more than ${counted(workbook.rows)} rows: delete the empty ones below its content and save it again.`,
    ),
    cells: new Budget(cells, `The workbook has more than ${counted(cells)} cells: publish a smaller workbook.`),
    merges: new Budget(
      merges,
      `The workbook has more than ${counted(merges)} merged areas: publish a smaller workbook.`,
    ),
    links: new Budget(workbook.links, 'The workbook has too many links: publish a smaller workbook.'),
    names: new Budget(workbook.names, 'The workbook has too many names: remove unused ones.'),
    relations: new Budget(
      workbook.relations,
      'The workbook refers to too many parts: save it again in a spreadsheet program, or publish a smaller workbook.',
    ),
    tables: new Budget(
      workbook.tables,
      `The workbook has more than ${counted(workbook.tables)} tables: publish a smaller workbook.`,
    ),
    runs: new Budget(
      workbook.runs,
      'The text in the workbook changes font too often: clear the formatting within cells and save it again.',
    ),
    texts: new Budget(workbook.texts, 'The workbook has too much text to publish: publish a smaller workbook.'),
    memory: new Budget(workbook.memory, memoryTooLarge),
  };
}

/** Takes so many bytes and a text into account. */
export function spendMemory(budget: ReadBudget, bytes: number, text = ''): void {
  budget.memory.spend(bytes + bytesOfCharacter * text.length);
}

/** A number as a sentence says it. */
export function counted(number: number): string {
  return number.toLocaleString('en-US');
}

export const unpackedTooLarge =
  'The workbook is too large when unzipped: publish a smaller workbook, or remove unused sheets.';
export const memoryTooLarge = 'The workbook needs too much memory to read: publish a smaller workbook.';

import { columnNumber } from '../address.ts';
import type { CellValue } from '../model.ts';

/** What a rule compares with: a value, or the value of a cell that may move along with the cell that is judged. */
export type Operand =
  | { readonly kind: 'value'; readonly value: CellValue }
  | { readonly kind: 'cell'; readonly row: Step; readonly column: Step };

interface Step {
  readonly at: number;
  readonly isFixed: boolean;
}

const CELL = /^(\$?)([A-Z]{1,3})(\$?)(\d{1,7})$/i;

/** A formula that is a plain value or a cell of the same sheet; undefined where it is more than that. */
export function operandOf(formula: string): Operand | undefined {
  const text = formula.trim();
  const value = literalOf(text);
  if (value !== undefined) return { kind: 'value', value };
  const [, fixedColumn, letters = '', fixedRow, digits = ''] = CELL.exec(text) ?? [];
  const column = columnNumber(letters);
  if (column === undefined) return undefined;
  return {
    kind: 'cell',
    row: { at: Number(digits), isFixed: fixedRow === '$' },
    column: { at: column, isFixed: fixedColumn === '$' },
  };
}

function literalOf(text: string): CellValue | undefined {
  if (/^"(?:[^"]|"")*"$/.test(text)) return text.slice(1, -1).replaceAll('""', '"');
  if (/^(?:TRUE|FALSE)$/i.test(text)) return text.toUpperCase() === 'TRUE';
  const [, number, percent] = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:E[-+]?\d+)?)(%?)$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  return percent === '%' ? Number(number) / 100 : Number(number);
}

/** Where a moving reference points for a cell that lies so far from the rule's first. */
export function placeOf(
  { row, column }: Extract<Operand, { kind: 'cell' }>,
  away: { readonly rows: number; readonly columns: number },
): { readonly row: number; readonly column: number } {
  return {
    row: row.isFixed ? row.at : row.at + away.rows,
    column: column.isFixed ? column.at : column.at + away.columns,
  };
}

import { parseRange } from '../../address.ts';
import type { Cell, CellFormula, CellRange } from '../../model.ts';
import { type Attributes, whole } from '../../read/xml.ts';
import { mayLink, plainLink } from './link-formulas.ts';

interface FormulaAt {
  readonly row: number;
  readonly column: number;
}

interface Master extends FormulaAt {
  readonly text: string;
}

/** What is told of the formula of a cell. */
export interface FormulaOfCell {
  readonly formula: CellFormula | undefined;
  /** Where it leads: a target, or a formula that is to be evaluated for one. */
  readonly link: string | CellFormula | undefined;
  readonly isUncalculated: boolean;
  readonly isTotal: boolean;
  /** The cells that it fills, where it is a dynamic array. */
  readonly spill?: CellRange | undefined;
}

const here = { rows: 0, columns: 0 };

/** The formulas of a sheet that cells share: written once, and moved with each cell (ECMA-376 part 1, 18.3.1.40). */
export class SharedFormulas {
  readonly #masters = new Map<number, Master>();

  /** The formula of a cell; undefined where it has none that can be evaluated. */
  formulaOf({ t, si, ref }: Attributes, text: string, { row, column }: FormulaAt): CellFormula | undefined {
    const filled = () => parseRange(ref ?? '') ?? { top: row, left: column, bottom: row, right: column };
    // The results of a what-if table are as old as others, though no function gives them.
    if (t === 'dataTable') return { text: 'TABLE()', away: here, fills: filled() };
    if (t === 'shared') {
      const number = whole(si) ?? 0;
      if (text !== '') this.#masters.set(number, { text, row, column });
      const master = this.#masters.get(number);
      return master && { text: master.text, away: { rows: row - master.row, columns: column - master.column } };
    }
    if (text === '') return undefined;
    return { text, away: here, ...(t === 'array' && { fills: filled() }) };
  }
}

/** Where a formula leads; undefined for one that leads nowhere. */
export function linkIn(formula: CellFormula): string | CellFormula | undefined {
  return plainLink(formula.text) ?? (mayLink(formula.text) ? formula : undefined);
}

/** What a cell says of where its formula leads. */
export function linkMarks(link: string | CellFormula | undefined): Pick<Cell, 'link' | 'linkFormula'> {
  if (link === undefined) return {};
  return typeof link === 'string' ? { link } : { linkFormula: link };
}

/** What a cell says of its formula. */
export function formulaMarks({ formula, link, isUncalculated, isTotal, spill }: FormulaOfCell): Partial<Cell> {
  return {
    hasFormula: true,
    ...linkMarks(link),
    ...(isUncalculated && { isUncalculated }),
    ...(formula && { formula }),
    ...(isTotal && { isTotal }),
    ...(spill && { spill }),
  };
}

import { isFormula } from '@sheetwire/rules/csv';

/** Texts that a spreadsheet would turn into numbers, dates or formulas. */
const CONVERTED = /^\s*(?:[=+\-@(.'$€£¥]\s*)?[\d=+\-@]|^(?:true|false)$/i;

/** Whether a spreadsheet is told to take a copied cell as text: of a numeric one, whose publisher calls it so, a formula. */
export function isToldAsText(text: string, isNumeric: boolean): boolean {
  return isNumeric ? isFormula(text) : CONVERTED.test(text) || isFormula(text);
}

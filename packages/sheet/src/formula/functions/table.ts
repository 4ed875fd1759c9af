import type { FunctionSpec, FunctionTable } from '../function-spec.ts';
import { arrayFunctions } from './arrays/arrays.ts';
import { sortingFunctions } from './arrays/sorting.ts';
import { textPartFunctions } from './arrays/text-parts.ts';
import { conditionalFunctions } from './conditional.ts';
import { dateFunctions } from './date.ts';
import { cashFlowFunctions } from './finance/cash-flows.ts';
import { depreciationFunctions } from './finance/depreciation.ts';
import { loanFunctions } from './finance/loans.ts';
import { informationFunctions } from './information.ts';
import { logicFunctions } from './logic.ts';
import { lookupFunctions } from './lookup.ts';
import { mathFunctions } from './math.ts';
import { normalFunctions } from './numbers/normal.ts';
import { radixFunctions } from './numbers/radix.ts';
import { regressionFunctions } from './numbers/regression.ts';
import { rankFunctions } from './ranks.ts';
import { referenceFunctions } from './reference.ts';
import { roundingFunctions } from './rounding.ts';
import { statisticFunctions } from './statistics.ts';
import { subtotalFunctions } from './subtotal.ts';
import { textFunctions } from './text.ts';
import { textValueFunctions } from './text-values.ts';
import { workDayFunctions } from './work-days.ts';

const tables: readonly FunctionTable[] = [
  logicFunctions,
  informationFunctions,
  textFunctions,
  textValueFunctions,
  dateFunctions,
  workDayFunctions,
  lookupFunctions,
  referenceFunctions,
  mathFunctions,
  roundingFunctions,
  statisticFunctions,
  rankFunctions,
  conditionalFunctions,
  subtotalFunctions,
  arrayFunctions,
  sortingFunctions,
  textPartFunctions,
  loanFunctions,
  depreciationFunctions,
  cashFlowFunctions,
  regressionFunctions,
  normalFunctions,
  radixFunctions,
];
const functions = new Map<string, FunctionSpec>(tables.flatMap((table) => Object.entries(table)));

/** A function by its name in upper case; undefined for one that is not evaluated (fidelity 3). */
export function functionNamed(name: string): FunctionSpec | undefined {
  return functions.get(name);
}

import { columnName } from '../../address.ts';
import { onlyCell } from '../areas.ts';
import type { Env } from '../env.ts';
import { NotEvaluated } from '../faults.ts';
import { eager, type FunctionTable, num, str } from '../function-spec.ts';
import { errors, isArea, isError, isGrid, type Value } from '../values/value.ts';

const is = (test: (value: Value) => boolean) => eager('e', 1, ([value]) => test(value));

function isEven(value: Value): boolean {
  return Math.abs(Math.trunc(num(value))) % 2 === 0;
}

const codes: readonly string[] = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#GETTING_DATA'];

function typeOf(value: Value): number {
  if (isGrid(value) || (isArea(value) && !onlyCell(value))) return 64;
  if (typeof value === 'string') return 2;
  if (typeof value === 'boolean') return 4;
  return isError(value) ? 16 : 1;
}

function isFormula([value]: readonly Value[]): Value {
  const [part] = isArea(value) ? value.parts : [];
  if (!part) return errors.value;
  const row = part.sheet.rowAt(part.top);
  return row?.cells.some(({ column, hasFormula }) => column === part.left && hasFormula === true) ?? false;
}

/** Facts of a cell; the width and the look of it are not told (18.17.7.48). */
function cellFact([kind, of]: readonly Value[], env: Env): Value {
  const area = isArea(of) ? of : undefined;
  const part = area?.parts[0] ?? { sheet: env.sheet, top: env.row, left: env.column };
  const fact = str(kind).toLowerCase();
  if (fact === 'row') return part.top;
  if (fact === 'col') return part.left;
  if (fact === 'address') return `$${columnName(part.left)}$${part.top}`;
  const value = part.sheet.at(part.top, part.left);
  if (fact === 'contents') return value ?? 0;
  if (fact !== 'type') throw new NotEvaluated(`The function CELL("${showFact(fact)}") is not evaluated.`);
  if (value === undefined) return 'b';
  return typeof value === 'string' ? 'l' : 'v';
}

function showFact(fact: string): string {
  return fact.replace(/[^a-z]/g, '').slice(0, 20);
}

/** What a value is. */
export const informationFunctions: FunctionTable = {
  ISBLANK: is((value) => value === undefined),
  ISERROR: is(isError),
  ISERR: is((value) => isError(value) && value.error !== '#N/A'),
  ISNA: is((value) => isError(value) && value.error === '#N/A'),
  ISNUMBER: is((value) => typeof value === 'number'),
  ISTEXT: is((value) => typeof value === 'string'),
  ISNONTEXT: is((value) => typeof value !== 'string'),
  ISLOGICAL: is((value) => typeof value === 'boolean'),
  ISEVEN: eager('n', 1, ([value]) => isEven(value)),
  ISODD: eager('n', 1, ([value]) => !isEven(value)),
  ISREF: eager('r', 1, ([value]) => isArea(value)),
  ISFORMULA: eager('r', 1, isFormula),
  N: eager('v', 1, ([value]) => (typeof value === 'number' ? value : Number(value === true))),
  T: eager('v', 1, ([value]) => (typeof value === 'string' ? value : '')),
  NA: eager('', 0, () => errors.missing),
  TYPE: eager('r', 1, ([value]) => typeOf(soleValue(value))),
  'ERROR.TYPE': eager('e', 1, ([value]) => {
    const at = isError(value) ? codes.indexOf(value.error) : -1;
    return at < 0 ? errors.missing : at + 1;
  }),
  CELL: eager('sr', 1, cellFact, { isPlaced: true }),
};

function soleValue(value: Value): Value {
  const cell = isArea(value) ? onlyCell(value) : undefined;
  return cell ? cell.sheet.at(cell.top, cell.left) : value;
}

import type { CellError } from '../../model.ts';
import { plainOf } from '../areas.ts';
import type { Env } from '../env.ts';
import { eager, type FunctionTable, open } from '../function-spec.ts';
import type { Node } from '../node.ts';
import { lifted } from '../operators.ts';
import { compared, toLogical, toNumber } from '../values/coerce.ts';
import { errors, type Grid, isArea, isError, isGrid, type Scalar, type Value } from '../values/value.ts';
import { scalars } from './arguments.ts';

type Args = readonly (Node | undefined)[];

const many = 255;

function argument(arg: Node | undefined, env: Env): Value {
  return arg && env.evaluate(arg, env);
}

/** What an array chooses from: ranges as they are, while operators take the cell in the formula's row, as elsewhere. */
function option(arg: Node | undefined, env: Env): Scalar | Grid {
  return plainOf(argument(arg, env), { ...env, isArray: true });
}

/** One of two, by a condition; by each of an array of conditions where it is one. */
function choose(args: Args, env: Env): Value {
  const [test, yes, no] = args;
  const condition = plainOf(argument(test, env), env);
  if (!isGrid(condition)) {
    const holds = toLogical(condition);
    if (isError(holds)) return holds;
    if (holds) return argument(yes, env);
    return args.length > 2 ? argument(no, env) : false;
  }
  const both = [condition, option(yes, env), args.length > 2 ? option(no, env) : false];
  return lifted(both, env, ([holds, a, b]) => {
    const is = toLogical(holds);
    return isError(is) ? is : is ? a : b;
  });
}

/** The value, unless it is one of the errors: then something else. */
function instead(isCaught: (value: Scalar) => boolean): (args: Args, env: Env) => Value {
  return ([arg, other], env) => {
    const value = argument(arg, env);
    const plain = plainOf(value, env);
    if (!isGrid(plain)) return isCaught(plain) ? argument(other, env) : isArea(value) ? plain : value;
    const rest = plainOf(argument(other, env), env);
    return lifted([plain, rest], env, ([one, two]) => (isCaught(one) ? two : one));
  };
}

function firstThatHolds(args: Args, env: Env): Value {
  for (let at = 0; at + 1 < args.length; at += 2) {
    const condition = plainOf(argument(args[at], env), env);
    const holds = toLogical(isGrid(condition) ? condition.values[0] : condition);
    if (isError(holds)) return holds;
    if (holds) return argument(args[at + 1], env);
  }
  return errors.missing;
}

function switched([subject, ...rest]: Args, env: Env): Value {
  const sought = single(argument(subject, env), env);
  if (isError(sought)) return sought;
  const pairs = Math.floor(rest.length / 2);
  for (let at = 0; at < pairs; at++) {
    const value = single(argument(rest[2 * at], env), env);
    if (isError(value)) return value;
    if (isSameKind(sought, value) && compared(sought, value) === 0) return argument(rest[2 * at + 1], env);
  }
  return rest.length % 2 === 1 ? argument(rest.at(-1), env) : errors.missing;
}

function isSameKind(a: Scalar, b: Scalar): boolean {
  return a === undefined || b === undefined || typeof a === typeof b;
}

function single(value: Value, env: Env): Scalar {
  const plain = plainOf(value, env);
  return isGrid(plain) ? plain.values[0] : plain;
}

function chosen([index, ...rest]: Args, env: Env): Value {
  const plain = plainOf(argument(index, env), env);
  if (isGrid(plain)) {
    const options = rest.map((arg) => option(arg, env));
    return lifted([plain, ...options], env, ([n, ...found]) =>
      typeof n === 'number' ? found[Math.trunc(n) - 1] : errors.value,
    );
  }
  const number = toNumber(plain, env.book.has1904Dates);
  if (typeof number !== 'number') return number;
  const at = Math.trunc(number);
  return at >= 1 && at <= rest.length ? argument(rest[at - 1], env) : errors.value;
}

/** The truth values of arguments; within areas texts and empty cells are passed over. */
function truths(args: readonly Value[], env: Env): readonly boolean[] | CellError {
  const found: boolean[] = [];
  let fault: CellError | undefined;
  scalars(args, env, (value, isFromArea) => {
    if (isError(value)) fault ??= value;
    else if (typeof value === 'boolean') found.push(value);
    else if (typeof value === 'number') found.push(value !== 0);
    else if (!isFromArea && typeof value === 'string') {
      const is = toLogical(value);
      if (isError(is)) fault ??= is;
      else found.push(is);
    } else if (!isFromArea) found.push(false);
  });
  if (fault !== undefined) return fault;
  return found.length === 0 ? errors.value : found;
}

function joined(join: (found: readonly boolean[]) => boolean): (args: readonly Value[], env: Env) => Value {
  return (args, env) => {
    const found = truths(args, env);
    return 'error' in found ? found : join(found);
  };
}

/** Logic: what is chosen, and what holds. */
export const logicFunctions: FunctionTable = {
  IF: { least: 1, most: 3, choose },
  IFS: { least: 2, most: many, choose: firstThatHolds },
  IFERROR: { least: 1, most: 2, choose: instead(isError) },
  IFNA: { least: 1, most: 2, choose: instead((value) => isError(value) && value.error === '#N/A') },
  SWITCH: { least: 3, most: many, choose: switched },
  CHOOSE: { least: 2, most: many, choose: chosen },
  AND: open(
    'r',
    1,
    joined((found) => found.every(Boolean)),
  ),
  OR: open(
    'r',
    1,
    joined((found) => found.some(Boolean)),
  ),
  XOR: open(
    'r',
    1,
    joined((found) => found.filter(Boolean).length % 2 === 1),
  ),
  NOT: eager('b', 1, ([value]) => value !== true),
  TRUE: eager('', 0, () => true),
  FALSE: eager('', 0, () => false),
};

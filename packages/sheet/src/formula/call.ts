import { keyOf, plainOf } from './areas.ts';
import type { Env } from './env.ts';
import { NotEvaluated, notEvaluated } from './faults.ts';
import type { EagerFunction, ParamKind } from './function-spec.ts';
import type { CallNode, Node } from './node.ts';
import { lifted } from './operators.ts';
import { toLogical, toNumber, toText } from './values/coerce.ts';
import { type Area, errors, type Grid, isArea, isError, isGrid, type Scalar, type Value } from './values/value.ts';

/** What a function gives for its arguments; what does not depend on the place is kept where that is of use. */
export function called(node: CallNode, env: Env): Value {
  if (env.isKept && node.held?.sheet === env.sheet) return node.held.value;
  const value = fresh(node, env);
  if (node.isFixed && env.isKept) node.held = { sheet: env.sheet, value };
  return value;
}

function fresh({ name, spec, args }: CallNode, env: Env): Value {
  if (!spec) throw new NotEvaluated(notEvaluated([name]));
  if ('choose' in spec) return spec.choose(args, env);
  const values = args.map((arg, at) => {
    const kind = kindAt(spec, at);
    const value = argument(arg, kind, env);
    return isSingle(kind) && value !== leftOut ? plainOf(value, env) : value;
  });
  const key = spec.isKept ? keptKey(name, values) : undefined;
  return key === undefined ? applied(spec, values, env) : env.book.kept(key, () => applied(spec, values, env));
}

/** The key of a call whose result is kept: its areas by name, so that each is looked through once. */
function keptKey(name: string, values: readonly Value[]): string | undefined {
  let key = name;
  for (const value of values) {
    if (isGrid(value)) return undefined;
    key += isArea(value) ? `|${keyOf(value)}` : `|${typeof value}${isError(value) ? value.error : String(value)}`;
  }
  return key.length > longestKey ? undefined : key;
}

const longestKey = 500;
/** Characters from where on a text is work. */
const longText = 64;

const kindsByLetter: Readonly<Record<string, ParamKind>> = {
  n: 'n',
  s: 's',
  b: 'b',
  v: 'v',
  e: 'e',
  r: 'r',
  a: 'a',
  d: 'd',
  t: 't',
};

function kindAt({ kinds, repeats }: EagerFunction, at: number): ParamKind {
  const beyond = at - kinds.length;
  const place = beyond < 0 || repeats === 0 ? at : kinds.length - repeats + (beyond % repeats);
  return kindsByLetter[kinds[place] ?? 'v'] ?? 'v';
}

function argument(arg: Node | undefined, kind: ParamKind, env: Env): Value {
  if (!arg) return kind === 'r' || kind === 'a' ? undefined : emptyOf(kind);
  if (kind === 'a') return env.evaluate(arg, env.isArray ? env : { ...env, isArray: true });
  return env.evaluate(arg, env);
}

/** Stands for an argument that is there and empty, where that is the same as none. */
const leftOut: Area = { parts: [] };

/** An argument that is there and empty. */
function emptyOf(kind: ParamKind): Value {
  if (kind === 'd' || kind === 't') return leftOut;
  if (kind === 'n') return 0;
  if (kind === 's') return '';
  return kind === 'b' ? false : undefined;
}

function applied(spec: EagerFunction, values: readonly Value[], env: Env): Value {
  const places = values.flatMap((value, at) => (isGrid(value) && isSingle(kindAt(spec, at)) ? [at] : []));
  if (places.length === 0) return coerced(spec, values, env);
  const grids = values.filter((value, at): value is Grid => isGrid(value) && isSingle(kindAt(spec, at)));
  return lifted(grids, env, (found) => {
    const args = [...values];
    for (const [n, at] of places.entries()) args[at] = found[n];
    const single = plainOf(coerced(spec, args, env), env);
    return isGrid(single) ? single.values[0] : single;
  });
}

function isSingle(kind: ParamKind): boolean {
  return kind !== 'r' && kind !== 'a';
}

/** Calls with single values as their kinds want them; the first that is none of the kind is the result. */
function coerced(spec: EagerFunction, values: readonly Value[], env: Env): Value {
  const args: Value[] = [];
  for (const [at, value] of values.entries()) {
    const kind = kindAt(spec, at);
    if (!isSingle(kind)) args.push(value);
    else if (value === leftOut) args.push(undefined);
    else {
      const made = isArea(value) || isGrid(value) ? errors.value : asKind(value, kind, env);
      if (kind !== 'e' && isError(made)) return made;
      args.push(made);
    }
  }
  return spec.call(args, env);
}

function asKind(value: Scalar, kind: ParamKind, { book }: Env): Scalar {
  switch (kind) {
    case 'n':
    case 'd':
      return toNumber(value, book.has1904Dates);
    case 's': {
      const text = toText(value);
      if (typeof text === 'string' && text.length > longText) book.spendCells(text.length);
      return text;
    }
    case 'b':
    case 't':
      return toLogical(value);
    default:
      return value;
  }
}

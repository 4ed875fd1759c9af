import type { Env } from './env.ts';
import type { Node } from './node.ts';
import type { Value } from './values/value.ts';

/**
 * What a function takes: `n` a number, `s` a text, `b` a truth value, `v` any single value, `e` any single value and
 * errors too, `r` whatever stands there, `a` the same, its operators over each cell of an area. `d` and `t` are a number
 * and a truth value that count as left out where nothing stands between the commas; elsewhere that is 0 or false.
 */
export type ParamKind = 'n' | 's' | 'b' | 'v' | 'e' | 'r' | 'a' | 'd' | 't';

export interface EagerFunction {
  readonly least: number;
  readonly most: number;
  /** One letter for each argument. */
  readonly kinds: string;
  /** The last so many kinds are those of all further arguments too. */
  readonly repeats: number;
  readonly call: (args: readonly Value[], env: Env) => Value;
  /** What it gives depends on where the formula stands, or on more than its arguments. */
  readonly isPlaced?: boolean;
  /** What it gives for the same cells is kept. */
  readonly isKept?: boolean;
}

/** A function that chooses which of its arguments are evaluated. */
export interface LazyFunction {
  readonly least: number;
  readonly most: number;
  readonly choose: (args: readonly (Node | undefined)[], env: Env) => Value;
}

export type FunctionSpec = EagerFunction | LazyFunction;

export type FunctionTable = Readonly<Record<string, FunctionSpec>>;

type Call = EagerFunction['call'];

/** A function of so many arguments of these kinds; the last kinds may repeat. */
export function eager(kinds: string, least: number, call: Call, more: Partial<EagerFunction> = {}): EagerFunction {
  return { kinds, least, most: kinds.length, repeats: 0, call, ...more };
}

const mostArguments = 255;

/** A function whose last kinds repeat as often as there are arguments. */
export function open(kinds: string, least: number, call: Call, more: Partial<EagerFunction> = {}): EagerFunction {
  return { kinds, least, most: mostArguments, repeats: 1, call, ...more };
}

/** The number that an argument of kind `n` is. */
export function num(value: Value): number {
  return typeof value === 'number' ? value : 0;
}

/** The text that an argument of kind `s` is. */
export function str(value: Value): string {
  return typeof value === 'string' ? value : '';
}

/** An argument of kind `n` or `d` that may be left out. */
export function numOr(value: Value, usual: number): number {
  return typeof value === 'number' ? value : usual;
}

import type { CellError } from '../../../model.ts';
import type { Env } from '../../env.ts';
import { eager, type FunctionTable, str } from '../../function-spec.ts';
import { toText } from '../../values/coerce.ts';
import { errors, isError, type Scalar, type Value } from '../../values/value.ts';
import { faultIn, gridIn, gridOfRows, wholeIn } from './array-arguments.ts';

/** Where a text is cut, and how long what it is cut at is. */
interface Cut {
  readonly at: number;
  readonly length: number;
}

/** The texts that a text is cut at. */
function delimitersIn(of: Value, env: Env): readonly string[] | CellError {
  const texts: string[] = [];
  for (const value of gridIn(of, env).values) {
    const text = toText(value);
    if (typeof text !== 'string') return text;
    texts.push(text);
  }
  return texts;
}

/** A delimiter, and where it is found next; below 0 where it is not. */
interface Sought {
  readonly text: string;
  at: number;
}

/** The places of delimiters from left to right; of several at one place the longest counts. */
function cutsOf(text: string, delimiters: readonly string[], ignoresCase: boolean, env: Env): Cut[] {
  const lower = text.toLowerCase();
  // Case may change the length of a text: then no place of the one is a place of the other.
  const isLower = ignoresCase && lower.length === text.length;
  const within = isLower ? lower : text;
  const given = delimiters.map((one) => (isLower ? one.toLowerCase() : one)).filter((one) => one !== '');
  env.book.spend(1 + text.length * given.length);
  const sought = given.map((one): Sought => ({ text: one, at: within.indexOf(one) }));
  const cuts: Cut[] = [];
  for (let cut = nextCut(within, sought, 0); cut; cut = nextCut(within, sought, cut.at + cut.length)) cuts.push(cut);
  return cuts;
}

function nextCut(within: string, sought: readonly Sought[], from: number): Cut | undefined {
  let best: Cut | undefined;
  for (const one of sought) {
    if (one.at >= 0 && one.at < from) one.at = within.indexOf(one.text, from);
    if (one.at >= 0 && isBefore(one, best)) best = { at: one.at, length: one.text.length };
  }
  return best;
}

function isBefore({ at, text }: Sought, best: Cut | undefined): boolean {
  return !best || at < best.at || (at === best.at && text.length > best.length);
}

/** What of a text is asked for. */
interface Asked {
  /** Which cut, from the end where it is below 0. */
  readonly which: number;
  readonly ignoresCase: boolean;
  /** The end of the text is a cut too. */
  readonly endCounts: boolean;
}

function askedOf([which, mode, atEnd]: readonly Value[], env: Env): Asked | CellError {
  const numbers = [wholeIn(which, env) ?? 1, wholeIn(mode, env) ?? 0, wholeIn(atEnd, env) ?? 0];
  const fault = faultIn(numbers);
  return fault ?? { which: Number(numbers[0]), ignoresCase: numbers[1] === 1, endCounts: numbers[2] === 1 };
}

/** A text with what it is cut at. */
interface Whole extends Asked {
  readonly text: string;
  readonly delimiters: readonly string[];
}

function wholeOf([text, delimiter, ...asked]: readonly Value[], env: Env): Whole | CellError {
  const delimiters = delimitersIn(delimiter, env);
  if ('error' in delimiters) return delimiters;
  const found = askedOf(asked, env);
  if ('error' in found) return found;
  const whole = str(text);
  const isOutside = found.which === 0 || Math.abs(found.which) > Math.max(1, whole.length);
  return isOutside ? errors.value : { ...found, text: whole, delimiters };
}

/** What stands before or behind the cut that is asked for; `other` where there is none. */
function part(side: 'before' | 'after') {
  return (args: readonly Value[], env: Env): Value => {
    const whole = wholeOf(args, env);
    if ('error' in whole) return whole;
    const { text, delimiters, which, ignoresCase } = whole;
    if (delimiters.includes('')) return (side === 'before') === which < 0 ? text : '';
    const cut = cutAt(text, cutsOf(text, delimiters, ignoresCase, env), whole);
    if (cut) return side === 'before' ? text.slice(0, cut.at) : text.slice(cut.at + cut.length);
    const other = args[5];
    return other === undefined ? errors.missing : gridIn(other, env).values[0];
  };
}

function cutAt(whole: string, cuts: readonly Cut[], { which, endCounts }: Asked): Cut | undefined {
  const isFromEnd = which < 0;
  const end = { at: isFromEnd ? 0 : whole.length, length: 0 };
  const all = !endCounts ? cuts : isFromEnd ? [end, ...cuts] : [...cuts, end];
  return all.at(isFromEnd ? which : which - 1);
}

function pieces(text: string, cuts: readonly Cut[], ignoresEmpty: boolean): string[] {
  let from = 0;
  const found: string[] = [];
  for (const { at, length } of [...cuts, { at: text.length, length: 0 }]) {
    if (at > from || !ignoresEmpty) found.push(text.slice(from, at));
    from = at + length;
  }
  return found;
}

/** A text in columns and rows, each cut at its own delimiters. */
function split([text, columns, rows, ignoresEmpty, mode, pad]: readonly Value[], env: Env): Value {
  const ways = [columns, rows].map((of) => (of === undefined ? [] : delimitersIn(of, env)));
  const [across = [], down = []] = ways;
  if ('error' in across) return across;
  if ('error' in down) return down;
  const ignoresCase = wholeIn(mode, env) ?? 0;
  if (isError(ignoresCase)) return ignoresCase;
  if ([...across, ...down].includes('') || across.length + down.length === 0) return errors.value;
  const skips = ignoresEmpty === true;
  const cut = (whole: string, at: readonly string[]) => pieces(whole, cutsOf(whole, at, ignoresCase === 1, env), skips);
  const found = cut(str(text), down).map((line) => cut(line, across));
  const width = Math.max(0, ...found.map((row) => row.length));
  env.book.spend(found.length * width);
  const fill: Scalar = pad === undefined ? errors.missing : gridIn(pad, env).values[0];
  return gridOfRows(
    found.map((row) => [...row, ...new Array<Scalar>(width - row.length).fill(fill)]),
    env,
  );
}

/** Texts cut at other texts. */
export const textPartFunctions: FunctionTable = {
  TEXTBEFORE: eager('saaaaa', 2, part('before')),
  TEXTAFTER: eager('saaaaa', 2, part('after')),
  TEXTSPLIT: eager('saabaa', 2, split),
};

import { type Key, keyOfValue, numberKey } from '../cells/column-index.ts';
import { compared, textOrder } from './coerce.ts';
import { numberOfText } from './text-number.ts';
import { isError, type Scalar } from './value.ts';
import { fits, hasWildcards, patternOf } from './wildcards.ts';

/** What COUNTIF and its kin look for (ECMA-376 part 1, 18.17.7.66). */
export interface Criterion {
  readonly test: (value: Scalar) => boolean;
  /** The keys of the values that it is true of, where these are all. */
  readonly keys: readonly Key[] | undefined;
  /** It is true of whatever these keys are not of. */
  readonly isNegated: boolean;
  /** What each letter of a text costs to look at. */
  readonly weight: number;
  /** Numbers on one side of a limit. */
  readonly order: { readonly operator: string; readonly limit: number } | undefined;
}

const OPERATOR = /^(<=|>=|<>|<|>|=)?([\s\S]*)$/;

/** The criterion of a value: a number, a text with an operator before it or with wildcards, an empty cell for 0. */
export function criterionOf(value: Scalar, has1904Dates: boolean): Criterion {
  if (value === undefined) return equalTo(0);
  if (typeof value !== 'string') return equalTo(value);
  const [, operator = '', rest = ''] = OPERATOR.exec(value) ?? [];
  const operand = operandOf(rest, has1904Dates);
  switch (operator) {
    case '':
      return rest === '' ? blank(true) : equalTo(operand);
    case '=':
      return rest === '' ? blank(false) : equalTo(operand);
    case '<>':
      return rest === '' ? negated(blank(false)) : negated(equalTo(operand));
    default:
      return ordered(operator, operand);
  }
}

function operandOf(text: string, has1904Dates: boolean): Scalar {
  const word = text.toUpperCase();
  if (word === 'TRUE' || word === 'FALSE') return word === 'TRUE';
  if (/^#(?:N\/A|[A-Z0-9/]+[!?])$/.test(word)) return { error: word };
  return numberOfText(text, has1904Dates) ?? text;
}

function blank(withEmptyTexts: boolean): Criterion {
  return {
    test: (value) => value === undefined || (withEmptyTexts && value === ''),
    keys: undefined,
    isNegated: false,
    weight: 1,
    order: undefined,
  };
}

function negated({ test, keys, weight }: Criterion): Criterion {
  return { test: (value) => !test(value), keys, isNegated: true, weight, order: undefined };
}

function equalTo(sought: Scalar): Criterion {
  const plain = { isNegated: false, weight: 1, order: undefined };
  if (typeof sought === 'number') {
    const test = (value: Scalar) =>
      value === sought || (typeof value === 'string' && value !== '' && numberOfText(value, false) === sought);
    return { ...plain, test, keys: [sought, numberKey(sought)] };
  }
  if (typeof sought === 'string' && hasWildcards(sought)) {
    const pattern = patternOf(sought);
    const weight = pattern.letters.length;
    return { ...plain, weight, test: (value) => typeof value === 'string' && fits(value, pattern), keys: undefined };
  }
  const key = keyOfValue(sought);
  return { ...plain, test: (value) => keyOfValue(value) === key, keys: key === undefined ? [] : [key] };
}

function ordered(operator: string, limit: Scalar): Criterion {
  const test = (value: Scalar) => {
    if (isError(value) || typeof value !== typeof limit) return false;
    const order =
      typeof value === 'string' && typeof limit === 'string' ? textOrder(value, limit) : compared(value, limit);
    return isMet(operator, order);
  };
  const order = typeof limit === 'number' ? { operator, limit } : undefined;
  return { test, keys: undefined, isNegated: false, weight: 1, order };
}

function isMet(operator: string, order: number): boolean {
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

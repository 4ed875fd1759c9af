import { intersection } from '../address.ts';
import { type Area, type AreaPart, errors, isArea, isError, type Value } from './values/value.ts';

const mostParts = 4096;

/** The reference operators: the rectangle around two, their union, what they share. */
export function joined(operator: string, left: Value, right: Value): Value {
  if (isError(left)) return left;
  if (isError(right)) return right;
  if (!isArea(left) || !isArea(right)) return errors.value;
  if (operator === ',') return union(left, right);
  return operator === ':' ? around(left, right) : shared(left, right);
}

function union({ parts }: Area, other: Area): Value {
  return parts.length + other.parts.length > mostParts ? errors.value : { parts: [...parts, ...other.parts] };
}

function around(left: Area, right: Area): Value {
  const parts = [...left.parts, ...right.parts];
  const [first] = parts;
  if (!first || parts.some(({ sheet }) => sheet !== first.sheet)) return errors.value;
  const whole: AreaPart = {
    sheet: first.sheet,
    top: parts.reduce((least, { top }) => Math.min(least, top), first.top),
    left: parts.reduce((least, part) => Math.min(least, part.left), first.left),
    bottom: parts.reduce((most, { bottom }) => Math.max(most, bottom), first.bottom),
    right: parts.reduce((most, part) => Math.max(most, part.right), first.right),
  };
  return { parts: [whole] };
}

function shared(left: Area, right: Area): Value {
  const [a] = left.parts;
  const [b] = right.parts;
  if (!a || !b || left.parts.length > 1 || right.parts.length > 1) return errors.value;
  const range = a.sheet === b.sheet ? intersection(a, b) : undefined;
  return range ? { parts: [{ sheet: a.sheet, ...range }] } : errors.null;
}

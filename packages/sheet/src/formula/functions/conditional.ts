import type { CellError } from '../../model.ts';
import { clipped, countIn, eachIn, keyOf } from '../areas.ts';
import { type ColumnIndex, indexOf, type Key } from '../cells/column-index.ts';
import { placeFrom } from '../cells/grid-column.ts';
import type { Env } from '../env.ts';
import { eager, type FunctionTable, open } from '../function-spec.ts';
import { type Criterion, criterionOf } from '../values/criteria.ts';
import {
  type Area,
  type AreaPart,
  errors,
  isArea,
  isError,
  isGrid,
  type Scalar,
  sizeOf,
  type Value,
} from '../values/value.ts';
import { statistics } from './statistics.ts';

/** How many cells of an area meet a criterion; a column is looked through once for all that is asked of it. */
function countIf([of, sought]: readonly Value[], env: Env): Value {
  if (!isArea(of) || isArea(sought) || isGrid(sought)) return errors.value;
  const criterion = criterionOf(sought, env.book.has1904Dates);
  return countByIndex(of, criterion, env) ?? countByOrder(of, criterion, env) ?? countByTest(of, criterion, env);
}

/** The indexes of the columns of an area that have values; undefined where one of them cannot have one. */
function indexesOf(part: AreaPart, { book }: Env): ColumnIndex[] | undefined {
  const { sheet, left } = part;
  const found: ColumnIndex[] = [];
  for (let column = left; column <= Math.min(part.right, sheet.lastColumn); column++) {
    const index = indexOf(sheet.column(column), (cells) => book.spendCells(cells));
    if (!index) return undefined;
    found.push(index);
  }
  book.spend(found.length);
  return found;
}

function countByIndex(of: Area, { keys, isNegated }: Criterion, env: Env): number | undefined {
  if (!keys) return undefined;
  let count = 0;
  for (const part of of.parts) {
    const indexes = indexesOf(part, env);
    if (!indexes) return undefined;
    for (const index of indexes) for (const key of keys) count += index.countOf(key, part.top, part.bottom);
  }
  return isNegated ? countIn(of) - count : count;
}

/** Numbers on one side of a limit are counted in the sorted numbers, once an area is asked for the second time. */
function countByOrder(of: Area, { order }: Criterion, env: Env): number | undefined {
  if (!order) return undefined;
  const sorted = env.book.sortedOnRepeat(keyOf(of), () => numbersOf(of, env));
  if (!sorted) return undefined;
  env.book.spend(1);
  const { operator, limit } = order;
  const below = placeFrom(sorted, limit);
  let equal = below;
  while (sorted[equal] === limit) equal++;
  if (operator === '<') return below;
  if (operator === '<=') return equal;
  return sorted.length - (operator === '>' ? equal : below);
}

function numbersOf(of: Area, env: Env): number[] {
  const numbers: number[] = [];
  eachIn(of, env, (value) => {
    if (typeof value === 'number') numbers.push(value);
  });
  return numbers.sort((a, b) => a - b);
}

function countByTest(of: Area, { test, weight }: Criterion, env: Env): number {
  let count = 0;
  let listed = 0;
  eachIn(of, env, (value) => {
    listed++;
    if (typeof value === 'string') env.book.spendCells(value.length * weight);
    if (test(value)) count++;
  });
  return test(undefined) ? count + countIn(of) - listed : count;
}

interface PartCriterion {
  readonly part: AreaPart;
  readonly criterion: Criterion;
}

/** Areas and criteria in turn; all areas are of one size. */
function askedOf(args: readonly Value[], env: Env): PartCriterion[] | CellError {
  const asked: PartCriterion[] = [];
  for (let at = 0; at + 1 < args.length; at += 2) {
    const of = args[at];
    const sought = args[at + 1];
    const [part] = isArea(of) ? of.parts : [];
    if (!part || isArea(sought) || isGrid(sought)) return errors.value;
    asked.push({ part, criterion: criterionOf(sought, env.book.has1904Dates) });
  }
  const [first] = asked;
  if (!first || args.length % 2 === 1) return errors.value;
  const size = sizeOf({ parts: [first.part] });
  const isSame = ({ part }: PartCriterion) => {
    const other = sizeOf({ parts: [part] });
    return other.height === size.height && other.width === size.width;
  };
  return asked.every(isSame) ? asked : errors.value;
}

interface Offset {
  readonly down: number;
  readonly across: number;
}

/** The places that meet all criteria, told from the first of each area; and how many beyond what is used would. */
function placesOf(
  asked: readonly PartCriterion[],
  env: Env,
): { readonly places: readonly Offset[]; readonly beyond: number } {
  for (const { part } of asked) part.sheet.ensure(clipped(part, env));
  const few = fewestRows(asked, env);
  if (few) return { places: few.filter((place) => meetsAll(asked, place, env)), beyond: 0 };
  const [first] = asked;
  if (!first) return { places: [], beyond: 0 };
  const whole = sizeOf({ parts: [first.part] });
  const used = usedSize(asked, env);
  const places: Offset[] = [];
  env.book.spend((used.height * used.width) / 2);
  for (let down = 0; down < used.height; down++) {
    for (let across = 0; across < used.width; across++) {
      if (meetsAll(asked, { down, across }, env)) places.push({ down, across });
    }
  }
  const isTrueOfNothing = asked.every(({ criterion }) => criterion.test(undefined));
  const beyond = whole.height * whole.width - used.height * used.width;
  return { places, beyond: isTrueOfNothing ? beyond : 0 };
}

/** As far as any of the areas has values. */
function usedSize(asked: readonly PartCriterion[], env: Env): { readonly height: number; readonly width: number } {
  const sizes = asked.map(({ part }) => sizeOf({ parts: [clipped(part, env)] }));
  return {
    height: sizes.reduce((most, { height }) => Math.max(most, height), 0),
    width: sizes.reduce((most, { width }) => Math.max(most, width), 0),
  };
}

/** Rows of a column that an index finds by one criterion. */
interface Indexed {
  readonly index: ColumnIndex;
  readonly keys: readonly Key[];
  readonly part: AreaPart;
}

function indexedBy({ part, criterion }: PartCriterion, env: Env): Indexed | undefined {
  const { keys, isNegated } = criterion;
  if (!keys || isNegated || part.left !== part.right || part.left > part.sheet.lastColumn) return undefined;
  const [index] = indexesOf(part, env) ?? [];
  return index && { index, keys, part };
}

function countOf({ index, keys, part }: Indexed): number {
  return keys.reduce<number>((sum, key) => sum + index.countOf(key, part.top, part.bottom), 0);
}

/** Of the criteria that an index answers the one with the fewest rows. */
function fewestRows(asked: readonly PartCriterion[], env: Env): Offset[] | undefined {
  const found = asked.map((one) => indexedBy(one, env)).filter((one) => one !== undefined);
  const [fewest] = found.toSorted((a, b) => countOf(a) - countOf(b));
  if (!fewest) return undefined;
  const { index, keys, part } = fewest;
  const rows = keys.flatMap((key) => index.rowsOf(key, part.top, part.bottom));
  env.book.spend(rows.length);
  return rows.sort((a, b) => a - b).map((row) => ({ down: row - part.top, across: 0 }));
}

function meetsAll(asked: readonly PartCriterion[], { down, across }: Offset, env: Env): boolean {
  return asked.every(({ part, criterion }) => {
    const value = part.sheet.at(part.top + down, part.left + across);
    if (typeof value === 'string' && !criterion.keys) env.book.spendCells(value.length * criterion.weight);
    return criterion.test(value);
  });
}

function countIfs(args: readonly Value[], env: Env): Value {
  const asked = askedOf(args, env);
  if ('error' in asked) return asked;
  const { places, beyond } = placesOf(asked, env);
  return places.length + beyond;
}

type Statistic = (numbers: readonly number[]) => Value;

/** A statistic of the numbers of one area at the places where others meet their criteria. */
function statisticAt(of: AreaPart, asked: readonly PartCriterion[], env: Env, work: Statistic): Value {
  const { places } = placesOf(asked, env);
  const numbers: number[] = [];
  let fault: Scalar;
  env.book.spend(places.length);
  for (const { down, across } of places) {
    const value = of.sheet.at(of.top + down, of.left + across);
    if (typeof value === 'number') numbers.push(value);
    else if (isError(value)) fault ??= value;
  }
  return fault ?? work(numbers);
}

/** SUMIF and AVERAGEIF: the area of the numbers has the size of the other, wherever it ends. */
function single(work: Statistic) {
  return ([range, sought, numbers]: readonly Value[], env: Env): Value => {
    const asked = askedOf([range, sought], env);
    if ('error' in asked) return asked;
    const [part] = numbers === undefined ? (isArea(range) ? range.parts : []) : isArea(numbers) ? numbers.parts : [];
    return part ? statisticAt(part, asked, env, work) : errors.value;
  };
}

function several(work: Statistic) {
  return ([numbers, ...args]: readonly Value[], env: Env): Value => {
    const asked = askedOf(args, env);
    if ('error' in asked) return asked;
    const [part] = isArea(numbers) ? numbers.parts : [];
    const [first] = asked;
    if (!part || !first) return errors.value;
    const [size, other] = [sizeOf({ parts: [part] }), sizeOf({ parts: [first.part] })];
    if (size.height !== other.height || size.width !== other.width) return errors.value;
    return statisticAt(part, asked, env, work);
  };
}

const kept = { isKept: true };

/** Counts and sums of what meets criteria. */
export const conditionalFunctions: FunctionTable = {
  COUNTIF: eager('re', 2, countIf, kept),
  COUNTIFS: open('re', 2, countIfs, { ...kept, repeats: 2 }),
  SUMIF: eager('rer', 2, single(statistics.sum), kept),
  SUMIFS: open('rre', 3, several(statistics.sum), { ...kept, repeats: 2 }),
  AVERAGEIF: eager('rer', 2, single(statistics.average), kept),
  AVERAGEIFS: open('rre', 3, several(statistics.average), { ...kept, repeats: 2 }),
  MINIFS: open('rre', 3, several(statistics.least), { ...kept, repeats: 2 }),
  MAXIFS: open('rre', 3, several(statistics.most), { ...kept, repeats: 2 }),
};

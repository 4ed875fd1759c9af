import type { CellError } from '../../model.ts';
import type { Env } from '../env.ts';
import { eager, type FunctionTable, num } from '../function-spec.ts';
import { weekdayOf } from '../values/calendar.ts';
import { errors, type Value } from '../values/value.ts';
import { numbersIn } from './arguments.ts';

/** Days of the week that are free, Sunday first. */
type Free = readonly boolean[];

const weekend: Free = [true, false, false, false, false, false, true];
const lastSerial = 2_958_465;

/** By number: two days from Saturday and Sunday on, one day from Sunday on; by text: seven days from Monday on. */
function freeDays(value: Value): Free | CellError {
  if (value === undefined) return weekend;
  if (typeof value === 'string') {
    if (!/^[01]{7}$/.test(value)) return errors.value;
    return [6, 0, 1, 2, 3, 4, 5].map((at) => value[at] === '1');
  }
  const kind = typeof value === 'number' ? Math.trunc(value) : 0;
  if (kind >= 1 && kind <= 7) return weekend.map((_, day) => day === (kind + 5) % 7 || day === (kind + 6) % 7);
  return kind >= 11 && kind <= 17 ? weekend.map((_, day) => day === kind - 11) : errors.number;
}

interface Work {
  readonly isFree: (day: number) => boolean;
  readonly holidays: ReadonlySet<number>;
  readonly perWeek: number;
}

function workOf(free: Value, holidays: Value, env: Env): Work | CellError {
  const days = freeDays(free);
  if ('error' in days) return days;
  const found = holidays === undefined ? [] : numbersIn([holidays], env);
  if ('error' in found) return found;
  env.book.spend(found.length);
  const isFree = (day: number) => days[weekdayOf(day, env.book.has1904Dates)] === true;
  const set = new Set(found.map(Math.floor).filter((day) => !isFree(day)));
  return { isFree, holidays: set, perWeek: days.filter((day) => !day).length };
}

/** Working days from one day to another, both counted. */
function netDays(from: Value, to: Value, work: Work): Value {
  const [a, b] = [Math.floor(num(from)), Math.floor(num(to))];
  const [start, end] = a <= b ? [a, b] : [b, a];
  if (start < 0 || end > lastSerial) return errors.number;
  const weeks = Math.floor((end - start + 1) / 7);
  let count = weeks * work.perWeek;
  for (let day = start + weeks * 7; day <= end; day++) if (!work.isFree(day)) count++;
  for (const day of work.holidays) if (day >= start && day <= end) count--;
  return a <= b ? count : -count;
}

/** The day so many working days away. */
function workDay(from: Value, count: Value, work: Work, env: Env): Value {
  const wanted = Math.trunc(num(count));
  const step = wanted < 0 ? -1 : 1;
  let day = Math.floor(num(from));
  // No day is a working day: there is none so many of them away, while NETWORKDAYS.INTL counts 0.
  if (work.perWeek === 0) return errors.value;
  if (day < 0 || Math.abs(wanted) > lastSerial) return errors.number;
  env.book.spend(Math.abs(wanted) / 4);
  for (let left = Math.abs(wanted); left > 0; ) {
    day += step;
    if (day < 0 || day > lastSerial) return errors.number;
    if (!work.isFree(day) && !work.holidays.has(day)) left--;
  }
  return day;
}

const withWork = (free: Value, holidays: Value, env: Env, then: (work: Work) => Value): Value => {
  const work = workOf(free, holidays, env);
  return 'error' in work ? work : then(work);
};

/** Working days. */
export const workDayFunctions: FunctionTable = {
  NETWORKDAYS: eager('nnr', 2, ([from, to, off], env) =>
    withWork(undefined, off, env, (work) => netDays(from, to, work)),
  ),
  'NETWORKDAYS.INTL': eager('nnvr', 2, ([from, to, free, off], env) =>
    withWork(free, off, env, (work) => netDays(from, to, work)),
  ),
  WORKDAY: eager('nnr', 2, ([from, count, off], env) =>
    withWork(undefined, off, env, (work) => workDay(from, count, work, env)),
  ),
  'WORKDAY.INTL': eager('nnvr', 2, ([from, count, free, off], env) =>
    withWork(free, off, env, (work) => workDay(from, count, work, env)),
  ),
};

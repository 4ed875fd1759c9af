import type { Control } from '#report/clean/controls.ts';
import { calmText } from '#report/clean/layout-cost.ts';
import { attributeOf } from '#report/held/control-element.ts';

const LONGEST = 32_767;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/;

/** A control as it is published, with its markup for the bounds that it sets. */
export interface Published {
  readonly control: Control;
  readonly markup: string;
}

/**
 * An entered value as everybody may be shown it, and its publisher gets it: a text is without the marks and turns that no
 * published text may have.
 */
export function enteredValue({ control }: Published, value: string | null): string | null {
  return control.kind === 'text' && value !== null ? calmText(value).text : value;
}

/** May a viewer give the control this value (interfaces 6)? Null clears what can be empty. */
export function isValidValue({ control, markup }: Published, value: string | null): boolean {
  if (control.isFixed) return false;
  switch (control.kind) {
    case 'text':
      return isText(value ?? '', control.maxLength);
    case 'list':
      return control.options?.includes(value ?? '') === true;
    case 'bool':
      return value === 'true' || value === 'false';
    case 'date':
      return value === null || (isDay(value) && isWithin(markup, value, isDay));
    case 'datetime':
      return value === null || (isDayAndTime(value) && isWithin(markup, value, isDayAndTime));
    case 'time':
      return value === null || (isTime(value) && isWithinDay(markup, value));
    case 'button':
      return value === 'clicked';
  }
}

/** No store and no browser would give a NUL or half a character back unchanged. */
function isText(value: string, most = LONGEST): boolean {
  return value.length <= Math.min(most, LONGEST) && !value.includes('\0') && value.isWellFormed();
}

function isDay(value: string): boolean {
  const [, year, month, day] = DAY.exec(value) ?? [];
  if (year === undefined || Number(year) === 0) return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

function isDayAndTime(value: string): boolean {
  const [day = '', time = ''] = value.split('T');
  return value.length === day.length + 1 + time.length && isDay(day) && isTime(time);
}

function isTime(value: string): boolean {
  return TIME.test(value);
}

type IsValue = (value: string) => boolean;

/** Texts of one kind sort as their times do. */
function isWithin(markup: string, value: string, isValue: IsValue): boolean {
  const [min, max] = [boundOf(markup, 'min', isValue), boundOf(markup, 'max', isValue)];
  return isNotBefore(value, min) && isNotAfter(value, max);
}

/** The bounds of a time of day may run over midnight. */
function isWithinDay(markup: string, value: string): boolean {
  const [min, max] = [boundOf(markup, 'min', isTime), boundOf(markup, 'max', isTime)];
  const runsOver = min !== undefined && max !== undefined && whole(min) > whole(max);
  const [isLate, isEarly] = [isNotBefore(value, min), isNotAfter(value, max)];
  return runsOver ? isLate || isEarly : isLate && isEarly;
}

/** A bound that is no value of its kind bounds nothing, as in a browser. */
function boundOf(markup: string, name: 'min' | 'max', isValue: IsValue): string | undefined {
  const bound = attributeOf(markup, name);
  return bound !== undefined && isValue(bound) ? bound : undefined;
}

function isNotBefore(value: string, min: string | undefined): boolean {
  return min === undefined || whole(value) >= whole(min);
}

function isNotAfter(value: string, max: string | undefined): boolean {
  return max === undefined || whole(value) <= whole(max);
}

/** A time with its seconds and thousandths: 10:30 is 10:30:00. */
function whole(value: string): string {
  const [, head = '', time, rest = ''] = /^(.*?)(\d\d:\d\d)(.*)$/.exec(value) ?? [];
  if (time === undefined) return value;
  const [seconds = ':00', thousandths = ''] = rest.split('.');
  return `${head}${time}${seconds || ':00'}.${thousandths.padEnd(3, '0')}`;
}

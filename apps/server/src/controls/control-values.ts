import type { Control } from '#report/clean/controls.ts';
import { attributeOf } from '#report/held/control-element.ts';

const LONGEST = 32_767;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/;

/** A control as it is published, with its markup for the bounds that it sets. */
export interface Published {
  readonly control: Control;
  readonly markup: string;
}

/** May a viewer give the control this value (interfaces 6)? Null clears what can be empty. */
export function isValidValue({ control, markup }: Published, value: string | null): boolean {
  switch (control.kind) {
    case 'text':
      return isText(value ?? '', control.maxLength);
    case 'list':
      return control.options?.includes(value ?? '') === true;
    case 'bool':
      return value === 'true' || value === 'false';
    case 'date':
      return value === null || (isDay(value) && isWithin(markup, value));
    case 'datetime':
      return value === null || (isDayAndTime(value) && isWithin(markup, value));
    case 'time':
      return value === null || (TIME.test(value) && isWithin(markup, value));
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
  return value.length === day.length + 1 + time.length && isDay(day) && TIME.test(time);
}

/** ISO texts of one kind sort as their times do; a time of day may run over midnight. */
function isWithin(markup: string, value: string): boolean {
  const [min, max] = [attributeOf(markup, 'min'), attributeOf(markup, 'max')];
  const [isAfter, isBefore] = [min === undefined || value >= min, max === undefined || value <= max];
  return min !== undefined && max !== undefined && min > max ? isAfter || isBefore : isAfter && isBefore;
}

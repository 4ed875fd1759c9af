import { expect, test } from 'vitest';
import { cleanCell } from '#report/clean/clean-page.ts';
import { findElement } from '#report/held/control-element.ts';
import { isValidValue } from './control-values.ts';

function takes(html: string, ...values: (string | null)[]): (string | null)[] {
  const cleaned = cleanCell(html);
  const [control] = cleaned.controls;
  const element = control && findElement(cleaned.html, control.name);
  if (!control || !element) throw new Error('nothing is published');
  return values.filter((value) => isValidValue({ control, markup: element.markup }, value));
}

test('a text takes what fits and can be stored', () => {
  const area = '<textarea data-control="T"></textarea>';
  const long = 'x'.repeat(32_767);
  expect(takes(area, 'a\nb', '', null, long, `${long}x`, 'a\0', '\ud800')).toEqual(['a\nb', '', null, long]);
  expect(takes('<textarea data-control="T" maxlength="2"></textarea>', 'ab', 'abc')).toEqual(['ab']);
});

test('a list takes its options alone, but none that is disabled', () => {
  const list = '<select data-control="L"><option value="n">North<option>South<option disabled>West</select>';
  expect(takes(list, 'n', 'North', 'South', 'south', 'West', '', null)).toEqual(['n', 'South']);
  expect(takes('<select data-control="L"><option value="">-<option>A</select>', '', null, 'A')).toEqual([
    '',
    null,
    'A',
  ]);
});

test('a checkbox and a button take their own words', () => {
  expect(takes('<input type="checkbox" data-control="B">', 'true', 'false', 'TRUE', 'on', '', null)).toEqual([
    'true',
    'false',
  ]);
  expect(takes('<button data-control="R">Run</button>', 'clicked', 'true', '', null)).toEqual(['clicked']);
});

test('a date is a real day within its bounds, or none', () => {
  const date = '<input type="date" data-control="D" min="2026-01-01" max="2028-12-31">';
  const days = ['2026-01-01', '2028-02-29', '2027-02-29', '2025-12-31', '2029-01-01', '2026-1-1', '2026-13-01', ''];
  expect(takes(date, ...days, null)).toEqual(['2026-01-01', '2028-02-29', null]);
  expect(takes('<input type="date" data-control="D">', '0000-01-01', '2026-02-30', '2026-02-28T00:00')).toEqual([]);
});

test('a time is real, with seconds or without, and may run over midnight', () => {
  const time = '<input type="time" data-control="T" min="22:00" max="06:00">';
  expect(takes(time, '23:59', '05:00:30.5', '06:00', '12:00', '24:00', '1:00', null)).toEqual([
    '23:59',
    '05:00:30.5',
    '06:00',
    null,
  ]);
  const both = '<input type="datetime-local" data-control="T" max="2026-12-31T12:00">';
  const values = ['2026-12-31T12:00', '2026-12-31T12:01', '2026-02-30T10:00', '2026-02-03', '2026-02-03T10:00Z', 'T'];
  expect(takes(both, ...values, null)).toEqual(['2026-12-31T12:00', null]);
});

test('bounds count to the thousandth, however they are written, and one that is no value bounds nothing', () => {
  const time = '<input type="time" data-control="T" min="10:30:00" max="11:00">';
  expect(takes(time, '10:30', '11:00:00', '11:00:00.000', '11:00:00.5', '10:29:59.999')).toEqual([
    '10:30',
    '11:00:00',
    '11:00:00.000',
  ]);
  const both = '<input type="datetime-local" data-control="T" min="2026-01-01T09:00:00" max="2026-12-31T12:00">';
  const values = ['2026-01-01T09:00', '2026-12-31T12:00:00', '2026-12-31T12:00:01'];
  expect(takes(both, ...values)).toEqual(values.slice(0, 2));
  expect(takes('<input type="date" data-control="D" min="9999" max="2026-12-31">', '2026-11-20')).toEqual([
    '2026-11-20',
  ]);
  expect(takes('<input type="date" data-control="D" min="2026-12-31" max="2026-01-01">', '2027-01-01')).toEqual([]);
});

test.each([
  '<textarea data-control="C" disabled></textarea>',
  '<textarea data-control="C" readonly></textarea>',
  '<select data-control="C" disabled><option>x</select>',
  '<input type="checkbox" data-control="C" disabled>',
  '<input type="date" data-control="C" readonly>',
  '<button data-control="C" disabled>Run</button>',
])('what its publisher closed takes nothing: %s', (html) => {
  expect(takes(html, 'x', 'true', '2026-11-20', 'clicked', '', null)).toEqual([]);
});

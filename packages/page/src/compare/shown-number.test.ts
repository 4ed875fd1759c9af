import { expect, test } from 'vitest';
import { decimalMarks, numberChange } from './shown-number.ts';

const words = (was: string, now: string, mark: '.' | ',' = '.') => {
  const change = numberChange(was, now, { was: mark, now: mark });
  return change && [change.difference, change.percent].filter(Boolean).join(' ');
};

test.each([
  ['3.6095', '3.6120', '+0.0025 +0.07%'],
  ['1,234.50', '1,334.50', '+100.00 +8.10%'],
  ['(1.2)', '1.2', '+2.4'],
  ['−202.9', '-78.5', '+124.4 +61.3%'],
  ['12.5%', '10.0%', '−2.5 pp'],
  ['1.2e-3', '1.5e-3', '+0.0003 +25.0%'],
  ['1.5E+3', '1600', '+100 +6.67%'],
  ['$1,000', '$2,500,000', '+$2,499,000 +249,900%'],
  ['-$4.10', '$4.10', '+$8.20'],
  ['100 EUR', '101 EUR', '+1 EUR +1.00%'],
  ['12-', '12', '+24'],
  ['0', '5', '+5'],
  ['1000000', '1000001', '+1 +<0.01%'],
  ['12,34,567', '12,34,568', '+1 +<0.01%'],
  ['.25', '.5', '+0.25 +100%'],
])('from %s to %s is %s', (was, now, change) => {
  expect(words(was, now)).toBe(change);
});

test('of a trace of rounding no percentage is told, and nothing fails', () => {
  expect(words('1.4E-17', '250')).toMatch(/^\+2(49\.9|50)/);
  expect(words('1.4E-17', '250')).not.toContain('%');
});

test.each([
  ['-3.0', '0.3', '+3.3'],
  ['354.0', '-33.1', '−387.1'],
  ['0.00', '12.50', '+12.50'],
  ['−0', '3', '+3'],
  ['5', '0', '−5 −100%'],
  ['-5', '0', '+5'],
  ['48%', '49%', '+1 pp'],
  ['(2.0%)', '1.5%', '+3.5 pp'],
  ['12‰', '13‰', '+1‰'],
])(
  'a percentage of zero, over a change of sign or between percentages says nothing: %s to %s is %s',
  (was, now, change) => {
    expect(words(was, now)).toBe(change);
  },
);

test.each([
  ['-200', '-100', '+100 +50.0%'],
  ['-395', '-400', '−5 −1.27%'],
])('of a negative number the percentage has the sign of the difference: %s to %s is %s', (was, now, change) => {
  expect(words(was, now)).toBe(change);
});

test.each([
  ['100,000', '99,999', '−1 −<0.01%'],
  ['1,000,000', '1', '−999,999 −>99.9%'],
  ['1,000,000', '0', '−1,000,000 −100%'],
  ['1,000', '2,000', '+1,000 +100%'],
  ['9007199254740993', '9007199254740995', '+2 +<0.01%'],
  ['0.1', '0.3', '+0.2 +200%'],
  ['1.2e-25', '1.5e-25', '+3.00e-26 +25.0%'],
])('a real change is neither rounded to nothing nor to all: %s to %s is %s', (was, now, change) => {
  expect(words(was, now)).toBe(change);
});

test('with a decimal comma the marks change their parts', () => {
  expect(words('1.234,50', '1.334,50', ',')).toBe('+100,00 +8,10%');
  expect(words('1.234', '2.234', ',')).toBe('+1.000 +81,0%');
});

test.each([
  ['n/a', '5'],
  ['5', ''],
  ['2026-11-19', '2026-11-20'],
  ['19.11.2026', '20.11.2026'],
  ['10:30', '10:45'],
  ['19 Nov', '20 Nov'],
  ['5 USD', '5 EUR'],
  ['1,2,3', '1,2,4'],
  ['(5', '6'],
  ['1,008', '1008'],
  ['5', '5.00'],
  ['NaN', '5'],
  ['5', '#DIV/0!'],
  ['Infinity', '5'],
  ['5', '-∞'],
  ['1e999', '5'],
  ['20261119', '20261120'],
  ['NOV 19', 'NOV 20'],
  ['19 NOV', '20 NOV'],
])('from %s to %s is no difference of numbers', (was, now) => {
  expect(words(was, now)).toBeUndefined();
});

test('the page says itself what its decimal mark is', () => {
  const mark = (texts: string[]) => decimalMarks([], texts).now;
  expect(mark(['1,008', '419', '3.6120'])).toBe('.');
  expect(mark(['1.008', '419', '3,61'])).toBe(',');
  expect(mark(['1.234.567', '1.008'])).toBe(',');
  expect(mark(['1,008'])).toBe('.');
});

test('each version is read with its own decimal mark, one that says nothing with that of the other', () => {
  expect(decimalMarks(['3.61', '1,008'], ['3,61', '1.008'])).toEqual({ was: '.', now: ',' });
  expect(decimalMarks(['1.008'], ['3,61'])).toEqual({ was: ',', now: ',' });
  expect(numberChange('1,008.5', '1.009,5', { was: '.', now: ',' })).toEqual({ difference: '+1,0', percent: '+0,10%' });
});

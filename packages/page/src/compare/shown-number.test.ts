import { expect, test } from 'vitest';
import { decimalMark, numberChange } from './shown-number.ts';

const words = (was: string, now: string, mark: '.' | ',' = '.') => {
  const change = numberChange(was, now, mark);
  return change && [change.difference, change.percent].filter(Boolean).join(' ');
};

test.each([
  ['3.6095', '3.6120', '+0.0025 +0.07%'],
  ['1,234.50', '1,334.50', '+100.00 +8.10%'],
  ['(1.2)', '1.2', '+2.4 +200%'],
  ['−202.9', '-78.5', '+124.4 +61.3%'],
  ['12.5%', '10.0%', '−2.5 pp −20.0%'],
  ['1.2e-3', '1.5e-3', '+0.0003 +25.0%'],
  ['1.5E+3', '1600', '+100 +6.67%'],
  ['$1,000', '$2,500,000', '+$2,499,000 +249,900%'],
  ['-$4.10', '$4.10', '+$8.20 +200%'],
  ['100 EUR', '101 EUR', '+1 EUR +1.00%'],
  ['12-', '12', '+24 +200%'],
  ['0', '5', '+5'],
  ['1000000', '1000001', '+1 +<0.01%'],
  ['12,34,567', '12,34,568', '+1 +<0.01%'],
  ['.25', '.5', '+0.25 +100%'],
])('from %s to %s is %s', (was, now, change) => {
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
])('from %s to %s is no difference of numbers', (was, now) => {
  expect(words(was, now)).toBeUndefined();
});

test('the page says itself what its decimal mark is', () => {
  expect(decimalMark(['1,008', '419', '3.6120'])).toBe('.');
  expect(decimalMark(['1.008', '419', '3,61'])).toBe(',');
  expect(decimalMark(['1.234.567', '1.008'])).toBe(',');
  expect(decimalMark(['1,008'])).toBe('.');
});

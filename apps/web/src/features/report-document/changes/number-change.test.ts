import { describe, expect, test } from 'vitest';
import { directionOf, numberIn } from './number-change.ts';

describe('the number that a text shows', () => {
  test.each([
    ['1,008', 1008],
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['1 234,5', 1234.5],
    ["1'234.5", 1234.5],
    ['−3.20', -3.2],
    ['(12.5)', -12.5],
    ['-$4.10', -4.1],
    ['12-', -12],
    ['35%', 35],
    ['-12.50', -12.5],
    ['1008', 1008],
    ['1.234', 1.234],
    ['1.5E+3', 1500],
    ['3.6790', 3.679],
    ['0,5', 0.5],
    ['1,000,000', 1_000_000],
    ['.25', 0.25],
    ['n/a', undefined],
    ['', undefined],
  ])('%s is %s', (text, number) => {
    expect(numberIn(text)).toBe(number);
  });
});

test('a number rises and falls', () => {
  expect(directionOf('1,008', '1,009')).toBe('up');
  expect(directionOf('3.6790', '3.6785')).toBe('down');
  expect(directionOf('−1.0', '−2.0')).toBe('down');
});

test('an equal number in another form, and no number, go nowhere', () => {
  expect(directionOf('1,008', '1008')).toBeUndefined();
  expect(directionOf('n/a', '5')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { expressionsIn, isLinear } from './expressions.ts';

test.each([
  ['[\\u0000-\\u0020]+$', ''],
  ['\\s+$', ''],
  ['(?:a+)+$', ''],
  ['<title[^>]*>', ''],
  ['^(?:a|a)*$', ''],
])('/%s/%s is found to take more than linear time', async (pattern, flags) => {
  expect(await isLinear(pattern, flags)).toBe(false);
});

test.each([
  ['^[\\w.-]+$', ''],
  ['\\r\\n?', 'g'],
  ['^(\\d{4})-(\\d{2})-(\\d{2})$', ''],
])('/%s/%s is found to be linear', async (pattern, flags) => {
  expect(await isLinear(pattern, flags)).toBe(true);
});

test('every expression of a source is found, those that are put together too', () => {
  const source = 'const a = /x+/g; f(text.replace(/y/u, "")); const b = new RegExp(a.source); // /z/';
  expect(expressionsIn('a.ts', source).map(({ pattern, flags }) => `${pattern} ${flags}`)).toEqual([
    'x+ g',
    'y u',
    '(at run time) ',
  ]);
});

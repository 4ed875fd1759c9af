import { expect, test } from 'vitest';
import { expressionsIn, faultsOf, isLinear } from './expressions.ts';

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

const source = (text: string) => ({ path: 'packages/page/src/a.ts', text, isTest: false });

test('an expression that is not linear is a fault of its file until a reason is given', async () => {
  const files = [source('f(/<a[^>]*>/); g(/b+/)')];
  const place = 'packages/page/src/a.ts /<a[^>]*>/';
  const { where, kept } = await faultsOf(files, { linear: [], allowed: {} });
  expect([where, kept.linear]).toEqual([[place], ['/b+/']]);
  const allowed = { [place]: 'Its text is our own.' };
  expect(await faultsOf(files, { linear: ['/b+/'], allowed })).toEqual({
    where: [],
    kept: { linear: ['/b+/'], allowed },
  });
});

test('a reason whose expression is gone is a fault, and is not kept', async () => {
  const place = 'packages/page/src/a.ts /<a[^>]*>/';
  const known = { linear: ['/c/'], allowed: { [place]: 'Its text is our own.' } };
  expect(await faultsOf([source('f(/c/)')], known)).toEqual({
    where: [`${place}: allowed, but no longer there`],
    kept: { linear: ['/c/'], allowed: {} },
  });
});

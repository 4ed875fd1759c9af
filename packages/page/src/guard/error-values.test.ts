import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorIn, mayShowErrors } from './error-values.ts';
import { atOnce } from './standing.ts';

const cell = (text: string) => `<td data-cell="A1" data-s="3">${text}</td>`;
const shows = (html: string) => atOnce(mayShowErrors(html));

test('a page is found to show an error wherever it stands', () => {
  const long = cell('1,234.57').repeat(20_000);
  const spaces = ' &nbsp;\n'.repeat(10_000);
  for (const error of ['#REF!', `${spaces}#N/A`, 'Err:502']) {
    for (const before of ['', long.slice(0, 64 * 1024 - 20), long.slice(0, 64 * 1024), long])
      expect([error.slice(-8), before.length, shows(`${before}${cell(error)}${long}`)]).toEqual([
        error.slice(-8),
        before.length,
        true,
      ]);
  }
  expect(shows('#REF!')).toBe(true);
});

test('a page without errors has none, whatever else is in it', () => {
  const html = cell('Item #1 of A#B, Err: none').repeat(20_000);
  expect(shows(html)).toBe(false);
  expect(shows(`${'x'.repeat(100_000)}#REF!`)).toBe(false);
  expect(shows('')).toBe(false);
  expect(errorIn('<b> #N/A </b>')).toBe('#N/A');
  expect(errorIn('#NEW')).toBeUndefined();
});

test('a long page is looked through in steps, each as long as it is', () => {
  const html = cell('#1').repeat(100_000);
  const steps = [...mayShowErrors(html)].length;
  expect(steps).toBeGreaterThan(html.length / (65 * 1024));
  // One start after each tag: what is looked at again is never more than the white space of one text.
  const spaced = `${`<td>${' '.repeat(60_000)}</td>`.repeat(100)}#`;
  expect(shows(spaced)).toBe(false);
});

test('what the first sign rules out is no error value, and what markup hides is one', () => {
  for (const text of ['USD 12.5k', 'Trader 17', '2026-11-23', 'ok', '']) expect(errorIn(text)).toBeUndefined();
  for (const [html, shown] of [
    ['<b>NaN</b>', 'NaN'],
    ['undefined', 'undefined'],
    ['-1.#IND', '-1.#IND'],
    ['\u221212', undefined],
    ['\u2212inf', '\u2212inf'],
    ['#N/A N/A', '#N/A N/A'],
    ['Loading...', 'Loading...'],
    ['nan', 'nan'],
    ['Err:502', 'Err:502'],
    ['inf', 'inf'],
    ['&lt;NA&gt;', '<NA>'],
  ])
    expect([html, errorIn(html ?? '')]).toEqual([html, shown]);
});

test('what the first sign rules out is ruled out by the expressions too, whatever the text', () => {
  const parts = [
    '#',
    'N/A',
    'REF!',
    'Err:502',
    'nan',
    'NaN',
    'Inf',
    'inf',
    '-',
    '+',
    '\u2212',
    '1.#IND',
    'NaT',
    '&lt;NA&gt;',
  ];
  const more = ['undefined', 'Loading...', '&nbsp;', ' ', 'A', 'e', '7', '.', 'USD', '%', '!', '\n'];
  const text = fc.array(fc.oneof(fc.constantFrom(...parts, ...more), fc.string({ maxLength: 2 })), { maxLength: 5 });
  fc.assert(
    fc.property(text, (pieces) => {
      const html = pieces.join('').replaceAll(/[<>]/g, '');
      // Within markup every text goes to the expressions.
      expect([html, errorIn(html)]).toEqual([html, errorIn(`<b>${html}</b>`)]);
    }),
    { numRuns: 500 },
  );
});

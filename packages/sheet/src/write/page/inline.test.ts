import { expect, test } from 'vitest';
import { cpuOf } from '../../../../../scripts/test/thread-cpu.ts';
import { readInline } from './inline.ts';

test.each([
  ['plain', '  North &amp; South ', 'North & South'],
  ['lines', 'a<br>b', 'a\nb'],
  ['paragraphs', '<p>one</p><p>two</p>', 'one\ntwo'],
  ['spaces', 'a \n b', 'a b'],
  [
    'a list to choose from',
    '<select data-control="R"><option>North</option><option selected="">South</option></select>',
    'South',
  ],
  [
    'a list with nothing chosen',
    '<select data-control="R"><option>North</option><option>South</option></select>',
    'North',
  ],
  ['a text field', '<textarea data-control="C">two  words\nhere</textarea>', 'two  words\nhere'],
  ['a drawing over the cell', '<div data-drawing="d1"><div><p>Boxed</p></div></div>12', '12'],
  ['a note', '<details><summary data-note="Ann: x" aria-label="Note: Ann: x"></summary></details>12', '12'],
  ['a picture', '<img src="data:" alt="Logo">', 'Logo'],
  ['a drawing', '<svg><text>12</text></svg>x', 'x'],
  [
    'a text that is turned',
    '<svg width="60" height="50" style="max-width:none"><text fill="currentColor" transform="translate(10 45) rotate(-45)">rising</text></svg>',
    'rising',
  ],
  ['a text of accounts', '<span style="display:block;border-bottom:1px solid">Sum</span>', 'Sum'],
  ['no break', 'a\u00a0b', 'a\u00a0b'],
])('%s', (_, html, text) => {
  expect(readInline(html, false).text).toBe(text);
});

test('spaces stay where the cell keeps them', () => {
  expect(readInline(' 1,240.00 ', true).text).toBe(' 1,240.00 ');
});

test('pieces carry the look of the elements around them', () => {
  const { pieces } = readInline('a <b>bold <i>both</i></b>', false);
  expect(pieces).toEqual([
    { text: 'a ', css: '' },
    { text: 'bold ', css: 'font-weight:700' },
    { text: 'both', css: 'font-weight:700;font-style:italic' },
  ]);
});

test('a turn and a line of accounts are declarations of the text', () => {
  const turned = '<svg width="9" height="9"><text transform="translate(1 2) rotate(45)">x</text></svg>';
  expect(readInline(turned, false).pieces).toEqual([{ text: 'x', css: 'rotate:45deg' }]);
  const account = '<span style="display:block;border-bottom:3px double">x</span>';
  expect(readInline(account, false).pieces[0]?.css).toBe('text-decoration:underline double;text-underline-offset:.2em');
});

test('what floats stands before the room that is filled', () => {
  const { text, fillAt } = readInline('<span style="float:left">$</span>12.00 ', true);
  expect([text, fillAt]).toEqual(['$12.00 ', 1]);
});

test('a box to tick and a date field have values, not text', () => {
  expect(readInline('<input type="checkbox" data-control="A" checked="">', false).isChecked).toBe(true);
  expect(readInline('<input type="date" data-control="D" value="2026-11-20">', false).moment).toBe('2026-11-20');
});

test.each([
  ['spaces', 4000, (size: number) => `<pre>${' '.repeat(size)}x</pre>`],
  ['pieces', 4000, (size: number) => 'some words <b></b>'.repeat(size)],
])('%s within a cell are read in proportion to their number', (_what, size, html) => {
  const [small, large] = [html(size), html(2 * size)];
  const work = (cell: string) =>
    cpuOf(() => {
      for (let n = 0; n < 40; n++) readInline(cell, false);
    });
  work(small);
  const ratios = Array.from({ length: 8 }, () => {
    const once = work(small);
    return work(large) / once;
  });
  expect(Math.min(...ratios), ratios.join()).toBeLessThanOrEqual(2.3);
});

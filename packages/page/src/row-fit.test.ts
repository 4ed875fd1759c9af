import { describe, expect, test } from 'vitest';
import { toRowGrid } from './row-grid.ts';

const styles = [
  'text-align:right',
  'text-align:center',
  'white-space:pre-wrap',
  'background-color:#ddebf7;color:#000000',
  'font-size:20pt',
  'overflow:clip',
];

interface Given {
  readonly text?: string;
  readonly style?: number;
  readonly more?: string;
}

/** A row of columns of 40 pixels (the first has the margin besides), drawn; what each cell got of classes and clip. */
function drawn(cells: readonly (Given | string)[], table = ''): string[] {
  const row = cells.map((given, n) => {
    const { text = '', style, more = '' } = typeof given === 'string' ? { text: given } : given;
    const look = style === undefined ? '' : ` data-s="${style}"`;
    return `<td data-cell="${'ABCDEFGH'[n]}1"${more}${look}>${text}</td>`;
  });
  const cols = '<col style="width:40px">'.repeat(8);
  const html = `<table${table}><colgroup>${cols}</colgroup><tbody><tr>${row.join('')}</tr></tbody></table>`;
  const grid = toRowGrid({ html, styles }, { label: 'x' }).html;
  return [...grid.matchAll(/<td data-cell="[A-H]1"([^>]*)>/g)].map(([, attributes = '']) => {
    const words = / class="([^"]*)"/.exec(attributes)?.[1] ?? '';
    const clip = /clip-path:inset\(([^)]*)\)/.exec(attributes)?.[1];
    return clip === undefined ? words : `${words} ${clip}`;
  });
}
const long = 'a text of some length';

describe('a text wider than its cell', () => {
  test('runs over empty cells, filled ones too, and no gridline lies within it', () => {
    expect(drawn([long, '', '', '', '1'])).toEqual(['o g', 'g', 'g', '', '']);
    expect(drawn([long, { style: 3 }, { style: 3 }, '', '1'])[0]).toBe('o g');
  });

  test('ends at the first cell that holds something, wherever that is', () => {
    expect(drawn([long, '1'])).toEqual(['x', '']);
    expect(drawn([long, '', '1'])).toEqual(['o g 0 -40px 0 -9999px', '', '']);
    expect(drawn([long, '', '<wbr>'])[0]).toBe('o g 0 -40px 0 -9999px');
  });

  test('that is set to the right runs to the left', () => {
    expect(drawn(['', '', '', { text: long, style: 0 }])).toEqual(['g', 'g', 'g', 'o r']);
    expect(drawn(['', '1', '', { text: long, style: 0 }])).toEqual(['', '', 'g', 'o r 0 -9999px 0 -40px']);
  });

  test('that is centred runs both ways', () => {
    expect(drawn(['', '', '', { text: long, style: 1 }, '', '', ''])).toEqual(['', 'g', 'g', 'o c g', 'g', '', '']);
    expect(drawn(['', '1', { text: long, style: 1 }, '2'])[2]).toBe('o c 0 0px 0 0px');
  });

  test('in the first column runs the other way, where nothing lies before it', () => {
    expect(drawn([{ text: long, style: 0 }, '', '', ''])[0]).toBe('o g');
  });

  test('stays in its cell when it is wrapped, cut, a number or merged', () => {
    expect(drawn([{ text: long, style: 2 }, '', ''])).toEqual(['', '', '']);
    expect(drawn([{ text: long, style: 5 }, '', ''])).toEqual(['', '', '']);
    expect(drawn([{ text: '123456789', more: ' data-num=""' }, '', ''])).toEqual(['x', '', '']);
    expect(drawn([{ text: `${long} ${long}`, more: ' colspan="2"' }, '', ''])[0]).toBe('x');
  });

  test('does not run over merged cells', () => {
    expect(drawn([long, { more: ' colspan="2"' }])[0]).toBe('x');
  });

  test('is measured by its own letters', () => {
    expect(drawn(['Me', '1'])[0]).toBe('');
    expect(drawn([{ text: 'Me', style: 4 }, '1'])[0]).toBe('x');
    expect(drawn(['iiiiiii', '1'])[0]).toBe('');
  });

  test('keeps the margin of the page in the first column, where a number stands at the other side', () => {
    expect(drawn(['Mean', '1'])[0]).toBe('x');
    expect(drawn([{ text: '1234', more: ' data-num=""' }, '1'])[0]).toBe('');
    expect(drawn(['1234', '1'])[0]).toBe('x');
  });

  test('runs to the left on a sheet from right to left', () => {
    expect(drawn([long, '', '1'], ' dir="rtl"')[0]).toBe('o g 0 -9999px 0 -40px');
  });

  test('does not run from the moving columns into the frozen ones', () => {
    const [, , third] = drawn(['', '', { text: long, style: 0 }], ' data-freeze="0,2"');
    expect(third).toBe('o r 0 -9999px 0 0px');
  });
});

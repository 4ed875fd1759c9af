import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDelimited, renderPages } from '../publish-pages.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const texts = (data: Uint8Array, delimiter?: string) =>
  readDelimited(data, delimiter === undefined ? {} : { delimiter }).sheets[0]?.rows.map((row) =>
    row.cells.map((cell) => cell.shown ?? cell.value),
  );

describe('delimited text', () => {
  test.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r\n1;2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"a ""q""","x\ny"\n1,2',
      [
        ['a "q"', 'x\ny'],
        ['1', '2'],
      ],
    ],
    ['sep=|\na|b', [['a', 'b']]],
  ])('%j is cut by its own mark', (text, rows) => {
    expect(texts(bytes(text))).toEqual(rows);
  });

  test('marks of byte order and the Windows code page are read', () => {
    expect(texts(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('é')]))).toEqual([['é']]);
    expect(texts(Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x2c, 0, 0x42, 0))).toEqual([['A', 'B']]);
    expect(texts(Uint8Array.of(0xfe, 0xff, 0, 0x41, 0, 0x2c, 0, 0x42))).toEqual([['A', 'B']]);
    expect(texts(Uint8Array.of(0x41, 0xe9))).toEqual([['Aé']]);
  });

  test('numbers keep the form of the file and are known as numbers', () => {
    const html = renderPages(readDelimited(bytes('item,price\nx,"1,240.50"\ny,007'))).pages[0]?.html;
    expect(html).toContain('<td data-cell="B2" data-num="">1,240.50</td>');
    expect(html).toContain('<td data-cell="B3" data-num="">007</td>');
  });

  test('any table survives being written and read', () => {
    const field = fc
      .string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', '7', 'é'), maxLength: 6 })
      .map((text) => `x${text}`);
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
        expect(texts(bytes(text), ',')).toEqual(rows);
      }),
    );
  });
});

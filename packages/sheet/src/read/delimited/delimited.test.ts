import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDelimited, renderPages } from '../../publish-pages.ts';

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
    [
      '1,5;2,25\n3,5;4,75\n',
      [
        ['1,5', '2,25'],
        ['3,5', '4,75'],
      ],
    ],
    [
      '1,x;y\n2,z;w',
      [
        ['1', 'x;y'],
        ['2', 'z;w'],
      ],
    ],
    [
      '1,2,3;x\n4,5,6;y',
      [
        ['1', '2', '3;x'],
        ['4', '5', '6;y'],
      ],
    ],
    [
      'Miete, warm;-1.234,50 €\nStrom;12,00 €',
      [
        ['Miete, warm', '-1.234,50 €'],
        ['Strom', '12,00 €'],
      ],
    ],
    [
      '1,234|5,678,901\n2,345|6,789,012.5',
      [
        ['1,234', '5,678,901'],
        ['2,345', '6,789,012.5'],
      ],
    ],
    [
      '5,10,"a;b"\n6,20,"c;d"',
      [
        ['5', '10', 'a;b'],
        ['6', '20', 'c;d'],
      ],
    ],
    [
      '1,5\n2,5',
      [
        ['1', '5'],
        ['2', '5'],
      ],
    ],
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

  /** The widths of the columns of a text, as its page says them. */
  const widthsOf = (text: string) =>
    [...(renderPages(readDelimited(bytes(text))).pages[0]?.html ?? '').matchAll(/<col style="width:(\d+)px">/g)].map(
      ([, px]) => Number(px),
    );

  test('a column has the width of its texts, and none follows that the file does not have', () => {
    const [numbers = 0, dates = 0, ...others] = widthsOf('a,Datum\n1,2026-02-01');
    expect(others).toEqual([]);
    expect(numbers).toBe(64);
    // Ten letters of the widest system font, with the room beside them.
    expect(dates).toBeGreaterThan(8 * 8.32 + 2 * 4.7 + 16);
  });

  test('a column of digits has room for the mark of a change', () => {
    const [digits = 0] = widthsOf('n\n123456789012');
    expect(digits).toBeGreaterThanOrEqual(12 * 8.32 + 8 + 8 + 12);
  });

  test('a text longer than the widest column, and one of several lines, is wrapped', () => {
    const { html = '', styles = [] } =
      renderPages(readDelimited(bytes(`a,b\n${'word '.repeat(40)},1\n"x\ny",2`))).pages[0] ?? {};
    expect(html.match(/ data-s="0">(?:word|x\ny)/g)).toHaveLength(2);
    expect(styles).toEqual(['white-space:pre-wrap;overflow-wrap:anywhere']);
    expect(html.match(/<col /g)).toHaveLength(2);
  });

  test.each([
    ['names over numbers', 'item,price\nx,1', '1,0'],
    ['names over names', 'name,town\nAnn,Ulm\nBo,Bonn', '1,0'],
    ['names under a title', 'Sales of May\n\nitem,price\nx,1', '3,0'],
    ['one name over dates', 'day\n2026-02-01', '1,0'],
    ['a first line of numbers', '1,2\n3,4', undefined],
    ['a list', 'Ann\nBo', undefined],
    ['one line alone', 'item,price', undefined],
    ['the same name twice', 'x,x\n1,2', undefined],
  ])('the head of a file is frozen: %s', (_, text, freeze) => {
    const html = renderPages(readDelimited(bytes(text))).pages[0]?.html ?? '';
    expect(/ data-freeze="([^"]*)"/.exec(html)?.[1]).toBe(freeze);
  });

  test('a negative number in brackets ends on the digit of the others', () => {
    const { html = '', styles = [] } = renderPages(readDelimited(bytes('n,m\n(5.00),1\n5.00,2'))).pages[0] ?? {};
    expect(html).toContain('data-num="" data-s="0">(5.00)');
    expect(html).toContain('data-num="">5.00');
    expect(styles[0]).toBe('padding-right:calc(clamp(4px,100% - 64px,8px) + -0.3em)');
  });

  test('the letters are those of the portal, which a text file does not choose', () => {
    expect(renderPages(readDelimited(bytes('a,b\n1,2'))).pages[0]?.html).not.toContain('font-family');
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

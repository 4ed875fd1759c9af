import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anySheetPlan, sheetHtml } from '../page-builders.ts';
import { lengthenPage, shortening, shortPage } from './short-page.ts';

function inPieces(html: string): string {
  const work = shortening(html);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

const columns = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** A sheet with addresses as the portal's own publishers write them. */
function addressed(rows: number, width: number, tag: (address: string, row: number, column: number) => string): string {
  const cells = (row: number) =>
    Array.from({ length: width }, (_, column) => tag(`${columns[column]}${row + 1}`, row, column)).join('');
  const all = Array.from({ length: rows }, (_, row) => `<tr>${cells(row)}</tr>`).join('');
  return `<table><tbody>${all}</tbody></table>`;
}
const plain = (address: string) => `<td data-cell="${address}">1</td>`;
const addressesIn = (html: string) => html.match(/ data-cell="[^"]*"/g) ?? [];

describe('a short page', () => {
  test('names no cell of a sheet from A1 on', () => {
    const short = shortPage(addressed(3, 4, plain));
    expect(short).toBe(`<table><tbody>${`<tr>${'<td~>1</td>'.repeat(4)}</tr>`.repeat(3)}</tbody></table>`);
  });

  test('names a column or row that hides another only where that is met first', () => {
    const html = addressed(40, 6, plain)
      .replaceAll(/<td data-cell="C\d+">1<\/td>/g, '')
      .replace(/<tr><td data-cell="A9">.*?<\/tr>/, '');
    expect(addressesIn(shortPage(html))).toEqual([' data-cell="D1"', ' data-cell="A10"']);
    expect(lengthenPage(shortPage(html))).toBe(html);
  });

  test('has the marks where the addresses were, behind what comes before them in their tags', () => {
    const html = addressed(2, 3, (address, row, column) =>
      column === 0
        ? `<th colspan="1" rowspan="1" scope="row" data-cell="${address}" data-s="3">${row}</th>`
        : `<td data-num="" data-cell="${address}">${row}</td>`,
    );
    expect(shortPage(html)).toContain(
      '<th colspan="1" rowspan="1" scope="row"~ data-s="3">0</th><td data-num=""~>0</td>',
    );
    expect(addressesIn(shortPage(html))).toEqual([]);
    expect(lengthenPage(shortPage(html))).toBe(html);
  });

  test('of a long page is worked out in pieces that know of each other', () => {
    const html = addressed(5000, 5, plain);
    expect([...shortening(html)].length).toBeGreaterThan(10);
    expect(addressesIn(inPieces(html))).toEqual([]);
    expect(inPieces(html)).toBe(shortPage(html));
  });
});

function isSame(html: string): void {
  const short = shortPage(html);
  expect(inPieces(html)).toBe(short);
  expect(lengthenPage(short)).toBe(html);
}

describe('a page is the same once it was shortened and lengthened', () => {
  test('whatever sheet it is', () => {
    fc.assert(
      fc.property(anySheetPlan, fc.boolean(), (plan, asLetters) => {
        const html = sheetHtml(plan);
        const letters = html.replaceAll(/data-cell="R(\d+)C(\d)"/g, (_, row, column) => {
          return `data-cell="${columns[Number(column)]}${Number(row) + 1}"`;
        });
        isSame(asLetters ? letters : html);
      }),
      { numRuns: 300 },
    );
  });

  /** What hostile publishers could write, did the cleaner let it through, and what stands beside. */
  const part = fc.oneof(
    fc.constantFrom(
      '<tr>',
      '<tr',
      '</tr>',
      '<td',
      '<th',
      '<td>',
      '<td~',
      '<th~~>',
      '~',
      '>',
      '"',
      ' ',
      '<',
      '<!--',
      '-->',
    ),
    fc.constantFrom(
      ' colspan="3"',
      ' rowspan="2"',
      ' scope="col"',
      ' colspan="99999999999"',
      ' data-num=""',
      ' data-cell="A1"~',
      ' data-cell="B1"~~',
    ),
    fc.constantFrom(
      ' title="<td data-cell="',
      ' title="a~b"',
      ' data-cell=""',
      ' data-cell="A1',
      ' data-cell="$&"',
      ' data-cell="$1"',
    ),
    fc
      .tuple(
        fc.constantFrom(
          'A',
          'B',
          'Z',
          'AA',
          'XFD',
          'ZZZ',
          'ABCD',
          'a',
          '[',
          '',
          '$A',
          'Sheet1!A',
          '__proto__',
          'constructor',
        ),
        fc.constantFrom(
          '1',
          '2',
          '3',
          '01',
          '0',
          '1048576',
          '1048577',
          '9999999',
          '10000000',
          '99999999999999999999',
          '',
          '-1',
        ),
      )
      .map(([column, row]) => ` data-cell="${column}${row}"`),
    fc
      .tuple(fc.constantFrom('A', 'B', 'C'), fc.integer({ min: 1, max: 4 }))
      .map(([c, r]) => `<td data-cell="${c}${r}"`),
    fc.string({ maxLength: 4, unit: 'binary' }),
  );
  const hostile = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));

  test('whatever text it is', () => {
    fc.assert(fc.property(hostile, isSame), { numRuns: 3000 });
  });

  test('wherever it is cut for its pieces', () => {
    const filler = 'x'.repeat(16_370);
    fc.assert(
      fc.property(hostile, hostile, fc.integer({ min: 0, max: 30 }), (before, after, more) =>
        isSame(`${before}${filler}${'y'.repeat(more)}${after}`),
      ),
      { numRuns: 500 },
    );
  });

  test('however often it is shortened', () => {
    fc.assert(
      fc.property(hostile, (html) => {
        expect(lengthenPage(lengthenPage(shortPage(shortPage(html))))).toBe(html);
      }),
      { numRuns: 500 },
    );
  });
});

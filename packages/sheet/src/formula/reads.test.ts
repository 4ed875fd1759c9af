import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../address.ts';
import { readWorkbook } from '../publish-pages.ts';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';
import { moved } from './areas.ts';
import { FormulaBook } from './formula-book.ts';
import type { WrittenArea } from './node.ts';
import { readersOf, readsOf } from './reads.ts';

const side = fc.integer({ min: 3, max: 12 });
const area: fc.Arbitrary<WrittenArea> = fc
  .tuple(side, side, side, side, fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean())
  .map(([top, bottom, left, right, ...[a, b, c, d]]) => ({
    top,
    bottom,
    left,
    right,
    fixed: { top: a, bottom: b, left: c, right: d },
  }));

test('the places that read a cell are those whose area holds it', () => {
  const first = { row: 4, column: 5 };
  const box = { top: 4, left: 5, bottom: 9, right: 8 };
  fc.assert(
    fc.property(area, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (written, row, column) => {
      const found = readersOf({ sheet: 's', area: written, isOfName: false }, { row, column }, { first, box });
      for (let at = box.top; at <= box.bottom; at++) {
        for (let across = box.left; across <= box.right; across++) {
          const range = moved(written, { rows: at - first.row, columns: across - first.column });
          const isRead = found !== undefined && holds(found, at, across);
          expect([at, across, isRead]).toEqual([at, across, holds(range, row, column)]);
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('the text of a formula tells what it reads, but where it makes references', async () => {
  const behind =
    '<definedNames><definedName name="Level">S!$B$2</definedName><definedName name="Loop">Loop+1</definedName></definedNames>';
  const body = cellsXml([
    [1, 2],
    [3, 4],
  ]);
  const workbook = await readWorkbook(
    buildXlsx({
      sheets: [
        { name: 'S', body },
        { name: 'Other', body },
      ],
      behind,
    }),
  );
  const book = new FormulaBook(workbook, new Date(0));
  const reads = (text: string) =>
    readsOf(book.formula(text).root, book, 'S')?.map(({ sheet, area: { top, left, bottom, right } }) =>
      [sheet, top, left, bottom, right].join(' '),
    );
  expect(reads('A1+SUM(Other!$A$1:B2)*Level')).toEqual(['s 2 2 2 2', 'other 1 1 2 2', 's 1 1 1 1']);
  expect(reads('LET(x,A1,x+B1)')).toEqual(['s 1 1 1 1', 's 1 2 1 2']);
  expect(reads('1+2')).toEqual([]);
  for (const text of ['OFFSET(A1,1,0)', 'INDIRECT("A1")', 'Gone!A1', 'Loop', 'S:Other!A1', 'T[x]'])
    expect([text, reads(text)]).toEqual([text, undefined]);
});

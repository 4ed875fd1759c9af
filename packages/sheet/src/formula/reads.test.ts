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
  expect(reads('LET(Level,Level*2,Level+1)')).toEqual(['s 2 2 2 2']);
  expect(reads('1+2')).toEqual([]);
  for (const text of ['OFFSET(A1,1,0)', 'INDIRECT("A1")', 'Gone!A1', 'Loop', 'S:Other!A1', 'T[x]'])
    expect([text, reads(text)]).toEqual([text, undefined]);
});

test('a short last area of SUMIF and AVERAGEIF is read as far as the first one goes', async () => {
  const names = { Kinds: 'S!$A$1:$A$10', First: 'S!$B$1' };
  const defined = Object.entries(names).map(([name, refers]) => `<definedName name="${name}">${refers}</definedName>`);
  const workbook = await readWorkbook(
    buildXlsx({
      sheets: [{ name: 'S', body: cellsXml([[1, 2]]) }],
      behind: `<definedNames>${defined.join('')}</definedNames>`,
    }),
  );
  const book = new FormulaBook(workbook, new Date(0));
  const reads = (text: string) => {
    const found = readsOf(book.formula(text).root, book, 'S');
    const isRead = ({ area: { top, left, bottom, right } }: { readonly area: WrittenArea }) =>
      holds({ top, left, bottom, right }, 5, 2);
    return found?.some(isRead);
  };
  for (const text of ['SUMIF(A1:A10,"x",B1)', 'AVERAGEIF(A1:A10,"x",B1:C2)', 'SUMIF(A$1:A$10,"x",B$1)'])
    expect([text, reads(text)]).toEqual([text, true]);
  for (const text of ['SUMIF(Kinds,"x",First)', 'SUMIF(Kinds,"x",B1)', 'SUMIF(A1:B4,"x",A2)'])
    expect([text, reads(text)]).toEqual([text, true]);
  for (const text of ['SUMIF(A1:A4,"x",B1)', 'SUMIF(A1:A10,"x")', 'SUMIFS(B1,A1,"x")'])
    expect([text, reads(text)]).toEqual([text, false]);
  // Of what grows as it moves, or what only the evaluation makes, nothing is told.
  for (const text of ['SUMIF(A$1:A10,"x",B1)', 'SUMIF(INDEX(A:B,0,1),"x",B1)', 'SUMIF(A1:A10,"x",IF(A1,B1,C1))'])
    expect([text, reads(text)]).toEqual([text, undefined]);
});

import { expect, test } from 'vitest';
import { type CellPlace, meets, rectangleOf } from './table-areas.ts';

const single = (row: number, column: number): CellPlace => ({ row, column, rows: 1, columns: 1 });
const merged: CellPlace = { row: 1, column: 1, rows: 2, columns: 2 };
const below: CellPlace = { row: 2, column: 3, rows: 1, columns: 3 };
const areas = [single(0, 0), single(0, 1), merged, single(1, 3), below, single(3, 0)];

test('two cells make a rectangle, whichever is first', () => {
  const expected = { top: 0, left: 0, bottom: 3, right: 1 };
  expect(rectangleOf([], single(3, 0), single(0, 1))).toEqual(expected);
  expect(rectangleOf([], single(0, 1), single(3, 0))).toEqual(expected);
});

test('a rectangle grows until it cuts no merged cell', () => {
  expect(rectangleOf(areas, single(0, 0), single(0, 1))).toEqual({ top: 0, left: 0, bottom: 0, right: 1 });
  expect(rectangleOf(areas, single(0, 0), merged)).toEqual({ top: 0, left: 0, bottom: 2, right: 2 });
  expect(rectangleOf(areas, merged, single(1, 3))).toEqual({ top: 1, left: 1, bottom: 2, right: 5 });
});

test('a cell meets a rectangle that it covers a place of', () => {
  const rectangle = { top: 2, left: 2, bottom: 4, right: 4 };
  expect([merged, below, single(1, 3), single(4, 5)].map((area) => meets(area, rectangle))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

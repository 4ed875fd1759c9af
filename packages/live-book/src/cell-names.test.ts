import { expect, test } from 'vitest';
import { areaName, areaOf, cellName, partsOf, placeOf } from './cell-names.ts';
import { kindOfCell } from './control-kind.ts';

test('a cell is known by its name, in whatever form', () => {
  expect([cellName(7, 28), cellName(1_048_576, 16_384)]).toEqual(['AB7', 'XFD1048576']);
  expect([placeOf('$ab$7'), placeOf('A1')]).toEqual([
    { row: 7, column: 28 },
    { row: 1, column: 1 },
  ]);
  expect(['', 'A', '7', 'A0', 'A1.5', 'A-1', 'A1B', 'Ä1'].map(placeOf)).toEqual(Array(8).fill(undefined));
});

test('an area has a name and parts of which none is too large', () => {
  expect(areaOf('C9:B2')).toEqual({ top: 2, left: 2, bottom: 9, right: 3 });
  expect(areaOf('A1:B2:C3')).toBeUndefined();
  expect([...partsOf({ top: 1, left: 1, bottom: 5, right: 2 }, 4)].map(areaName)).toEqual(['A1:B2', 'A3:B4', 'A5:B5']);
  expect([...partsOf({ top: 1, left: 1, bottom: 1, right: 5 }, 2)].map(areaName)).toEqual(['A1:B1', 'C1:D1', 'E1']);
});

test('what a cell takes is told by what it holds and how it shows it', () => {
  expect(kindOfCell(true, 'General')).toBe('checkbox');
  expect(kindOfCell(1, '[Red]#,##0.00 "day"')).toBe('number');
  expect(['d/m/yyyy', 'yyyy-mm-dd hh:mm', 'h:mm'].map((format) => kindOfCell(1, format))).toEqual([
    ...['date', 'dateTime', 'time'],
  ]);
  expect(kindOfCell('x', 'General')).toBe('text');
  expect(kindOfCell(1, 'General')).toBe('number');
  expect(kindOfCell(0.5, '0%')).toBe('percent');
  expect(kindOfCell(5, '@')).toBe('text');
});

test('a cell that was emptied goes on with what its format says, and takes anything where that says nothing', () => {
  expect(['0', '#,##0.00', '0%', 'd/m/yyyy', '@', 'General'].map((format) => kindOfCell(null, format))).toEqual([
    ...['number', 'number', 'percent', 'date', 'text', 'any'],
  ]);
});

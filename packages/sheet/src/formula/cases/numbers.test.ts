import { describe, expect, test } from 'vitest';
import { deviationsFor, shareBelow } from '../functions/numbers/normal.ts';
import { asked, type Case, caseWorkbook, told } from './case-book.ts';

const book = await caseWorkbook();

/** Results by the pages of the functions at support.microsoft.com: to six digits where these are rounded. */
const close: readonly Case[] = [
  ['CORREL({3,2,4,5,6},{9,7,12,15,17})', 0.997054],
  ['PEARSON({9,7,5,3,1},{10,6,1,5,3})', 0.699379],
  ['RSQ({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})', 0.0579502],
  ['SLOPE({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})', 0.305556],
  ['INTERCEPT({2,3,9,1,8},{6,5,11,7,5})', 0.0483871],
  ['FORECAST(30,{6,7,9,15,21},{20,28,31,38,40})', 10.6073],
  ['FORECAST.LINEAR(30,{6,7,9,15,21},{20,28,31,38,40})', 10.6073],
  ['NORM.DIST(42,40,1.5,TRUE)', 0.908789],
  ['NORM.DIST(42,40,1.5,FALSE)', 0.10934],
  ['NORM.INV(0.908789,40,1.5)', 42],
  ['NORM.S.DIST(1.333333,TRUE)', 0.908789],
  ['NORM.S.DIST(1.333333,FALSE)', 0.16401],
  ['NORM.S.INV(0.908789)', 1.33333],
  ['HARMEAN(4,5,8,7,11,4,3)', 5.02838],
  ['TRIMMEAN({4,5,6,7,2,3,4,5,1,2,3},0.2)', 3.77778],
  ['AVEDEV(4,5,6,7,5,4,3)', 1.02041],
];

test.each(close)('%s is about %j', (formula, expected) => {
  expect(Number(Number(asked(book, formula)).toPrecision(6))).toBe(expected);
});

const exact: readonly Case[] = [
  ['CORREL(A1:A10,B1:B10)', '#DIV/0!'],
  ['CORREL({1,2},{1,2,3})', '#N/A'],
  ['CORREL(C1:C8,D1:D8)', '#N/A'],
  ['SLOPE({1,2},{3,3})', '#DIV/0!'],
  ['NORM.DIST(1,1,0,TRUE)', '#NUM!'],
  ['NORM.S.INV(0)', '#NUM!'],
  ['NORM.S.INV(0.5)', 0],
  ['HARMEAN(1,0)', '#NUM!'],
  ['TRIMMEAN({1,2},1)', '#NUM!'],
  ['PERMUT(100,3)', 970200],
  ['PERMUT(3,2)', 6],
  ['PERMUT(3,4)', '#NUM!'],
  ['BASE(7,2)', '111'],
  ['BASE(100,16)', '64'],
  ['BASE(15,2,10)', '0000001111'],
  ['BASE(-1,2)', '#NUM!'],
  ['DECIMAL("FF",16)', 255],
  ['DECIMAL(111,2)', 7],
  ['DECIMAL("zap",36)', 45745],
  ['DECIMAL("12",2)', '#NUM!'],
  ['ROMAN(499,0)', 'CDXCIX'],
  ['ROMAN(499,1)', 'LDVLIV'],
  ['ROMAN(499,2)', 'XDIX'],
  ['ROMAN(499,3)', 'VDIV'],
  ['ROMAN(499,4)', 'ID'],
  ['ROMAN(499,FALSE)', 'ID'],
  ['ROMAN(1994)', 'MCMXCIV'],
  ['ROMAN(0)', ''],
  ['ROMAN(4000)', '#VALUE!'],
  ['ARABIC("LVII")', 57],
  ['ARABIC("mcmxii")', 1912],
  ['ARABIC("-MMXI")', -2011],
  ['ARABIC("")', 0],
  ['ARABIC("ABC")', '#VALUE!'],
  ['DEC2BIN(9,4)', '1001'],
  ['DEC2BIN(-100)', '1110011100'],
  ['DEC2BIN(512)', '#NUM!'],
  ['DEC2HEX(100,4)', '0064'],
  ['DEC2HEX(-54)', 'FFFFFFFFCA'],
  ['DEC2HEX(28)', '1C'],
  ['DEC2HEX(64,1)', '#NUM!'],
  ['DEC2OCT(58,3)', '072'],
  ['DEC2OCT(-100)', '7777777634'],
  ['BIN2DEC(1100100)', 100],
  ['BIN2DEC(1111111111)', -1],
  ['BIN2DEC(2)', '#NUM!'],
  ['BIN2HEX(11111011,4)', '00FB'],
  ['BIN2HEX(1110)', 'E'],
  ['BIN2HEX(1111111111)', 'FFFFFFFFFF'],
  ['BIN2OCT(1001,3)', '011'],
  ['BIN2OCT(1100100)', '144'],
  ['HEX2BIN("F",8)', '00001111'],
  ['HEX2BIN("B7")', '10110111'],
  ['HEX2BIN("FFFFFFFFFF")', '1111111111'],
  ['HEX2DEC("A5")', 165],
  ['HEX2DEC("FFFFFFFF5B")', -165],
  ['HEX2DEC("3DA408B9")', 1034160313],
  ['HEX2OCT("F",3)', '017'],
  ['HEX2OCT("3B4E")', '35516'],
  ['HEX2OCT("FFFFFFFF00")', '7777777400'],
  ['OCT2BIN(3,3)', '011'],
  ['OCT2BIN(7777777000)', '1000000000'],
  ['OCT2DEC(54)', 44],
  ['OCT2DEC(7777777533)', -165],
  ['OCT2HEX(100,4)', '0040'],
  ['OCT2HEX(7777777533)', 'FFFFFFFF5B'],
  ['BITAND(13,25)', 9],
  ['BITOR(23,10)', 31],
  ['BITXOR(5,3)', 6],
  ['BITAND(-1,1)', '#NUM!'],
];

test.each(exact)('%s is %j', (formula, expected) => {
  expect(told(asked(book, formula))).toBe(expected);
});

describe('the normal distribution', () => {
  test.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [-2, 0.0227501319481792],
    [3.5, 0.999767370920964],
    [-6, 9.86587645037698e-10],
    [-10, 7.61985302416053e-24],
    [8, 0.999999999999999],
  ])('below %s deviations lies %s', (z, share) => {
    expect(Math.abs(shareBelow(z) / share - 1)).toBeLessThan(1e-13);
  });

  test('the deviations of a share give back the share', () => {
    for (const share of [1e-12, 1e-6, 0.02, 0.02425, 0.3, 0.5, 0.7, 0.98, 0.999999]) {
      expect(Math.abs(shareBelow(deviationsFor(share)) / share - 1)).toBeLessThan(1e-13);
    }
  });
});

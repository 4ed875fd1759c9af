import fc from 'fast-check';

/** Formulas of columns E and F: of cells alone, of areas, of each other, of any cell, and without a result. */
const formulas = [
  'A1+B1',
  'SUM(A$1:D$3)',
  'AVERAGE($A$1:$D$7)',
  'IF(A2>0,B2,"a text that is much too long for its own cell")',
  'Other!$A$1*2',
  'Level',
  'Level&"!"',
  'VLOOKUP(A1,Other!$A$1:$B$3,2,FALSE)',
  'OFFSET(A1,0,1)',
  'INDIRECT("C3")',
  'INDIRECT("E1")',
  'E1+1',
  'F2*2',
  'SUM(E1:E3)',
  'IF(A1>0,E4,F4)',
  'IFERROR(E5,"none")',
  'NOPE(A1)',
  'TEXT(A1,"0.00")',
  'SUMIF(A1:A7,">0",B1)',
  'MATCH(B3,A:A,0)',
  'LET(x,A1,x+B2)',
  'SUBTOTAL(9,A1:A4)',
  'SUBTOTAL(9,A1:E4)',
  'ISFORMULA(E2)',
  'COUNTIF(C:C,C1)',
  '1/C2',
  'SUM(A:A)',
  'SUM(Other!A:B)+MAX($B$7:B1)',
  'SUM(E:E)',
  'SUM(Area)',
  'AVERAGEIF(Area,">0",C1)',
  'INDEX(A1:D7,2,3)',
  'COUNTBLANK(A1:D7)',
  'SUMPRODUCT(A1:A3,B1:B3)',
  'MAX(A$1:A3)-MIN(A$1:A2)',
  'LARGE($A$1:$D$7,2)',
  'RANK(A1,$A$1:$A$7)',
  'PERCENTILE(A1:D7,0.3)',
  'IF(ISBLANK(A1),"blank",A1&"")',
  'A1=B1',
  'IFERROR(A1*1,LEN(A1))',
  'SUBTOTAL(109,A1:D7)',
  'ROWS(A:A)+COLUMN(B1)',
  'CHOOSE(2,A1,E2)',
];

/** A formula in one of the last two columns of a sheet, and what its program saved as its result. */
export interface RandomFormula {
  readonly row: number;
  readonly isLast: boolean;
  readonly text: string;
  readonly saved: number;
}

/** Formulas in some of the rows of a sheet, or none. */
export function randomFormulas(rows: number): fc.Arbitrary<readonly RandomFormula[]> {
  const one = fc.record({
    row: fc.nat(rows - 1),
    isLast: fc.boolean(),
    text: fc.constantFrom(...formulas),
    saved: fc.nat(2),
  });
  return fc.oneof(fc.constant([]), fc.array(one, { minLength: 1, maxLength: 8 }));
}

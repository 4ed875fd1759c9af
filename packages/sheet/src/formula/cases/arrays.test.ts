import { expect, test } from 'vitest';
import { cellEnv } from '../calculate.ts';
import { resultsOf } from '../evaluate.ts';
import { FormulaBook } from '../formula-book.ts';
import { isError, isGrid, type Scalar } from '../values/value.ts';
import { asked, type Case, caseMoment, caseWorkbook, told } from './case-book.ts';

const workbook = await caseWorkbook();

function shown(value: Scalar): string {
  return isError(value) ? value.error : String(value ?? '');
}

/** All that a formula gives: cells parted by commas, rows by semicolons. */
function all(formula: string): string {
  const book = new FormulaBook(workbook, caseMoment);
  const sheet = book.sheet('Data');
  if (!sheet) throw new Error('The workbook of the cases has no sheet');
  const fills = { top: 2, left: 12, bottom: 2, right: 12 };
  const { root } = book.formula(formula);
  book.share();
  const made = resultsOf(
    root,
    cellEnv({ book, sheet, row: 2, column: 12 }, { text: formula, away: { rows: 0, columns: 0 }, fills }),
  );
  if (!isGrid(made)) return typeof made === 'object' && 'parts' in made ? '(area)' : shown(made);
  const rows = Array.from({ length: made.height }, (_, n) => made.values.slice(n * made.width, (n + 1) * made.width));
  return rows.map((row) => row.map(shown).join()).join(';');
}

/** Results by the pages of the functions at support.microsoft.com. */
test.each([
  ['UNIQUE({1;2;2;3})', '1;2;3'],
  ['UNIQUE(B1:B5)', 'apple;Banana;cherry;date'],
  ['UNIQUE({"a";"A";"b"})', 'a;b'],
  ['UNIQUE({1,1,2},TRUE)', '1,2'],
  ['UNIQUE({1;2;2;3},FALSE,TRUE)', '1;3'],
  ['UNIQUE({1;1},FALSE,TRUE)', '#CALC!'],
  ['UNIQUE(G2:H5)', 'North,Tea;South,Tea;North,Milk;West,Tea'],
  ['SORT({3;1;2})', '1;2;3'],
  ['SORT({3;1;2},1,-1)', '3;2;1'],
  ['SORT({"b";1;TRUE;"A"})', '1;A;b;true'],
  ['SORT({3,1,2},1,1,TRUE)', '1,2,3'],
  ['SORT({"z";"Ä";"b";"_";"1";"a"})', '_;1;a;Ä;b;z'],
  ['SORTBY({1;2;3},{"zebra";"Öl";"Nuss"})', '3;2;1'],
  ['SORT(G2:I5,3,-1)', 'South,Tea,250;North,Tea,100;North,Milk,75;West,Tea,20'],
  ['SORT(G2:I5,{1,3},{1,-1})', 'North,Tea,100;North,Milk,75;South,Tea,250;West,Tea,20'],
  ['SORT({1;2},3)', '#VALUE!'],
  ['SORTBY(E1:E3,{3;1;2})', 'b;c;a'],
  ['SORTBY(H2:H5,G2:G5,1,I2:I5,-1)', 'Tea;Milk;Tea;Tea'],
  ['SORTBY({1;2},{1;2;3})', '#VALUE!'],
  ['FILTER(G2:I5,I2:I5>50)', 'North,Tea,100;South,Tea,250;North,Milk,75'],
  ['FILTER(H2:H5,(G2:G5="North")*(I2:I5>90))', 'Tea'],
  ['FILTER(A1:A3,A1:A3>99)', '#CALC!'],
  ['FILTER(A1:A3,A1:A3>99,"none")', 'none'],
  ['FILTER({1,2,3},{1,0,1})', '1,3'],
  ['FILTER(A1:A3,{1;0})', '#VALUE!'],
  ['SEQUENCE(4,5)', '1,2,3,4,5;6,7,8,9,10;11,12,13,14,15;16,17,18,19,20'],
  ['SEQUENCE(3)', '1;2;3'],
  ['SEQUENCE(3,,10,-5)', '10;5;0'],
  ['SEQUENCE(0)', '#CALC!'],
  ['TAKE({1,2,3;4,5,6;7,8,9},2)', '1,2,3;4,5,6'],
  ['TAKE({1,2,3;4,5,6;7,8,9},-1)', '7,8,9'],
  ['TAKE({1,2,3;4,5,6;7,8,9},,2)', '1,2;4,5;7,8'],
  ['TAKE({1,2,3;4,5,6;7,8,9},-2,-1)', '6;9'],
  ['TAKE({1,2},0)', '#CALC!'],
  ['DROP({1,2,3;4,5,6;7,8,9},2)', '7,8,9'],
  ['DROP({1,2,3;4,5,6;7,8,9},,2)', '3;6;9'],
  ['DROP({1,2,3;4,5,6;7,8,9},-2)', '1,2,3'],
  ['DROP({1;2},2)', '#CALC!'],
  ['VSTACK({"A","B","C";"D","E","F"},{1,2,3;4,5,6})', 'A,B,C;D,E,F;1,2,3;4,5,6'],
  ['VSTACK({1;2;3},{"A","B";"C","D"})', '1,#N/A;2,#N/A;3,#N/A;A,B;C,D'],
  ['HSTACK({"A","B","C";"D","E","F"},{1,2,3;4,5,6})', 'A,B,C,1,2,3;D,E,F,4,5,6'],
  ['HSTACK({1;2;3},{"A","B";"C","D"})', '1,A,B;2,C,D;3,#N/A,#N/A'],
  ['TOCOL({1,2;3,4})', '1;2;3;4'],
  ['TOCOL({1,2;3,4},,TRUE)', '1;3;2;4'],
  ['TOCOL(C1:C8,3)', '1;1;true;;-2.5;x'],
  ['TOROW({1,2;3,4})', '1,2,3,4'],
  ['TOROW(C4:C5,1)', '#N/A'],
  ['CHOOSECOLS({1,2,3;4,5,6},3,1)', '3,1;6,4'],
  ['CHOOSECOLS({1,2,3;4,5,6},-1)', '3;6'],
  ['CHOOSECOLS({1,2},{2,1})', '2,1'],
  ['CHOOSECOLS({1,2},3)', '#VALUE!'],
  ['CHOOSEROWS({1,2;3,4;5,6},1,-1)', '1,2;5,6'],
  ['CHOOSEROWS({1;2},0)', '#VALUE!'],
  ['EXPAND({1,2;3,4},3,3)', '1,2,#N/A;3,4,#N/A;#N/A,#N/A,#N/A'],
  ['EXPAND({1},2,2,"-")', '1,-;-,-'],
  ['EXPAND({1;2},1)', '#VALUE!'],
  ['WRAPROWS({"A","B","C","D","E","F","G"},3)', 'A,B,C;D,E,F;G,#N/A,#N/A'],
  ['WRAPROWS({"A","B","C","D","E","F","G"},3,"x")', 'A,B,C;D,E,F;G,x,x'],
  ['WRAPCOLS({"A","B","C","D","E","F","G"},3)', 'A,D,G;B,E,#N/A;C,F,#N/A'],
  ['WRAPROWS({1,2},0)', '#NUM!'],
  ['MMULT({1,3;7,2},{2,0;0,2})', '2,6;14,4'],
  ['MMULT({1,2},{1,2})', '#VALUE!'],
  ['TEXTSPLIT("Dakota Lennon Sanchez"," ")', 'Dakota,Lennon,Sanchez'],
  ['TEXTSPLIT("To be or not to be.",," ")', 'To;be;or;not;to;be.'],
  ['TEXTSPLIT("1,2,3;4,5,6",",",";")', '1,2,3;4,5,6'],
  ['TEXTSPLIT("1,2;3",",",";")', '1,2;3,#N/A'],
  ['TEXTSPLIT("1,2;3",",",";",,,"-")', '1,2;3,-'],
  ['TEXTSPLIT("Do. Or do not. There is no try. -Anonymous",".")', 'Do, Or do not, There is no try, -Anonymous'],
  ['TEXTSPLIT("a-b.c",{"-","."})', 'a,b,c'],
  ['TEXTSPLIT("a--b","-")', 'a,,b'],
  ['TEXTSPLIT("a--b","-",,TRUE)', 'a,b'],
  ['TEXTSPLIT("1X2x3","x",,,1)', '1,2,3'],
  ['TEXTSPLIT("ab","")', '#VALUE!'],
  ['_xlfn._xlws.SORT(_xlfn.UNIQUE(H2:H5))', 'Milk;Tea'],
])('%s fills %s', (formula, expected) => {
  expect(all(formula)).toBe(expected);
});

const text = '"Little red Riding Hood’s red hood"';
test.each<Case>([
  [`TEXTBEFORE(${text},"Red",,1)`, 'Little '],
  [`TEXTBEFORE(${text},"red",2)`, 'Little red Riding Hood’s '],
  [`TEXTBEFORE(${text},"red",-2)`, 'Little '],
  [`TEXTBEFORE(${text},"Red")`, '#N/A'],
  [`TEXTBEFORE(${text},"Red",,,,"none")`, 'none'],
  [`TEXTBEFORE("Marcus Aurelius"," ",,,1)`, 'Marcus'],
  [`TEXTBEFORE("Socrates"," ",,,1)`, 'Socrates'],
  [`TEXTBEFORE("abc","b",0)`, '#VALUE!'],
  [`TEXTBEFORE("a-b.c",{".","-"})`, 'a'],
  [`TEXTBEFORE("abc","")`, ''],
  [`TEXTAFTER(${text},"red")`, ' Riding Hood’s red hood'],
  [`TEXTAFTER(${text},"red",2)`, ' hood'],
  [`TEXTAFTER(${text},"red",-2)`, ' Riding Hood’s red hood'],
  [`TEXTAFTER("Socrates"," ",,,1)`, ''],
  [`TEXTAFTER("abc","")`, 'abc'],
  ['_xlfn.LET(_xlpm.x,5,_xlpm.y,_xlpm.x*2,_xlpm.x+_xlpm.y)', 15],
  ['SUM(_xlfn.LET(_xlpm.a,A1:A3,_xlpm.a))', 16],
  ['_xlfn.SINGLE(A1:A10)', 3],
  ['SUM(_xlfn.ANCHORARRAY(A1))', '#REF!'],
  ['SUM(SEQUENCE(1000))', 500500],
])('%s is %j', (formula, expected) => {
  expect(told(asked(workbook, formula))).toBe(expected);
});

test.each(['SEQUENCE(1048576,16384)', 'EXPAND({1},1048576,1000)', 'MMULT(SEQUENCE(1000,1000),SEQUENCE(1000,1000))'])(
  '%s is more than a formula may do',
  (formula) => {
    expect(() => asked(workbook, formula)).toThrow('The formulas take too long to calculate.');
  },
);

test.each(['RAND()', 'RANDBETWEEN(1,2)', 'RANDARRAY(2)'])('%s is not evaluated', (formula) => {
  expect(() => asked(workbook, formula)).toThrow(/is not evaluated/);
});

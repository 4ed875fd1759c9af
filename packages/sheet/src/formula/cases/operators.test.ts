import { describe, expect, test } from 'vitest';
import { asked, type Case, caseWorkbook, told } from './case-book.ts';

const book = await caseWorkbook();

const cases: readonly Case[] = [
  // Texts have the order of letters, not of their codes.
  ['"Ä"<"b"', true],
  ['"ä">"z"', false],
  ['"é"<"f"', true],
  ['"Z">"é"', true],
  ['"a"="ä"', false],
  ['"a"<"ä"', true],
  ['"_"<"1"', true],
  ['"_x"<"ax"', true],
  ['"(b)"<"a"', true],
  ['"9"<"a"', true],
  ['"a"="A"', true],
  ['"a"<"B"', true],
  ['"straße"="strasse"', false],
  ['COUNTIF(B1:B10,">é")', 3],
  ['MATCH("m",{"apple","Äpfel","zebra"})', 2],
  ['LOOKUP("étage",{"date","Etui","zoo"},{1,2,3})', 1],
  ['VLOOKUP("öl",{"nord",1;"ost",2;"zug",3},2)', 1],
  // Arithmetic and order of operators (Microsoft, "Calculation operators and precedence in Excel").
  ['1+2*3', 7],
  ['(1+2)*3', 9],
  ['-2^2', 4],
  ['0-2^2', -4],
  ['2^3^2', 64],
  ['2^-1', 0.5],
  ['10%', 0.1],
  ['50%%', 0.005],
  ['200*5%', 10],
  ['7/2', 3.5],
  ['1/0', '#DIV/0!'],
  ['0^0', '#NUM!'],
  ['10^400', '#NUM!'],
  ['(-8)^(1/3)', '#NUM!'],
  ['1-0.9-0.1', 0],
  ['0.1+0.2=0.3', true],
  ['1=1=TRUE', true],
  ['-A1', -5],
  ['+B1', 'apple'],
  ['--"3"', 3],
  ['"3"+4', 7],
  ['"3"&4', '34'],
  ['"x"+1', '#VALUE!'],
  ['TRUE+1', 2],
  ['"$1,200.50"+0', 1200.5],
  ['"12%"*1', 0.12],
  ['"1/2/2020"+0', 43832],
  ['"10:30"*24', 10.5],
  ['"(5)"+0', -5],
  ['C4+1', 1],
  ['C4&"!"', '!'],
  ['C5+1', '#N/A'],
  ['1&TRUE', '1TRUE'],
  ['1/3&""', '0.333333333333333'],
  ['123456789012345678&""', '123456789012346000'],
  ['1E+20&""', '1E+20'],
  ['0.00001&""', '0.00001'],
  ['1.5E-9&""', '1.5E-09'],
  // Comparison: numbers before texts before truth values, texts without case.
  ['"a"="A"', true],
  ['"a"<"B"', true],
  ['"10"<9', false],
  ['"a">99999', true],
  ['TRUE>"z"', true],
  ['FALSE>1000', true],
  ['C4=0', true],
  ['C4=""', true],
  ['C4=FALSE', true],
  ['C6=""', true],
  ['C6=0', false],
  ['C2=1', false],
  ['1<>2', true],
  ['2>=2', true],
  ['2<=1', false],
  ['NA()=1', '#N/A'],
  // References.
  ['A1:A3 A2:C2', 3],
  ['SUM(A1:B3 A2:D2)', 3],
  ['A1:A2 C1:C2', '#NULL!'],
  ['SUM((A1,A3,D1))', 23],
  ['SUM(A1:A2:A4)', 17],
  ['SUM(A1:INDEX(A:A,3))', 16],
  ['A1:A10', 3],
  ['D1:E1', '#VALUE!'],
  ['@A1:A10', 3],
  ['SUM(A:A)', 48],
  ['SUM(1:1)', 45016],
  ['SUM(A:B,D:D)', 198],
  ['Other!A2', 200],
  ['SUM(Other!A:A)', 300],
  ["'It''s'!A1", 7],
  ['SUM(Data:Other!A1)', 105],
  ['Missing!A1', '#REF!'],
  ['#REF!+1', '#REF!'],
  ['Other!#REF!', '#REF!'],
  ['Rate', 10],
  ['rate*Twice', 200],
  ['SUM(Numbers)', 48],
  ['Beside', 3],
  ['Text&"!"', 'a name!'],
  ['NoSuchName', '#NAME?'],
  ['SUM(Sales[Amount])', 445],
  ['SUM(Sales[[#All],[Amount]])', 445],
  ['Sales[[#Headers],[Item]]', 'Item'],
  ['COUNTA(Sales)', 12],
  ['COUNTA(Sales[#All])', 15],
  ['COUNTA(Sales[[Region]:[Item]])', 8],
  ['COUNTA(Sales[#Headers])', 3],
  ['SUM(Sales[amount])', 445],
  ['Sales[Missing]', '#REF!'],
  ['Sales[[#Totals],[Amount]]', '#REF!'],
  ['SUM({1,2;3,4})', 10],
  ['SUM({1,2,3}*{10;20})', 180],
  ['SUM(LARGE(A1:A10,{1,2}))', 17],
  ['LET(x,5,y,x*2,x+y)', 15],
];

test.each(cases)('%s is %j', (formula, expected) => {
  expect(told(asked(book, formula))).toBe(told(expected));
});

describe('over arrays', () => {
  test.each<Case>([
    ['SUM(A1:A3*D1:D3)', 350],
    ['SUM((A1:A10>4)*1)', 5],
    ['SUM(IF(A1:A10>4,A1:A10,0))', 35],
    ['MAX(IF(B1:B10="apple",A1:A10))', 5],
    ['SUM(A1:A2*{1,10})', 88],
    ['SUM(LEN(B1:B10))', 47],
    ['AND(A1:A10>0)', true],
    ['SUM(--(ISNUMBER(SEARCH("apple",B1:B10))))', 3],
    ['INDEX(E1:E5,MATCH(1,(D1:D5>20)*(D1:D5<50),0))', 'c'],
    ['SUM(IFERROR(C1:C8*1,0))', 0.5],
    ['SUM(ROW(A1:A3))', 6],
    ['SUM(A1:A3+A1:A2)', '#N/A'],
    ['SUM(A:A*1)', 48],
    ['TEXTJOIN(",",TRUE,IF(A1:A10>7,B1:B10,""))', 'cherry,date'],
    ['A1:A3*2', 10],
  ])('%s is %j', (formula, expected) => {
    expect(told(asked(book, formula, { isArray: true }))).toBe(told(expected));
  });
});

test('a name that refers to itself, and a function that is not known, give nothing, and say so', () => {
  expect(() => asked(book, 'Loop')).toThrow('A name refers to itself.');
  expect(() => asked(book, 'NOPE(1)')).toThrow('The function NOPE is not evaluated.');
  expect(() => asked(book, 'LAMBDA(x,x+1)(1)')).toThrow(/not evaluated|cannot be read/);
  expect(() => asked(book, '[1]Sheet!A1')).toThrow('A formula refers to another workbook.');
  expect(() => asked(book, 'A1+')).toThrow('A formula cannot be read.');
  expect(told(asked(book, 'IF(FALSE,NOPE(),1)'))).toBe(1);
});

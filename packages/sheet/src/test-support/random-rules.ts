import { escaped } from './xlsx-builder.ts';

const scale = (points: string, colors = 2) =>
  `<colorScale>${points}${['FFFFFFFF', 'FFFF0000', 'FF0000FF']
    .slice(0, colors)
    .map((rgb) => `<color rgb="${rgb}"/>`)
    .join('')}</colorScale>`;
const point = (type: string, value = '') => `<cfvo type="${type}"${value === '' ? '' : ` val="${value}"`}/>`;
const formula = (text: string) => `<formula>${escaped(text)}</formula>`;

/** Rules of every kind, but for their priority and the attributes that any may have. */
export const rules: readonly (readonly [attributes: string, inner: string])[] = [
  ['type="colorScale"', scale(point('min') + point('max'))],
  ['type="colorScale"', scale(point('min') + point('percentile', '50') + point('max'), 3)],
  ['type="colorScale"', scale(point('num', '-20') + point('percent', '80'))],
  ['type="colorScale"', scale(point('formula', '$B$2') + point('max'))],
  ['type="dataBar"', `<dataBar>${point('min')}${point('max')}<color rgb="FF638EC6"/></dataBar>`],
  [
    'type="dataBar"',
    `<dataBar showValue="0" minLength="10" maxLength="80">${point('num', '0')}${point('percentile', '90')}<color rgb="FF63C384"/></dataBar>`,
  ],
  [
    'type="iconSet"',
    `<iconSet iconSet="3Arrows">${point('percent', '0')}${point('percent', '33')}${point('percent', '67')}</iconSet>`,
  ],
  [
    'type="iconSet"',
    `<iconSet iconSet="4Rating" showValue="0" reverse="1">${point('percentile', '0')}${point('percentile', '25')}${point('num', '10')}${point('num', '40')}</iconSet>`,
  ],
  ['type="top10" rank="2"', ''],
  ['type="top10" rank="30" percent="1" bottom="1"', ''],
  ['type="aboveAverage"', ''],
  ['type="aboveAverage" aboveAverage="0" equalAverage="1"', ''],
  ['type="aboveAverage" stdDev="1"', ''],
  ['type="duplicateValues"', ''],
  ['type="uniqueValues"', ''],
  ['type="containsBlanks"', ''],
  ['type="notContainsBlanks"', ''],
  ['type="containsErrors"', ''],
  ['type="notContainsErrors"', ''],
  ['type="cellIs" operator="greaterThan"', formula('$B$2')],
  ['type="cellIs" operator="between"', formula('B1') + formula('A1+20')],
  ['type="cellIs" operator="notEqual"', formula('10')],
  ['type="containsText" operator="containsText" text="t"', ''],
  ['type="notContainsText" operator="notContains" text="x"', formula('ISERROR(SEARCH("x",A1))')],
  ['type="beginsWith" operator="beginsWith" text="a"', ''],
  ['type="endsWith" operator="endsWith" text="t"', ''],
  ['type="expression"', formula('A1>B1')],
  ['type="expression"', formula('A1>AVERAGE($A$1:$F$7)')],
  ['type="expression"', formula('COUNTIF($A$1:$F$7,A1)>1')],
  ['type="expression"', formula('SUM(A$1:A1)>30')],
  ['type="expression"', formula('Other!$A$1>A1')],
  ['type="expression"', formula('Level<A1')],
  ['type="expression"', formula('VLOOKUP(A1,Other!$A$1:$B$3,2,FALSE)>0')],
  ['type="expression"', formula('OFFSET(A1,0,1)>0')],
  ['type="expression"', formula('INDIRECT("C3")>A1')],
  ['type="expression"', formula('MOD(ROW(),2)=0')],
  ['type="expression"', formula('ISNUMBER(MATCH(A1,$C:$C,0))')],
  ['type="expression"', formula('RANK(A1,$A$1:$F$7)<4')],
  ['type="expression"', formula('LET(x,A1,x>SUM(B1:C2))')],
  ['type="expression"', formula('NOPE(A1)')],
];

/** Where a rule holds. */
export const places = ['A1:F7', 'B2:D5', 'A1:A7 C1:C7', 'C3', 'A:A', 'B1:F3'];

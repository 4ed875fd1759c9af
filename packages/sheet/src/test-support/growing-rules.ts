import { book, type GrowingFile, many, number, rows } from './growing-book.ts';

const rule = (inner: string, sqref = 'A1:A1048576') =>
  `<conditionalFormatting sqref="${sqref}">${inner}</conditionalFormatting>`;
const points = '<cfvo type="min"/><cfvo type="percentile" val="50"/>';
const colors = '<color rgb="FFFF0000"/><color rgb="FF0000FF"/>';

/** Conditional formats that grow: cells under them, rules, ranges. */
export const growingRules: readonly GrowingFile[] = [
  {
    name: 'cells under rules that look at all of them',
    size: 1500,
    bytes: (size) =>
      book(
        rows(size, (n) => `<c><v>${n}</v></c>`) +
          rule(
            '<cfRule type="top10" rank="5"/><cfRule type="duplicateValues"/><cfRule type="aboveAverage"/>' +
              `<cfRule type="colorScale"><colorScale>${points}${colors}</colorScale></cfRule>`,
          ),
      ),
  },
  {
    name: 'rules, each of a cell',
    size: 1500,
    bytes: (size) =>
      book(
        rows(size, () => number) +
          many(size, (n) => rule('<cfRule type="cellIs" operator="equal"><formula>1</formula></cfRule>', `A${n + 1}`)),
      ),
  },
  ...(
    [
      ['counts', 'COUNTIF($A:$A,A1)&gt;1'],
      ['counts so far', 'COUNTIF($A$1:$A1,A1)&gt;1'],
      ['places', 'RANK(A1,$A:$A)&lt;10'],
      ['sums so far', 'SUM($A$1:$A1)&gt;5'],
      ['look-ups', 'ISNUMBER(MATCH(A1,$A:$A,0))'],
    ] as const
  ).map(([what, formula]) => ({
    name: `cells under a rule of ${what} over their column`,
    size: 1500,
    bytes: (size: number) =>
      book(
        rows(size, (n) => `<c><v>${(n * 7919) % size}</v></c>`) +
          rule(`<cfRule type="expression" dxfId="0"><formula>${formula}</formula></cfRule>`),
      ),
  })),
  {
    name: 'formulas without results, each leaning on the next',
    size: 1500,
    bytes: (size) => book(rows(size, (n) => `<c><f>A${n + 2}+SUM(B$1:B${n + 1})</f></c><c><v>${n}</v></c>`)),
  },
  {
    name: 'ranges of a rule',
    size: 3000,
    bytes: (size) =>
      book(
        rows(size, () => number) +
          rule(
            '<cfRule type="containsBlanks"/>',
            many(size, (n) => `A${n + 1} `),
          ),
      ),
  },
];

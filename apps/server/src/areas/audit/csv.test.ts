import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('a text that a spreadsheet would run is told to be text', () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', ' =cmd()', '\t=1', '\r=1', '|x', '\n=1'];
  for (const text of hostile) expect(csvLine([text]).replace(/^"/, '')[0]).toBe("'");
  expect(csvLine(['ACME/ann', '2026-11-21T09:00:00.000Z', '{"a":1}'])).toBe(
    'ACME/ann,2026-11-21T09:00:00.000Z,"{""a"":1}"\r\n',
  );
});

test('commas, quotes and line ends stay within their cell', () => {
  expect(csvLine(['a,b', 'say "x"', 'two\nlines', ' edge ', ''])).toBe('"a,b","say ""x""","two\nlines"," edge ",\r\n');
});

test('wide letters and signs that are not seen hide no formula', () => {
  expect(csvLine(['＝1+1', '\u200b=1+1', '\u00ad＠x', 'a=1'])).toBe("'＝1+1,'\u200b=1+1,'\u00ad＠x,a=1\r\n");
});

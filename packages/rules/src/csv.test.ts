import { expect, test } from 'vitest';
import { cpuOf } from '../../../scripts/test/thread-cpu.ts';
import { csvLine, csvNumber, csvText } from './csv.ts';

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '|x',
  ' =cmd()',
  '\u00a0=1',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '\u200b=1+1',
  '\u00ad＠x',
])('the text %j is told to be text', (text) => {
  expect(csvText(text)[0]).toBe("'");
});

test.each([
  ['a=1', 'a=1'],
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a; "=1+1"', 'a; "\'=1+1"'],
  ['a;\u200b=1', "a;\u200b'=1"],
  ['a;＝1', "a;'＝1"],
  ['a\n=1+1', "a\n'=1+1"],
  ['1;-2; +3.5', '1;-2; +3.5'],
])('within %j no reader finds a formula', (text, safe) => {
  expect(csvText(text)).toBe(safe);
});

test.each([
  ['\u2212$1,240.5 k', '-$1,240.5 k'],
  ['-12.5%', '-12.5%'],
  ['+1', '+1'],
  ['\u2212.5', '-.5'],
  ["=cmd|'/C calc'!A1", "'=cmd|'/C calc'!A1"],
  ["-1+cmd|'/C calc'!A", "'-1+cmd|'/C calc'!A"],
])('the number %j is written as %j', (shown, field) => {
  expect(csvNumber(shown)).toBe(field);
});

test('commas, semicolons, tabs, quotes and line ends stay within their field', () => {
  expect(csvLine(['a,b', 'c;d', 'e\tf', 'say "x"', 'two\nlines', ' edge ', ''])).toBe(
    '"a,b","c;d","e\tf","say ""x""","two\nlines"," edge ",\r\n',
  );
});

test('a text of separators is written in proportion to its length', () => {
  const work = (size: number) => {
    const text = '\n\t"'.repeat(size);
    return cpuOf(() => {
      for (let n = 0; n < 20; n++) csvText(text);
    });
  };
  work(4000);
  const ratios = Array.from({ length: 8 }, () => work(4000) / work(2000));
  expect(Math.min(...ratios), ratios.join()).toBeLessThanOrEqual(2.3);
});

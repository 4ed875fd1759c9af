import { expect, test } from 'vitest';
import { countWords, thinnedWords } from './history-words.ts';
import { drawn, lineOf } from './line.ts';
import { valueRows, valuesCsv } from './value-rows.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 14, 0, second)).toISOString();
const value = (version: number, text: string, num: number | null) => ({
  ...{ version, utc: at(version), text, num, by: 'ACME/bot' },
});

test('each value tells what it changed, and a text tells nothing of that', () => {
  const rows = valueRows([
    value(4, '3.6120', 3.612),
    value(3, 'n/a', null),
    value(2, '3.6120', 3.612),
    value(1, '3.6095', 3.6095),
  ]);
  expect(rows.map(({ difference, percent }) => [difference, percent])).toEqual([
    ['', ''],
    ['', ''],
    ['+0.0025', '+0.07%'],
    ['', ''],
  ]);
});

test('a change is reckoned with the decimal mark of the page, whatever the values alone would say', () => {
  const values = [value(2, '1.002', 1002), value(1, '999', 999)];
  expect(valueRows(values, ',')[0]).toMatchObject({ difference: '+3', percent: '+0,30%' });
  expect(valueRows(values, '.')[0]).toMatchObject({ difference: '−997.998' });
});

test('the list as CSV has its quotes, and nothing in it is taken for a formula but numbers', () => {
  const csv = valuesCsv(
    valueRows([
      value(4, "=cmd|'/C calc'!A1", 7),
      { ...value(3, '-1,240.5', -1240.5), cell: 'B6' },
      value(2, '=1+1', null),
      value(1, 'a "b", c', null),
    ]),
    'B7',
  );
  expect(csv.split('\r\n')).toEqual([
    'Time,Value,Number,Difference,Publisher,Version,Cell',
    `${at(4)},'=cmd|'/C calc'!A1,7,,ACME/bot,4,B7`,
    `${at(3)},"-1,240.5",-1240.5,,ACME/bot,3,B6`,
    `${at(2)},'=1+1,,,ACME/bot,2,B7`,
    `${at(1)},"a ""b"", c",,,ACME/bot,1,B7`,
    '',
  ]);
});

test('where the report had no such cell that is said, and it counts as no value', () => {
  const gone = (version: number) => ({ ...value(version, '', null), gone: true });
  const now = Date.parse(at(9));
  const rows = valueRows([value(3, '2', 2), gone(2), value(1, '1', 1)]);
  expect(rows.map(({ difference }) => difference)).toEqual(['', '', '']);
  expect(valuesCsv(rows, 'B7').split('\r\n')[2]).toBe(`${at(2)},not in the report,,,ACME/bot,2,B7`);
  expect(countWords(rows, now)).toMatch(/^2 values since /);
  expect(countWords([value(3, '2', 2), gone(1)], now)).toMatch(/^Unchanged since /);
  expect(countWords([gone(3), value(1, '1', 1)], now)).toMatch(/^1 value since /);
});

test('a line holds each value until the next, has a gap where there was a text, and ends now', () => {
  const values = [value(4, '3', 3), value(2, 'n/a', null), value(1, '1', 1), value(0, '2', 2)];
  const line = lineOf(values, Date.parse(at(6)));
  expect(line?.path).toBe('M0 60H100V120H200M400 0H600');
  expect(line).toMatchObject({ least: { text: '1' }, most: { text: '3' }, end: { x: drawn.width, y: 0 } });
  expect(lineOf([value(1, '1', 1), value(0, 'n/a', null)], 0)).toBeUndefined();
  expect(lineOf([value(1, '1', 1), value(0, '1', 1)], 0)?.path).toBe(`M0 60H600V60H600`);
});

test('that versions were thinned out is told where the list reaches so far back', () => {
  const now = new Date(2026, 10, 23, 15).getTime();
  const local = (hours: number) => new Date(2026, 10, 23, hours).toISOString();
  const thinned = [{ before: local(14), every: 'minute' as const }];
  const one = { ...value(1, '1', 1), utc: local(13) };
  expect(thinnedWords({ thinned, values: [one] }, now)).toEqual([
    'Before 14:00:00, only one version per minute is kept.',
  ]);
  expect(thinnedWords({ thinned, values: [{ ...one, utc: local(14) }] }, now)).toEqual([]);
  expect(thinnedWords({ thinned: [{ before: local(14), every: 'hour' }], values: [one] }, now)).toEqual([
    'Before 14:00:00, only one version per hour is kept.',
  ]);
});

test('how long a value stood is told up to now, and in the past no further than what is shown', () => {
  const now = new Date(2026, 10, 23, 15).getTime();
  const past = new Date(2026, 10, 23, 14, 30).getTime();
  const one = { ...value(1, '1', 1), utc: new Date(2026, 10, 23, 13).toISOString() };
  expect(countWords([one], now)).toBe('Unchanged since 13:00:00');
  expect(countWords([one], now, past)).toBe('Unchanged from 13:00:00 to 14:30:00');
  expect(countWords([{ ...one, version: 2 }, one], now, past)).toBe('2 values from 13:00:00 to 14:30:00');
});

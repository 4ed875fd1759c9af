import { expect, test } from 'vitest';
import { withNotes } from './cell-notes.ts';
import { comparePage } from './compare-page.ts';
import { readSheets } from './sheet.ts';
import { growthOf, type Work } from './test-growth.ts';

/** Quality: CPU for doubled input. */
const MOST = 2.3;

const times = (count: number, make: (n: number) => string) => Array.from({ length: count }, (_, n) => make(n)).join('');
const table = (rows: string, head = '') => `<table>${head}<tbody>${rows}</tbody></table>`;
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const number = (value: number) => `<td data-num="">${value}</td>`;
const body = (html: string) => ({ html, styles: [] });
const compared = (older: string, newer: string) => () => comparePage(body(older), body(newer), 5000);

const comparisons: Readonly<Record<string, readonly [count: number, work: Work]>> = {
  'rows that are no more': [
    15_000,
    (count) => compared(table(times(count, (n) => row(`Row ${n}`, 'a'))), table(row('Row 1', 'a'))),
  ],
  'rows that came': [
    5000,
    (count) => compared(table(row('Row 1', 'a')), table(times(count, (n) => row(`Row ${n}`, 'a')))),
  ],
  'rows that are no more, under cells that reach to the end': [
    5000,
    (count) =>
      compared(
        table(times(count, (n) => `<tr><td>${n}</td><td rowspan="60000">x</td></tr>`)),
        table(times(count, (n) => `<tr><td>New ${n}</td><td rowspan="60000">x</td></tr>`)),
      ),
  ],
  'rows in the opposite order': [
    5000,
    (count) =>
      compared(
        table(times(count, (n) => row(`Row ${n}`, 'a'))),
        table(times(count, (n) => row(`Row ${count - n}`, 'a'))),
      ),
  ],
  'rows without names': [
    5000,
    (count) =>
      compared(
        table(times(count, (n) => `<tr>${number(n)}${number(n * 2)}</tr>`)),
        table(times(count, (n) => `<tr>${number(n)}${number(n * 3)}</tr>`)),
      ),
  ],
  'cells of one row, all changed': [
    5000,
    (count) =>
      compared(
        table(`<tr>${times(count, (n) => number(n))}</tr>`),
        table(`<tr>${times(count, (n) => number(n + 1))}</tr>`),
      ),
  ],
  'columns that are no more': [
    900,
    (count) => {
      const head = (from: number) => `<tr>${times(count, (n) => `<th>Column ${n + from}</th>`)}</tr>`;
      const cells = (from: number) => times(10, () => `<tr>${times(count, (n) => `<td>${n + from}</td>`)}</tr>`);
      return compared(table(head(0) + cells(0) + row('end')), table(head(count) + cells(count) + row('end')));
    },
  ],
  'rows beside many merged cells': [
    2000,
    (count) => {
      const first = `<tr>${times(count, (n) => `<td rowspan="60000">${n}</td>`)}</tr>`;
      return compared(
        table(first + times(count, (n) => row(`Row ${n}`))),
        table(first + times(count, (n) => row(`New ${n}`))),
      );
    },
  ],
  'merged cells that end one after the other': [
    2000,
    (count) => {
      const first = `<tr>${times(count, (n) => `<td rowspan="${n + 2}">${n}</td>`)}</tr>`;
      return compared(
        table(first + times(count, (n) => row(`Row ${n}`))),
        table(first + times(count, (n) => row(`New ${n}`))),
      );
    },
  ],
  'tables that are no more': [
    2000,
    (count) =>
      compared(
        times(count, (n) => table(row(`Table ${n}`))),
        '<p>None</p>',
      ),
  ],
  'lines of text': [
    5000,
    (count) =>
      compared(
        times(count, (n) => `<p>Line ${n}</p>`),
        times(count, (n) => `<p>New ${n}</p>`),
      ),
  ],
};

test.each(Object.entries(comparisons))('comparing twice as many %s takes about twice the time', (_, [count, work]) => {
  expect(growthOf(work, count, MOST)).toBeLessThanOrEqual(MOST);
});

test('writing twice as many notes takes about twice the time', () => {
  const noted = (n: number) => `<tr><td data-num="" data-was="${n}" data-change="+1">${n + 1}</td></tr>`;
  const work: Work = (count) => {
    const html = table(times(count, noted), '<colgroup><col style="width:60px"></colgroup>');
    return () => withNotes(html, 7);
  };
  expect(growthOf(work, 5000, MOST)).toBeLessThanOrEqual(MOST);
});

test('a row that is no more does not grow with the columns that it leaves empty', () => {
  const older = table(times(500, (n) => row(`Row ${n}`)));
  const newer = table('<tr><td colspan="1000">Wide</td><td>1</td></tr>'.repeat(2));
  const page = comparePage(body(older), body(newer), 5000);
  expect(page.total).toBeGreaterThan(500);
  expect(page.html.length).toBeLessThan(3 * older.length + newer.length + 500 * 60);
});

test('columns beyond those that a spreadsheet has are compared where they stand', () => {
  const wide = (last: string) => table(`<tr>${'<td colspan="1000"></td>'.repeat(40)}<td>${last}</td></tr>`);
  const page = comparePage(body(wide('old')), body(wide('new')), 5000);
  expect(page.entries.map(({ kind, was, now }) => [kind, was, now])).toEqual([['changed', 'old', 'new']]);
  expect(readSheets(wide('x')).map((part) => part.kind === 'table' && part.sheet.columns)).toEqual([16_384]);
});

import { applyOps } from '@sheetwire/page/ops';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffPage } from './diff-page.ts';

interface Row {
  readonly cells: readonly string[];
  readonly styles: readonly number[];
  /** Which cells are red by their number format. */
  readonly ink?: readonly boolean[];
}

function page(rows: readonly Row[], head = 0): string {
  return `<table><thead>${rows.slice(0, head).map(rowHtml).join('')}</thead><tbody>${rows.slice(head).map(rowHtml).join('')}</tbody></table>`;
}

function rowHtml({ cells, styles, ink = [] }: Row): string {
  const look = (n: number) => `${ink[n] ? ' data-ink="red"' : ''} data-s="${styles[n] ?? 0}"`;
  return `<tr>${cells.map((cell, n) => `<td${look(n)}>${cell}</td>`).join('')}</tr>`;
}

const row = (...cells: string[]): Row => ({ cells, styles: cells.map(() => 0) });
const body = (html: string, styles: string[] = []) => ({ html, styles });

test('changed cells are told one by one', () => {
  const rows = Array.from({ length: 20 }, (_, n) => row(`a${n}`, `b${n}`));
  const next = rows.map((old, n) => (n === 3 ? row('a3', 'new') : old));
  expect(diffPage(2, body(page(rows)), body(page(next)))).toEqual([[2, 'c', 7, 'new']]);
});

test('a changed style number is told with its cell', () => {
  const rows = Array.from({ length: 20 }, (_, n) => row(`a${n}`, `b${n}`));
  const next = rows.map((old, n) => (n === 0 ? { cells: old.cells, styles: [4, 0] } : old));
  expect(diffPage(0, body(page(rows)), body(page(next)))).toEqual([[0, 'c', 0, 'a0', 4]]);
});

test('an inserted row is told as one row', () => {
  const rows = Array.from({ length: 20 }, (_, n) => row(`a${n}`, `b${n}`));
  const next = [...rows.slice(0, 5), row('x', 'y'), ...rows.slice(5)];
  expect(diffPage(0, body(page(rows)), body(page(next)))).toEqual([
    [0, 'r', 5, 0, '<tr><td data-s="0">x</td><td data-s="0">y</td></tr>'],
  ]);
});

test('a list whose oldest row gives way to a new one is told as two rows', () => {
  const rows = Array.from({ length: 300 }, (_, n) => row(`trade ${n}`, `${n}.25`));
  const next = [row('new', '7'), ...rows.slice(0, -1)];
  expect(diffPage(0, body(page(rows)), body(page(next)))).toEqual([
    [0, 'r', 299, 1, ''],
    [0, 'r', 0, 0, '<tr><td data-s="0">new</td><td data-s="0">7</td></tr>'],
  ]);
});

test('a number that fell below zero takes its row along, and no more of the page', () => {
  const rows = Array.from({ length: 900 }, (_, n) => row(`a${n}`, `b${n}`));
  const red = '<td data-s="0">a5</td><td data-ink="red" data-s="0">-1</td>';
  const next = page(rows.with(300, row('a300', 'new'))).replace(rowHtml(row('a5', 'b5')), `<tr>${red}</tr>`);
  expect(diffPage(0, body(page(rows)), body(next))).toEqual([
    [0, 'r', 5, 1, `<tr>${red}</tr>`],
    [0, 'c', 601, 'new'],
  ]);
});

test('a small page goes row by row, however many of them change', () => {
  const rows = Array.from({ length: 6 }, (_, n) => row(`a${n}`, `b${n}`));
  const next = page(rows).replaceAll('<td data-s="0">b', '<td data-ink="red" data-s="0">b');
  const ops = diffPage(0, body(page(rows)), body(next));
  expect(ops?.map((op) => op[1])).toEqual(['r', 'r', 'r', 'r', 'r', 'r']);
});

test('a page that changed altogether is sent as itself', () => {
  const next = '<p>closed</p>';
  expect(diffPage(1, body(page([row('a')])), body(next))).toEqual([[1, 'p', next]]);
});

test('a new style is told before the cell that uses it', () => {
  const rows = Array.from({ length: 20 }, (_, n) => row(`a${n}`, `b${n}`));
  const next = rows.map((old, n) => (n === 0 ? { cells: old.cells, styles: [1, 0] } : old));
  const ops = diffPage(0, body(page(rows), ['color:red']), body(page(next), ['color:red', 'color:blue']));
  expect(ops).toEqual([
    [0, 's', 1, 'color:blue'],
    [0, 'c', 0, 'a0', 1],
  ]);
});

test('a shorter list of styles is more than ops can say', () => {
  expect(diffPage(0, body('<p>a</p>', ['color:red']), body('<p>a</p>'))).toBeUndefined();
});

test('the delta between any two pages gives the second one exactly', () => {
  const anyRow = fc.record({
    cells: fc.array(fc.constantFrom('1', '2', '3', 'x', ''), { minLength: 1, maxLength: 3 }),
    styles: fc.array(fc.nat(2), { maxLength: 3 }),
    ink: fc.array(fc.boolean(), { maxLength: 3 }),
  });
  const anyPage = fc.tuple(fc.array(anyRow, { minLength: 1, maxLength: 30 }), fc.nat(2));
  const edit = fc.tuple(fc.constantFrom('insert', 'remove', 'set'), fc.nat(29), anyRow);
  fc.assert(
    fc.property(anyPage, fc.array(edit, { maxLength: 8 }), fc.nat(2), ([rows, head], edits, nextHead) => {
      const next = [...rows];
      for (const [kind, at, value] of edits) {
        if (kind === 'insert') next.splice(Math.min(at, next.length), 0, value);
        else if (at < next.length) next.splice(at, 1, ...(kind === 'set' ? [value] : []));
      }
      const from = body(page(rows, head));
      const to = body(page(next, edits.length % 3 === 0 ? nextHead : head));
      const ops = diffPage(0, from, to);
      expect(ops && applyOps([from], ops)[0]?.html).toBe(to.html);
    }),
    { numRuns: 3000 },
  );
});

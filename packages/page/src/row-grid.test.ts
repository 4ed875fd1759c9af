import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CellLooks } from './cell-looks.ts';
import { anySheetPlan, type SheetPlan, sheetHtml } from './page-builders.ts';
import { rowsToGrid, toRowGrid } from './row-grid.ts';
import { toWire } from './to-wire.ts';

const label = { label: 'Positions' };
const plan: SheetPlan = {
  columns: 4,
  rows: 120,
  freeze: undefined,
  headRows: 1,
  footRows: 0,
  spans: [],
  blank: false,
  widths: true,
};
const grid = (change: Partial<SheetPlan>) => toRowGrid({ html: sheetHtml({ ...plan, ...change }) }, label);
const count = (html: string, text: string | RegExp) => html.split(text).length - 1;

describe('the row grid of a page', () => {
  test('goes back to the wire page exactly', () => {
    fc.assert(
      fc.property(anySheetPlan, (any) => {
        const wire = sheetHtml(any);
        expect(toWire(toRowGrid({ html: wire }, label).html)).toBe(wire);
      }),
      { numRuns: 400 },
    );
  });

  test('holds every cell and row once, whatever the blocks', () => {
    fc.assert(
      fc.property(anySheetPlan, (any) => {
        const wire = sheetHtml(any);
        const { html, cellCount, rowCount } = toRowGrid({ html: wire }, label);
        expect(count(html, ' data-cell="')).toBe(count(wire, ' data-cell="'));
        expect(cellCount).toBe(count(wire, ' data-cell="'));
        expect(rowCount).toBe(count(wire, /<tr[ >]/));
      }),
    );
  });

  test('cuts rows into blocks of fifty', () => {
    const { html, blocks } = grid({});
    expect(blocks).toBe(4);
    expect(html).toContain('<thead class="f" data-n="0" data-w="thead 0" role="rowgroup">');
    expect(html).toContain('<tbody data-n="204" data-w="tbody 1" role="rowgroup"');
  });

  test('cuts rows of many columns into blocks of a thousand cells', () => {
    expect(grid({ columns: 100, rows: 40, headRows: 0 }).blocks).toBe(4);
  });

  test('tells the whole size to screen readers', () => {
    expect(grid({}).html).toContain('role="table" aria-label="Positions" aria-rowcount="120" aria-colcount="4"');
    expect(grid({}).html).toContain('role="row" aria-rowindex="120">');
  });

  test('frozen rows of the body stand in one thead', () => {
    const { html } = grid({ headRows: 0, freeze: [2, 0] });
    expect(html).toMatch(/<thead class="f" data-n="0" data-w="tbody 0" role="rowgroup">(<tr.*?<\/tr>){2}<\/thead>/);
  });

  test('frozen rows of head and body stand in one thead', () => {
    const { html } = grid({ headRows: 1, freeze: [3, 0] });
    expect(count(html, '<thead')).toBe(1);
    expect(html).toContain('data-w="thead 0 1 2"');
  });

  test('a head that the publisher does not freeze scrolls away', () => {
    const { html } = grid({ headRows: 1, freeze: [0, 1] });
    expect(html).toContain('<thead data-n="0"');
  });

  test('frozen columns carry their offsets', () => {
    const { html } = grid({ freeze: [1, 2] });
    expect(html).toContain('--cols:88px 80px 80px 80px;--width:328px;--first:88px;--f1:0px;--f2:88px;--w:1');
    expect(html).toContain('class="f2 e"');
  });

  test('a merged cell is cut at the freeze line', () => {
    const { html } = grid({ freeze: [1, 1], spans: [{ at: 4, columns: 3, rows: 1 }] });
    expect(html).toContain(
      'colspan="3" class="f1 e" role="rowheader" aria-colspan="3" style="grid-column:span 1;--w:1"',
    );
    expect(html).toContain('<td data-fill="c" role="presentation" aria-hidden="true" style="grid-column:span 2"></td>');
  });

  test('rows under a row span form a block of their own', () => {
    const { html } = grid({ spans: [{ at: 41, columns: 1, rows: 3 }] });
    expect(html).toMatch(/<tbody class="m" data-n="40"/);
    expect(html).toContain('style="grid-area:1/2/span 3/span 1;--w:');
  });

  test('a row span of more than fifty rows is cut, its rest without content', () => {
    const { html } = grid({ headRows: 0, spans: [{ at: 0, columns: 1, rows: 120 }] });
    expect(count(html, '<tbody class="m"')).toBe(3);
    expect(count(html, 'data-fill="r"')).toBe(2);
    expect(html).toContain('aria-rowspan="120"');
  });

  test('many small merges share blocks', () => {
    const spans = Array.from({ length: 40 }, (_, n) => ({ at: n * 12, columns: 1, rows: 2 }));
    expect(grid({ headRows: 0, spans }).blocks).toBeLessThan(9);
  });

  test('a small table without widths stays native', () => {
    const { html, isUnmeasured } = grid({ widths: false });
    expect(html).toContain('class="t native"');
    expect(html).not.toContain('role="row"');
    expect(isUnmeasured).toBe(false);
  });

  test('a large table without widths waits to be measured', () => {
    expect(grid({ widths: false, rows: 600 }).isUnmeasured).toBe(true);
  });

  test('a table that names no cells stays as it is, save its cell number', () => {
    const html = '<p>Text</p><table><tbody><tr><td>1</td></tr></tbody></table>';
    const both = toRowGrid({ html: html + html }, label);
    expect(both.html).toContain('<p>Text</p><table data-n="0"><tbody><tr><td>1');
    expect(both.html).toContain('<table data-n="1">');
    expect(toWire(both.html)).toBe(html + html);
  });

  test('tables within cells are left alone', () => {
    const html = '<table><tbody><tr><td data-cell="A1"><table><tbody></tbody></table></td></tr></tbody></table>';
    expect(toRowGrid({ html }, label).html).toBe(html);
  });

  test('text that runs into a filled neighbour is clipped, into an empty one it is not', () => {
    const row = (next: string) =>
      `<table><colgroup><col style="width:40px"><col style="width:40px"></colgroup><tbody><tr><td data-cell="A1">A long name</td><td data-cell="B1">${next}</td></tr></tbody></table>`;
    expect(toRowGrid({ html: row('1') }, label).html).toContain('<td data-cell="A1" class="x"');
    expect(toRowGrid({ html: row('') }, label).html).not.toContain('class="x"');
  });

  test('what the publisher says of roles is kept', () => {
    const html =
      '<table><colgroup><col style="width:40px"></colgroup><tbody><tr role="row"><td data-cell="A1" role="note">1</td></tr></tbody></table>';
    const rendered = toRowGrid({ html }, label).html;
    expect(rendered).toContain('role="note" data-keep="role"');
    expect(toWire(rendered)).toBe(html);
  });
});

test('a zoom is a property of the table, which its columns know nothing of', () => {
  const html =
    '<table data-zoom="85"><colgroup><col style="width:40px"></colgroup><tbody><tr><td data-cell="A1">1</td></tr></tbody></table>';
  const rendered = toRowGrid({ html }, label).html;
  expect(rendered).toContain('--cols:48px;--width:48px;--first:48px;--zoom:0.85;');
  expect(toWire(rendered)).toBe(html);
});

describe('rows that come into a block', () => {
  const context = {
    widths: [80, 80],
    columns: 2,
    frozenColumns: 1,
    native: false,
    rowHeight: 24,
    isRightToLeft: false,
    looks: new CellLooks([], ''),
    isHeader: false,
    firstRow: 7,
  };
  test('look like the rows of the first rendering', () => {
    const rows = '<tr><th data-cell="A7">a</th><td data-cell="B7">1</td></tr>';
    expect(rowsToGrid(rows, context)).toBe(
      '<tr role="row" aria-rowindex="7"><th data-cell="A7" class="f1 e" role="rowheader">a</th><td data-cell="B7" role="cell">1</td></tr>',
    );
  });
  test('with row spans need a new rendering', () => {
    expect(rowsToGrid('<tr><td rowspan="2">a</td></tr><tr></tr>', context)).toBeUndefined();
  });
});

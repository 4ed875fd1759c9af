import type { Op } from '@sheetwire/contract/live';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageModel } from '../model/page-model.ts';
import { applyOps } from '../ops.ts';
import { anySheetPlan, sheetHtml } from '../page-builders.ts';
import { fewestOps } from './fewest-ops.ts';
import { undoOps } from './undo-ops.ts';

interface Step {
  readonly kind: 'cell' | 'look' | 'rows' | 'style' | 'page';
  readonly at: number;
  readonly remove: number;
  readonly put: number;
}

const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('cell', 'look', 'rows', 'rows', 'style', 'page'),
    at: fc.nat(1000),
    remove: fc.nat(3),
    put: fc.nat(3),
  }),
  { maxLength: 12 },
);

/** A step that fits the page. */
function opOf({ kind, at, remove, put }: Step, page: PageModel): Op | undefined {
  const { cellCount, rowCount } = page;
  switch (kind) {
    case 'page':
      return at % 9 === 0 ? [0, 'p', page.html.replace('</td>', `${put}</td>`)] : undefined;
    case 'style':
      return [0, 's', at % (page.styles.length + 1), `width:${put}px`];
    case 'rows': {
      if (rowCount === 0) return undefined;
      const from = at % (rowCount + 1);
      const row = (n: number) => `<tr><td data-cell="N${n}" data-s="1">${at} ${n}</td><td>b</td></tr>`;
      return [0, 'r', from, Math.min(remove, rowCount - from), [0, 1, 2].slice(0, put).map(row).join('')];
    }
    default:
      if (cellCount === 0) return undefined;
      return kind === 'cell' ? [0, 'c', at % cellCount, `v${put}`] : [0, 'c', at % cellCount, `v${put}`, put];
  }
}

test('taken back, steps leave the pages as they were, and forward again as they became', () => {
  fc.assert(
    fc.property(anySheetPlan, anySteps, (plan, steps) => {
      const before = [{ html: sheetHtml(plan), styles: ['color:red'] }];
      const page = new PageModel({ html: sheetHtml(plan), styles: ['color:red'] });
      const ops: Op[] = [];
      for (const step of steps) {
        const op = opOf(step, page);
        if (!op) continue;
        page.apply(op);
        ops.push(op);
      }
      const after = applyOps(before, ops);
      const back = undoOps(before, ops);
      const again = applyOps(after, back);
      expect(again[0]?.html).toBe(before[0]?.html);
      expect(applyOps(again, ops)[0]?.html).toBe(after[0]?.html);
      expect(applyOps(before, fewestOps(ops))).toEqual(after);
      expect(applyOps(after, fewestOps(back))[0]?.html).toBe(before[0]?.html);
    }),
    { numRuns: 400 },
  );
});

test('what changed a cell is taken back by a cell, rows by rows, whatever the page holds', () => {
  const html = `<table><tbody>${'<tr><td data-s="0">1</td><td>2</td></tr>'.repeat(3)}</tbody></table>`;
  const before = [{ html, styles: ['color:red'] }];
  const ops: Op[] = [
    [0, 'c', 1, 'new'],
    [0, 'c', 0, 'red', 1],
    [0, 's', 0, 'color:blue'],
    [0, 'r', 3, 0, '<tr><td>9</td></tr>'],
    [0, 'r', 0, 1, ''],
  ];
  expect(undoOps(before, ops)).toEqual([
    [0, 'r', 0, 0, '<tr><td data-s="1">red</td><td>new</td></tr>'],
    [0, 'r', 3, 1, ''],
    [0, 's', 0, 'color:red'],
    [0, 'c', 0, '1', 0],
    [0, 'c', 1, '2'],
  ]);
});

test('of many steps on one cell the last is left, and none that another page holds', () => {
  const ops: Op[] = [
    [0, 'c', 1, 'a', 2],
    [0, 'c', 1, 'b'],
    [1, 'c', 1, 'other'],
    [0, 'c', 1, 'c'],
    [0, 'r', 0, 1, ''],
    [0, 'c', 1, 'after'],
  ];
  expect(fewestOps(ops)).toEqual([ops[0], ops[2], ops[3], ops[4], ops[5]]);
});

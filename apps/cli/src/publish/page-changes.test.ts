import assert from 'node:assert/strict';
import { applyOps } from '@sheetwire/page/ops';
import fc from 'fast-check';
import { test } from 'vitest';
import { cpuOf } from '../../../../scripts/test/thread-cpu.ts';
import { type CellChange, pageChanges, type RenderedPage } from './page-changes.ts';

function page(cells: readonly string[], styles: readonly string[] = []): RenderedPage {
  const html = cells.map((cell, n) => `<td data-cell="A${n + 1}"${cell}</td>`).join('');
  return { name: 'Sales', html: `<table><tbody><tr>${html}</tr></tbody></table>`, styles };
}

test('equal pages have no changes', () => {
  assert.deepEqual(pageChanges([page(['>1'])], [page(['>1'])]), { kind: 'same' });
});

test('a changed text is one changed cell', () => {
  const changes = pageChanges([page(['>1', '>2'])], [page(['>1', '>3'])]);
  assert.equal(changes.kind, 'cells');
  if (changes.kind !== 'cells') return;
  assert.deepEqual(changes.cells, [{ page: 'Sales', cell: 'A2', html: '3' }]);
});

test('a look that the server knows goes by its number there, whatever number the new list gives it', () => {
  const before = page([' data-s="0">1', ' data-s="1">2'], ['color:red', 'color:blue']);
  const after = page([' data-s="0">1', ' data-s="0">2'], ['color:blue']);
  const changes = pageChanges([before], [after]);
  assert.equal(changes.kind, 'cells');
  if (changes.kind !== 'cells') return;
  assert.deepEqual(changes.cells, [{ page: 'Sales', cell: 'A1', html: '1', s: 1 }]);
  assert.deepEqual(changes.pages[0]?.styles, before.styles);
});

test('looks that change in every cell cost no more than in proportion to the cells', () => {
  const [small, large] = [1500, 3000].map((size) => {
    const looks = Array.from({ length: size }, (_, n) => `border-inline-start:1px solid rgb(${n},0,0);width:${n}px`);
    const numbered = (at: (n: number) => number) =>
      page(
        looks.map((_, n) => ` data-s="${at(n)}">1`),
        [...looks],
      );
    return [numbered((n) => n), numbered((n) => size - 1 - n)] as const;
  });
  assert.ok(small && large);
  const work = (pair: readonly [RenderedPage, RenderedPage]) =>
    cpuOf(() => {
      for (let n = 0; n < 10; n++) assert.equal(pageChanges([pair[0]], [pair[1]]).kind, 'cells');
    });
  work(large);
  const ratios = Array.from({ length: 8 }, () => {
    const once = work(small);
    return work(large) / once;
  });
  assert.ok(Math.min(...ratios) <= 2.3, ratios.join());
});

test.each([
  ['a new look', page([' data-s="0">1'], ['color:red']), page([' data-s="0">1'], ['color:blue'])],
  ['a look taken away', page([' data-s="0">1'], ['color:red']), page(['>1'], [])],
  ['a changed attribute', page(['>1']), page([' data-ink="red">1'])],
  ['another number of cells', page(['>1']), page(['>1', '>2'])],
  ['another name', page(['>1']), { ...page(['>1']), name: 'Costs' }],
  ['a table within a cell', page(['><table></table>']), page(['><table><tr></tr></table>'])],
])('%s is sent as the whole report', (_what, before, after) => {
  assert.deepEqual(pageChanges([before], [after]), { kind: 'whole' });
});

test('a cell without an address that changes is sent as the whole report', () => {
  const bare = (text: string) => ({ name: 'Sales', html: `<table><tr><td>${text}</td></tr></table>`, styles: [] });
  assert.deepEqual(pageChanges([bare('1')], [bare('2')]), { kind: 'whole' });
});

test('another number of pages is sent as the whole report', () => {
  assert.deepEqual(pageChanges([page(['>1'])], [page(['>1']), page(['>1'])]), { kind: 'whole' });
});

const styles = ['color:red', 'color:blue', 'font-weight:700'];
const cell = fc.tuple(fc.constantFrom('1', '2', '-3', 'a &amp; b', '<b>x</b>', ''), fc.nat(styles.length - 1));

test('the server that takes the cells holds a page that looks like the new one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }), fc.nat(5), (pairs, turn) => {
      const rotated = styles.map((_css, n) => styles[(n + turn) % styles.length] ?? '');
      const before = page(
        pairs.map(([[text, style]]) => ` data-s="${style}">${text}`),
        styles,
      );
      const after = page(
        pairs.map(([, [text, style]]) => ` data-s="${rotated.indexOf(styles[style] ?? '')}">${text}`),
        rotated,
      );
      const changes = pageChanges([before], [after]);
      const result = changes.kind === 'cells' ? taken(before, changes.cells) : before;
      assert.notEqual(changes.kind, 'whole');
      assert.equal(looks(result), looks(after));
      if (changes.kind === 'cells') assert.equal(changes.pages[0]?.html, result.html);
    }),
  );
});

function taken(before: RenderedPage, cells: readonly CellChange[]): RenderedPage {
  const ops = cells.map(({ cell: name, html, s }) => {
    const n = Number(name.slice(1)) - 1;
    return s === undefined ? ([0, 'c', n, html] as const) : ([0, 'c', n, html, s] as const);
  });
  const [next] = applyOps([before], ops);
  return { name: before.name, html: next?.html ?? '', styles: next?.styles ?? [] };
}

/** The page with each style number resolved to what it says. */
function looks({ html, styles: list }: RenderedPage): string {
  return html.replace(/data-s="(\d+)"/g, (_whole, n) => `style="${list[Number(n)]}"`);
}

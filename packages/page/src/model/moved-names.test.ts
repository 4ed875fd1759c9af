import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageModel } from './page-model.ts';

const names = ['A', 'B', 'C', 'D', 'E', undefined];
const row = (cells: readonly (string | undefined)[]) =>
  `<tr>${cells.map((name) => (name === undefined ? '<td>1</td>' : `<td data-cell="${name}">1</td>`)).join('')}</tr>`;
const pageOf = (rows: readonly string[]) => `<table><tbody>${rows.join('')}</tbody></table>`;

const rowArbitrary = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map(row);
const splice = fc.record({ at: fc.nat(20), remove: fc.nat(3), rows: fc.array(rowArbitrary, { maxLength: 3 }) });

/** What a page that is read anew says. */
function foundAnew(html: string): (number | undefined)[] {
  const page = new PageModel({ html, styles: [] });
  return names.map((name) => page.numberOf(name ?? 'none'));
}

test('cells are found by their names while rows come and go, as on a page that is read anew', () => {
  fc.assert(
    fc.property(
      fc.array(rowArbitrary, { minLength: 1, maxLength: 8 }),
      fc.array(splice, { maxLength: 10 }),
      (rows, steps) => {
        const page = new PageModel({ html: pageOf(rows), styles: [] });
        expect(page.numberOf('A')).toBe(foundAnew(page.html)[0]);
        for (const { at, remove, rows: put } of steps) {
          const from = Math.min(at, page.rowCount);
          const gone = Math.min(remove, page.rowCount - from);
          if (page.rowCount === 0) break;
          page.apply([0, 'r', from, gone, put.join('')]);
          const found = names.map((name) => page.numberOf(name ?? 'none'));
          expect(found).toEqual(foundAnew(page.html));
        }
      },
    ),
  );
});

test('a row that comes or goes does not have all names read anew, until there were very many', () => {
  const rows = Array.from({ length: 3000 }, (_, n) => row([`N${n}`]));
  const page = new PageModel({ html: pageOf(rows), styles: [] });
  expect(page.numberOf('N2999')).toBe(2999);
  for (let n = 0; n < 300; n++) {
    page.apply([0, 'r', n, 1, row([`X${n}`]) + row(['Y'])]);
    expect(page.numberOf('N2999')).toBe(3000 + n);
    // Joined only where names were read anew.
    if (n === 0) expect(page.names).toBeUndefined();
  }
  expect([page.numberOf('X299'), page.numberOf('N0'), page.numberOf('Y')]).toEqual([299, undefined, 300]);
});

import type { Op } from '@sheetwire/contract/live';
import { cellOp, pageOp, rowsOp, styleOp } from '@sheetwire/contract/ops';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OpMismatch } from '../op-mismatch.ts';
import { applyOps } from '../ops.ts';
import type { PageBody } from './page-body.ts';
import { countCells, cutPage } from './page-cut.ts';
import { PageModel } from './page-model.ts';
import { utf8Length } from './utf8.ts';

const html =
  '<table><thead><tr><th data-cell="A1">Name</th></tr></thead><tbody><tr><td data-s="2">1</td></tr></tbody></table>';
const model = (text = html, styles = ['color:red']) => new PageModel({ html: text, styles });

describe('a page', () => {
  test('is cut at its rows and cells in one pass', () => {
    const cut = cutPage(html);
    expect([...cut.rows].map((at) => html.slice(at, at + 4))).toEqual(['<tr>', '</th', '<tr>', '</tb']);
    expect([...cut.firstCells]).toEqual([0, 1, 2]);
    expect(countCells(html)).toBe(2);
  });

  test('knows the name, the style and the content of each cell', () => {
    const page = model();
    expect([page.cellCount, page.rowCount]).toEqual([2, 2]);
    expect([page.cell(0), page.cell(1), page.cell(2), page.cell(-1)]).toEqual(['Name', '1', undefined, undefined]);
    expect([page.cellName(0), page.cellName(1)]).toEqual(['A1', undefined]);
    expect([page.cellStyle(0), page.cellStyle(1)]).toEqual([undefined, 2]);
  });

  test('takes a style number where there was one, or at the end of the tag', () => {
    const page = model('<table><tbody><tr><td data-s="2" dir="ltr">1</td><td dir="ltr">2</td></tr></tbody></table>');
    page.setCell(0, '3', 5);
    page.setCell(1, '4', 5);
    expect(page.html).toContain('<td data-s="5" dir="ltr">3</td><td dir="ltr" data-s="5">4</td>');
  });

  test('with a table within a cell changes as a whole', () => {
    const page = model(
      '<table><tbody><tr><td><table><tbody><tr><td>1</td></tr></tbody></table></td></tr></tbody></table>',
    );
    expect([page.hasCells, page.cellCount, page.rowCount]).toEqual([false, 0, 0]);
    expect(() => page.setCell(0, '1')).toThrow(OpMismatch);
    expect(countCells(page.html)).toBe(2);
    page.apply([0, 'p', '<p></p>']);
    expect([page.hasCells, page.html]).toEqual([true, '<p></p>']);
  });

  test('with a table within a caption changes as a whole', () => {
    const table = (caption: string) => `<table>${caption}<tbody><tr><td>1</td></tr></tbody></table>`;
    const facts = [table(''), table('<caption>t</caption>'), table('') + table('')].map((html) => model(html).hasCells);
    expect(facts).toEqual([true, true, true]);
    expect(model(table(`<caption>${table('')}</caption>`)).hasCells).toBe(false);
  });

  test('keeps its text as one piece until something changes', () => {
    expect(model().html).toBe(html);
  });

  test.each(['', 'abc', 'é€😀', 'a\u07ff\u0800\uffff'])('counts the bytes of %j as UTF-8 does', (text) => {
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  });
});

/** What the steps mean, by plain search: slow, and nothing of the model. */
function plainly({ html: text, styles }: PageBody, op: Op): PageBody {
  if (styleOp.is(op))
    return { html: text, styles: Object.assign([...styles], { [styleOp.number(op)]: styleOp.css(op) }) };
  if (pageOp.is(op)) return { html: pageOp.html(op), styles };
  if (rowsOp.is(op)) return { html: splicedPlainly(text, op), styles };
  let n = 0;
  const next = text.replaceAll(/<(t[dh])([^>]*)>(.*?)<\/t[dh]>/gs, (whole, name: string, attributes: string) => {
    if (!cellOp.is(op) || n++ !== cellOp.cell(op)) return whole;
    const style = cellOp.style(op);
    const rest = / data-s="\d+"/.test(attributes)
      ? attributes.replace(/ data-s="\d+"/, style === undefined ? '$&' : ` data-s="${style}"`)
      : `${attributes}${style === undefined ? '' : ` data-s="${style}"`}`;
    return `<${name}${rest}>${cellOp.html(op)}</${name}>`;
  });
  return { html: next, styles };
}

function splicedPlainly(text: string, op: Op): string {
  if (!rowsOp.is(op)) return text;
  const rows = [...text.matchAll(/<tr[ >].*?<\/tr>/gs)].map((row) => [row.index, row.index + row[0].length] as const);
  const { at, remove, html: put } = rowsOp.splice(op);
  const start = rows[at]?.[0] ?? rows.at(-1)?.[1] ?? 0;
  const end = remove === 0 ? start : (rows[at + remove - 1]?.[1] ?? start);
  return text.slice(0, start) + put + text.slice(end);
}

const cellHtml = fc
  .tuple(
    fc.constantFrom('', '1', 'é€', '<b>😀</b>', 'a &amp; b'),
    fc.constantFrom('', ' data-s="1"', ' dir="ltr"'),
    fc.constantFrom('td', 'th'),
  )
  .map(([text, attributes, tag]) => `<${tag}${attributes}>${text}</${tag}>`);
const rowHtml = fc.array(cellHtml, { maxLength: 4 }).map((cells) => `<tr>${cells.join('')}</tr>`);
const gap = fc.constantFrom('', '', '', '\n', '</tbody><tbody>', '</tbody></table><p>é</p><table><tbody>');
const rowsHtml = (most: number) =>
  fc.array(fc.tuple(gap, rowHtml), { maxLength: most }).map((rows) => rows.flat().join(''));
const pageHtml = fc.tuple(rowsHtml(12), gap).map((parts) => `<p>t</p><table><tbody>${parts.join('')}</tbody></table>`);
/** Pages of several blocks, in few runs. */
const longPage = fc
  .tuple(rowsHtml(12), fc.integer({ min: 1, max: 40 }))
  .map(([rows, times]) => `<table><tbody>${rows.repeat(times)}</tbody></table>`);

/** A step that fits a page, chosen by numbers. */
function stepOn(
  { html: text, styles }: PageBody,
  [kind, at, remove, put]: readonly [number, number, number, string],
): Op {
  const { rows, cells } = cutPage(text);
  const [rowCount, cellCount] = [rows.length / 2, cells.length / 3];
  if (kind === 0) return [0, 's', at % (styles.length + 1), `color:c${at}`];
  if (kind === 1 && remove === 0) return [0, 'p', `<table><tbody>${put}</tbody></table>`];
  if (kind < 4 && rowCount > 0) {
    const from = at % (rowCount + 1);
    return [0, 'r', from, Math.min(remove, rowCount - from), put];
  }
  if (cellCount === 0) return [0, 's', 0, ''];
  return cellOp.of(0, at % cellCount, put.includes('<t') ? `${at}` : put, at % 3 === 0 ? at % 7 : undefined);
}

const choices = fc.array(
  fc.tuple(fc.nat(7), fc.nat(5000), fc.nat(3), fc.oneof(rowsHtml(3), fc.constantFrom('é', 'x'))),
  { maxLength: 12 },
);

function holds(start: string, steps: readonly (readonly [number, number, number, string])[]): void {
  let expected: PageBody = { html: start, styles: ['color:red'] };
  const page = new PageModel(expected);
  const bytes = page.bytes;
  expect(bytes).toBe(utf8Length(start));
  const ops: Op[] = [];
  const first = expected;
  for (const step of steps) {
    const op = stepOn(expected, step);
    ops.push(op);
    expected = plainly(expected, op);
    page.apply(op);
    expect(page.bytes).toBe(utf8Length(expected.html));
    expect(page.length).toBe(expected.html.length);
  }
  expect(page.body).toEqual(expected);
  expect(applyOps([first], ops)).toEqual([expected]);
  const fresh = new PageModel(expected);
  expect([page.rowCount, page.cellCount]).toEqual([fresh.rowCount, fresh.cellCount]);
  for (let n = 0; n < fresh.cellCount; n++) expect([page.cell(n), page.tag(n)]).toEqual([fresh.cell(n), fresh.tag(n)]);
  for (let n = 0; n < fresh.rowCount; n++) expect(page.row(n)).toBe(fresh.row(n));
}

test('whatever steps come, the page, its parts and its bytes are what the steps mean', () => {
  fc.assert(fc.property(pageHtml, choices, holds), { numRuns: 1000 });
  fc.assert(fc.property(longPage, choices, holds), { numRuns: 60 });
});

test('a step that does not fit is refused and changes nothing', () => {
  const page = model();
  const wrong: Op[] = [
    [0, 'c', 2, 'x'],
    [0, 'c', -1, 'x'],
    [0, 'r', 2, 1, ''],
    [0, 'r', 3, 0, ''],
    [0, 'r', 0, -1, ''],
    [0, 's', 2, 'a:b'],
  ];
  for (const op of wrong) expect(() => page.apply(op)).toThrow(OpMismatch);
  expect(page.body).toEqual({ html, styles: ['color:red'] });
});

test('rows that came and went leave nothing behind that grows', () => {
  const page = model();
  const many = '<tr><td>row</td></tr>'.repeat(2000);
  for (let n = 0; n < 40; n++) {
    page.spliceRows({ at: 1, remove: 0, html: many });
    page.spliceRows({ at: 1, remove: 2000, html: '' });
  }
  expect(page.html).toBe(html);
});

test('its weight counts where its cells lie and what they are called, which is more than the text of short cells', () => {
  const count = 10_000;
  const rows = Array.from({ length: count }, (_, n) => `<tr><td data-cell="A${n}">1</td></tr>`).join('');
  const html = `<table><tbody>${rows}</tbody></table>`;
  const page = new PageModel({ html, styles: [] });
  const text = page.memory;
  expect(page.hasCells).toBe(true);
  // Start and end of the row, number of its first cell, three places of the cell.
  expect(page.memory - text).toBeGreaterThan(count * (8 + 4 + 12));
  const cut = page.memory;
  expect(page.numberOf('A7')).toBe(7);
  expect(page.memory - cut).toBeGreaterThan(count * 8);
  page.setCell(7, '2');
  expect(page.memory - text).toBeGreaterThan(count * 40);
});

import { expect, test } from 'vitest';
import { cellText } from './compare/cell-text.ts';
import { behindDrawings, isBare } from './drawing.ts';
import { toRowGrid } from './row-grid.ts';
import { toWire } from './to-wire.ts';

const drawing = (rows: number, label = 'Column chart') =>
  `<div data-drawing="d2" data-rows="${rows}" style="left:0px;top:0px"><div>a</div><svg role="img" aria-label="${label}"><text>1</text></svg></div>`;

const page = (rows: number, at: number, inner: string) =>
  `<table><colgroup><col style="width:80px"></colgroup><tbody>${Array.from({ length: rows }, (_, n) => `<tr><td data-cell="A${n + 1}">${n === at ? inner : ''}</td></tr>`).join('')}</tbody></table>`;

test('a cell that holds drawings alone is bare, and its own content lies behind them', () => {
  const two = drawing(3) + drawing(5);
  expect([isBare(''), isBare(two), isBare(`${two}7`), isBare('7')]).toEqual([true, true, false, false]);
  expect(`${two}7`.slice(behindDrawings(`${two}7`))).toBe('7');
  expect(behindDrawings('<div>7</div>')).toBe(0);
  expect(behindDrawings('<div data-drawing="d2">never closed')).toBe('<div data-drawing="d2">never closed'.length);
});

test('the rows beneath a drawing are one block, and the page reads back as it was', () => {
  const html = page(120, 40, drawing(30));
  const grid = toRowGrid({ html }, { label: 'x' });
  expect([...grid.html.matchAll(/<tbody [^>]*data-n="(\d+)"/g)].map(([, cell]) => cell)).toEqual(['0', '40', '90']);
  expect(toWire(grid.html)).toBe(html);
  expect(toRowGrid({ html: page(120, 40, '') }, { label: 'x' }).blocks).toBe(3);
});

test('a drawing over very many rows is cut into blocks', () => {
  const { blocks } = toRowGrid({ html: page(2000, 0, drawing(2000)) }, { label: 'x' });
  expect(blocks).toBe(5);
});

test('a comparison knows a drawing by its name, and tells two states of it apart', () => {
  const [before, after] = [cellText(`${drawing(3)}7`), cellText(`${drawing(4)}7`)];
  expect(before).toMatch(/^Column chart \(version \w+\) 7$/);
  expect(after).not.toBe(before);
  expect(cellText(`${drawing(3)}7`)).toBe(before);
});

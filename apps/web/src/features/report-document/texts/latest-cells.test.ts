import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LatestCells } from './latest-cells.ts';

const ALL = { from: 0, to: Number.POSITIVE_INFINITY };

test('the last content of a cell is taken, once', () => {
  const cells = new LatestCells();
  cells.set([3, 'c', 7, 'old']);
  cells.set([3, 'c', 7, 'new']);
  expect(cells.size).toBe(1);
  expect(cells.take(3, ALL)).toEqual([[3, 'c', 7, 'new']]);
  expect(cells.take(3, ALL)).toEqual([]);
});

test('a style stays until another is said, and goes with its cell', () => {
  const cells = new LatestCells();
  cells.set([0, 'c', 2, 'a', 5]);
  cells.set([0, 'c', 2, 'b']);
  expect(cells.take(0, ALL)).toEqual([[0, 'c', 2, 'b', 5]]);
  cells.set([0, 'c', 2, 'c']);
  expect(cells.take(0, ALL)).toEqual([[0, 'c', 2, 'c']]);
});

test('a span is taken, as much of it as is asked for, and the rest waits on', () => {
  const cells = new LatestCells();
  for (const number of [9, 4, 6, 5]) cells.set([0, 'c', number, `${number}`]);
  expect(cells.take(0, { from: 5, to: 9 }, 1)).toEqual([[0, 'c', 5, '5']]);
  expect(cells.take(0, { from: 5, to: 9 })).toEqual([[0, 'c', 6, '6']]);
  expect(cells.size).toBe(2);
});

test('more cells may come than a call has arguments', () => {
  const cells = new LatestCells();
  cells.set([0, 'c', 1, 'a', 3]);
  cells.move({ at: 0, gone: 1, come: 20_000 });
  expect(cells.take(0, ALL)).toEqual([[0, 'c', 20_000, 'a', 3]]);
});

test('however rows come and go, each cell keeps what was said of it last', () => {
  const number = fc.nat({ max: 60 });
  const step = fc.oneof(
    fc.record({ cell: number, html: fc.string(), style: fc.option(fc.nat({ max: 9 }), { nil: undefined }) }),
    fc.record({ at: number, gone: fc.nat({ max: 9 }), come: fc.nat({ max: 9 }) }),
    fc.record({ drop: number }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cells = new LatestCells();
      // What it is to do, said over a list of all cells.
      const plain = new Array<{ html: string; style: number | undefined } | undefined>(200).fill(undefined);
      for (const one of steps) {
        if ('cell' in one) {
          const { cell, html, style } = one;
          cells.set(style === undefined ? [0, 'c', cell, html] : [0, 'c', cell, html, style]);
          plain[cell] = { html, style: style ?? plain[cell]?.style };
        } else if ('at' in one) {
          cells.move(one);
          plain.splice(one.at, one.gone, ...new Array<undefined>(one.come).fill(undefined));
        } else {
          cells.drop(one.drop);
          plain[one.drop] = undefined;
        }
      }
      const expected = plain.flatMap((said, cell) => (said ? [{ cell, ...said }] : []));
      expect(cells.size).toBe(expected.length);
      expect(cells.take(0, ALL).map(([, , cell, html, style]) => ({ cell, html, style }))).toEqual(expected);
    }),
  );
});

import { expect, test } from 'vitest';
import { drawingOf, drawn, type Part, partAt, silencesOf } from './density.ts';

const part = (over: Partial<Part>): Part => ({
  ...{ from: 0, to: 0, firstVersion: 1, kind: 'publish', versions: 1, cells: 1, by: 'ACME/bot' },
  ...over,
});
const span = { from: 0, to: 1000 };
const heights = (path: string) => [...path.matchAll(/v-([\d.]+)/g)].map(([, height]) => Number(height));

test('more changes make a higher bar, and a single cell is still seen beside thousands', () => {
  const parts = [
    part({ cells: 1 }),
    part({ from: 100, to: 200, cells: 100 }),
    part({ from: 300, to: 400, cells: 10_000 }),
  ];
  const [few = 0, some = 0, many = 0] = heights(drawingOf(parts, span).usual);
  expect(few).toBeGreaterThan(2);
  expect([few < some, some < many, many]).toEqual([true, true, drawn.height]);
});

test('who publishes seldom stands out, and the usual publisher is who has most versions', () => {
  const parts = [part({ by: 'ACME/other' }), part({ versions: 9 }), part({ from: 500, to: 500, by: 'ACME/other' })];
  const { usual, others } = drawingOf(parts, span);
  expect([heights(usual).length, heights(others).length]).toEqual([1, 2]);
});

test('silences are shaded and snapshots marked where they are; what began before the strip begins with it', () => {
  const parts = [part({ kind: 'silence', from: -500, to: 250 }), part({ kind: 'snapshot', from: 500, to: 500 })];
  expect(drawingOf(parts, span)).toMatchObject({
    silences: [{ x: 0, width: 250 }],
    marks: [{ kind: 'snapshot', share: 0.5 }],
    usual: '',
  });
  expect(silencesOf(parts)).toHaveLength(1);
});

test('what waits for approval is marked, and found before all that lies there', () => {
  const parts = [part({ from: 500, to: 500 }), part({ kind: 'held', from: 500, to: 500, versions: 0, cells: 0 })];
  expect(drawingOf(parts, span).marks).toEqual([{ kind: 'held', share: 0.5 }]);
  expect(partAt(parts, 500, 10)).toMatchObject({ kind: 'held' });
});

test('a pointer finds the snapshot that is near, else what was published, else the silence', () => {
  const parts = [
    part({ kind: 'silence', from: 100, to: 900 }),
    part({ kind: 'snapshot', from: 500, to: 500 }),
    part({ from: 0, to: 100 }),
  ];
  expect([497, 300, 50, 950].map((at) => partAt(parts, at, 5)?.kind)).toEqual([
    'snapshot',
    'silence',
    'publish',
    undefined,
  ]);
});

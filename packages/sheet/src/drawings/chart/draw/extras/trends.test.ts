import { expect, test } from 'vitest';
import { determination, fitOf } from './trends.ts';

const samples = [1, 3, 7, 20, 50].map((y, n) => ({ x: n + 1, y }));

/** Squares of the correlation of x with y, each by its logarithm where the trend takes it so (Microsoft's page on trend lines). */
test.each([
  ['exp', 0.998713],
  ['power', 0.95418],
  ['log', 0.613813],
  ['linear', 0.803073],
] as const)('R² of a trend of the kind %s is of what was fitted', (kind, value) => {
  const fit = fitOf({ kind, order: 2 }, samples);
  if (!fit) throw new Error('no curve was found');
  expect(determination({ kind }, fit, samples)).toBeCloseTo(value, 4);
});

test('an equation subtracts what is negative', () => {
  const fit = fitOf({ kind: 'log', order: 2 }, samples);
  expect(fit?.equation).toMatch(/^y = [\d.]+ln\(x\) - [\d.]+$/);
});

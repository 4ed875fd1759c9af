import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bounds, type Inputs, inputNames, inputsOf, reckon, rowsOf } from './reckoning.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/operate/capacity.md'), 'utf8');
const inputs = inputsOf(page);

/** Values of results without their units. */
const numbers = (given: Inputs) =>
  new Map(
    [...reckon(given), ...bounds(given)].map(({ what, value }) => [what, Number.parseFloat(value.replaceAll(',', ''))]),
  );

test('every result of the capacity page follows from its inputs', () => {
  const rows = page.split('\n');
  for (const row of [...rowsOf(reckon(inputs)), ...rowsOf(bounds(inputs))]) expect(rows).toContain(row);
});

test('every input of the page is reckoned with, and says where it is from', () => {
  const named = [...page.matchAll(/^\| `(\w+)` \| [\d,.]+ [^|]*\| ([^|]+) \|$/gm)];
  expect(named.map(([, name]) => name).sort()).toEqual([...inputNames].sort());
  for (const [, , from] of named) expect(from?.trim()).not.toBe('');
});

test('twice the viewers take about twice the servers, and the same share of each', () => {
  const [one, two] = [numbers(inputs), numbers({ ...inputs, viewers: 2 * inputs.viewers })];
  const servers = 'servers, one of them spare';
  expect(two.get(servers)).toBeGreaterThanOrEqual(2 * (one.get(servers) ?? 0) - 2);
  expect(two.get(servers)).toBeLessThanOrEqual(2 * (one.get(servers) ?? 0));
  expect(two.get('its main thread, of one core')).toBeLessThanOrEqual(100 * inputs.busy);
});

test('with a server away none of the others does more than it may', () => {
  for (const viewers of [1000, 10_000, 123_456, 1_000_000]) {
    const found = numbers({ ...inputs, viewers });
    expect(found.get('its main thread, of one core')).toBeLessThanOrEqual(100 * inputs.busy);
    expect(found.get('streams of one server while one is away')).toBeLessThanOrEqual(inputs.streams);
  }
});

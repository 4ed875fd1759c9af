import type { Op } from '@sheetwire/contract/live';
import { expect, test } from 'vitest';
import { packSteps, unpackSteps } from './packed-steps.ts';

const cell: Op = [0, 'c', 7, '1.5'];
const styled: Op = [3, 'c', 0, '<b>é 漢 🙂</b>\u0000\n', 0];
const empty: Op = [0, 'c', 8, ''];
const short: Op = [0, 'c', 9, '123456789.12'];
const long: Op = [0, 'c', 9, '2026-11-23 14:02:11'];
const rows: Op = [0, 'r', 2, 0, '<tr><td>1</td></tr>'];
const style: Op = [1, 's', 4, 'color:red'];
const page: Op = [2, 'p', '<table></table>'];
/** A number that 32 bits cannot hold. */
const huge: Op = [0, 'c', 2 ** 40, 'far'];

const lists: Op[][] = [
  [],
  [cell],
  [rows],
  [cell, styled, empty],
  [rows, cell, style, page, styled, rows],
  [cell, rows, rows, empty],
  [huge, cell, huge, huge],
  [cell, huge],
  [long, short, cell, long, empty, styled, cell],
];

test.each(lists.map((ops) => [ops]))('steps that are packed come out as they went in: %j', (ops) => {
  expect(unpackSteps(structuredClone(packSteps(ops)))).toEqual(ops);
});

test('random steps of all kinds keep their order', () => {
  const kinds = [cell, short, long, styled, empty, rows, style, page, huge];
  let seed = 1;
  for (let round = 0; round < 200; round++) {
    const ops = Array.from({ length: round }, () => {
      seed = (Math.imul(seed, 48_271) >>> 0) % 2_147_483_647;
      return kinds[seed % kinds.length] ?? cell;
    });
    expect(unpackSteps(packSteps(ops))).toEqual(ops);
  }
});

import { expect, test } from 'vitest';
import { packedIndex, readIndex } from './index-bytes.ts';

const page = { page: 0, shifts: [], ends: [2], cells: Uint32Array.of(1, 4), steps: Uint16Array.of(0, 1) };

test.each([
  ['one after another', [7, 8, 9]],
  ['with a gap', [7, 8, 1_000_000_008, 1_000_000_009]],
  ['across a restore, whose numbers begin with the time', [7, 8, 1_764_472_000_000_001, 1_764_472_000_000_002]],
  ['across two', [7, 1_764_472_000_000_001, 1_764_558_400_000_001]],
])('versions of a segment come back as they were: %s', (_, versions) => {
  const { versions: read, pages } = readIndex(packedIndex({ versions, pages: [page] }));
  expect(read).toEqual(versions);
  expect(pages.map(({ cells, steps }) => [[...cells], [...steps]])).toEqual([
    [
      [1, 4],
      [0, 1],
    ],
  ]);
});

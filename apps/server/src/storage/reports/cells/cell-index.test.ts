import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeOf } from '../../suite/builders.ts';
import { reportOf } from '../../suite/report-history.ts';
import { encodeOps } from '../encode-append.ts';
import { keyframeOfReport } from '../keyframe-of.ts';
import { unpack } from '../packing.ts';
import { walkCell } from '../past/cell-walk.ts';
import { LastFrames } from '../read-frame.ts';
import { replay, type StoredDelta } from '../replay.ts';
import { contentsOf } from './cell-hits.ts';
import { indexOf } from './cell-index.ts';
import { readIndex } from './index-bytes.ts';
import { hitsOn } from './look-up.ts';

const ROWS = 12;
const row = (n: number) => `<tr><td data-cell="A${n}">${n}</td><td data-cell="B${n}">x</td></tr>`;
const html = `<table><tbody>${Array.from({ length: ROWS }, (_, n) => row(n + 1)).join('')}</tbody></table>`;
const pages = [
  { html, styles: [] },
  { html, styles: [] },
];

const anyOp = fc.oneof(
  { weight: 48, arbitrary: fc.tuple(fc.nat(1), fc.constant('c' as const), fc.nat(11), fc.nat(9).map(String)) },
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.nat(1),
      fc.constant('r' as const),
      fc.nat(5),
      fc.constant(0),
      fc.integer({ min: 100, max: 999 }).map(row),
    ),
  },
  { weight: 4, arbitrary: fc.tuple(fc.nat(1), fc.constant('r' as const), fc.nat(4), fc.constant(1), fc.constant('')) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(1), fc.constant('p' as const), fc.constant(html)) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(1), fc.constant('s' as const), fc.constant(0), fc.constant('color:red')) },
);

/** Rows never run out: as many come as go. */
function fitting(steps: readonly (readonly Op[])[]): Op[][] {
  const rowsLeft = [ROWS, ROWS];
  const fits = (op: Op) => {
    const page = op[0];
    const left = rowsLeft[page] ?? 0;
    if (op[1] === 'p') rowsLeft[page] = ROWS;
    if (op[1] !== 'r') return true;
    const next = left + (op[4] === '' ? 0 : 1) - op[3];
    if (next < 7) return false;
    rowsLeft[page] = next;
    return true;
  };
  return steps.map((ops) => ops.filter(fits));
}

async function chainOf(steps: readonly (readonly Op[])[]) {
  const { body: keyframe } = await keyframeOfReport(reportOf(1, pages));
  const deltas: StoredDelta[] = [];
  for (const [n, ops] of steps.entries()) {
    const { body, isPacked } = await encodeOps(ops);
    const version = 2 + 3 * n;
    deltas.push({ version, time: timeOf(version), sender: 'ACME/bob', is_packed: Number(isPacked), body });
  }
  return { keyframe, deltas };
}

test('by the index a cell held what all steps tell of it', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyOp, { minLength: 1, maxLength: 5 }), { minLength: 8, maxLength: 30 }),
      async (given) => {
        const chain = await chainOf(fitting(given));
        const index = await indexOf(chain);
        if (!index) return;
        const segment = readIndex(await unpack(index));
        const end = await replay(chain);
        const last = chain.deltas.at(-1)?.version ?? 0;
        const names = [...(end.pages[0]?.html ?? '').matchAll(/data-cell="(\w+)"/g)].map(([, name = '']) => name);
        for (const [number, name] of names.entries()) {
          if (names.indexOf(name) !== names.lastIndexOf(name)) continue;
          const ask = { chain, page: 0, cell: name, room: limits.log.cellTexts };
          const all = await walkCell(ask, new LastFrames());
          const hits = hitsOn(segment, { page: 0, cell: number, version: last });
          if (!hits) continue;
          found++;
          const steps = hits.hits.flatMap(
            ({ version }) => chain.deltas.find((delta) => delta.version === version) ?? [],
          );
          const contents = await contentsOf({ steps, hits: hits.hits, page: 0 });
          const told = steps.filter((_, n) => n === steps.length - 1 || contents[n + 1]?.mark !== contents[n]?.mark);
          expect(told.map((step) => [step.version, contents[steps.indexOf(step)]])).toEqual(
            all?.changes.map((change) => [change.version.version, change.held]),
          );
          expect([hits.cell, name]).toEqual([all?.cell, all?.name]);
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(found).toBeGreaterThan(200);
});

test('an index takes less than its steps, or there is none', async () => {
  const steps = Array.from({ length: 400 }, (_, n): Op[] => [
    [0, 'c', (n * 5) % 24, `value ${n}`],
    [0, 'c', (n * 7) % 24, `value ${n}`],
  ]);
  const chain = await chainOf(steps);
  const bytes = chain.deltas.reduce((sum, { body }) => sum + body.length, 0);
  const index = await indexOf(chain);
  expect(index?.length).toBeGreaterThan(0);
  expect(index?.length).toBeLessThan(bytes / 2);
  expect(await indexOf(await chainOf([[[0, 'c', 0, '']]]))).toBeUndefined();
});

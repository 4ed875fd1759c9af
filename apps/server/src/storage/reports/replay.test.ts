import type { Op } from '@sheetwire/contract/live';
import { splitCells } from '@sheetwire/page/cells';
import { applyOps } from '@sheetwire/page/ops';
import { rowOffsets } from '@sheetwire/page/row-page';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { report } from '../suite/builders.ts';
import { decodeFrame, encodeFrame } from './frame.ts';
import { pack } from './packing.ts';
import { replay, replayOps } from './replay.ts';

type Body = ReturnType<typeof applyOps>[number];

const row = (cells: readonly string[]) => `<tr>${cells.map((text) => `<td data-cell="A">${text}</td>`).join('')}</tr>`;
const grid = (rows: readonly string[]) =>
  `<p>t</p><table><thead>${rows[0]}</thead><tbody>${rows.slice(1).join('')}</tbody></table><p>e</p>`;

/** An op that fits the page, chosen by four numbers. */
function opFor(page: number, body: Body, [kind, at, text]: readonly [number, number, string]): Op {
  const cells = splitCells(body.html)?.cells.length ?? 0;
  const rows = rowOffsets(body.html).length / 2;
  if (kind === 0) return [page, 's', at % (body.styles.length + 1), text];
  if (kind === 1) return [page, 'p', grid([row([text, text]), row([text])])];
  if (kind === 2 && rows > 1) return [page, 'r', at % rows, 1, at % 2 === 0 ? '' : row([text])];
  if (kind === 3 && rows > 0) return [page, 'r', at % (rows + 1), 0, row([text, 'new']) + row([text])];
  if (cells === 0) return [page, 'p', grid([row([text])])];
  return at % 2 === 0 ? [page, 'c', at % cells, text] : [page, 'c', at % cells, text, at % 7];
}

const step = fc.tuple(
  fc.nat(1),
  fc.constantFrom(0, 1, 2, 3, 4, 4, 4, 4),
  fc.nat(1000),
  fc.stringMatching(/^[a-z0-9]{0,4}$/),
);

test('ops replayed together give what they give one after another', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const start: Body[] = [0, 1].map(() => ({ html: grid([row(['a', 'b']), row(['c'])]), styles: ['x'] }));
      let bodies = start;
      const ops: Op[] = [];
      for (const [page, ...choice] of steps) {
        const body = bodies[page];
        if (!body) continue;
        const op = opFor(page, body, choice);
        bodies = applyOps(bodies, [op]);
        ops.push(op);
      }
      expect(replayOps(start, ops)).toEqual(bodies);
    }),
    { numRuns: 300 },
  );
});

test('an op that does not fit is refused as it is one by one', () => {
  const start = [{ html: grid([row(['a']), row(['b'])]), styles: [] }];
  const insert: Op = [0, 'r', 0, 0, row(['x'])];
  for (const wrong of [
    [0, 'c', 3, 'y'],
    [0, 'r', 3, 1, ''],
    [0, 'r', 5, 0, row(['z'])],
    [1, 'p', ''],
    [0, 's', 1, 'x'],
  ] as const) {
    expect(() => applyOps(start, [insert, wrong])).toThrow();
    expect(() => replayOps(start, [insert, wrong])).toThrow();
  }
});

test('a frame gives back the report that it was made of', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 50 });
  const page = fc.record({ name: text, user: fc.option(text), html: text, styles: fc.array(text, { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(page, { maxLength: 4 }), fc.dictionary(text, text), (pages, metadata) => {
      const whole = { ...report(7), pages, metadata };
      const back = decodeFrame(encodeFrame(whole));
      expect(back.pages).toEqual(pages);
      expect(Object.entries(back.metadata)).toEqual(Object.entries(metadata));
    }),
  );
});

test('a frame that is cut short is refused', () => {
  const frame = encodeFrame(report(7));
  expect(() => decodeFrame(frame.subarray(0, frame.length - 1))).toThrow('length');
});

test('a chain without deltas is its keyframe', async () => {
  expect(await replay({ keyframe: await pack(encodeFrame(report(7)), 3), deltas: [] })).toEqual(report(7));
});

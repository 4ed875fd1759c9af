import type { Op } from '@sheetwire/contract/live';
import { PageModel } from '@sheetwire/page/model/page-model';
import { applyOps } from '@sheetwire/page/ops';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { report } from '../suite/builders.ts';
import { decodeFrame, encodeFrame } from './frame.ts';
import { pack } from './packing.ts';
import { replay, type StoredDelta } from './replay.ts';

type Body = ReturnType<typeof applyOps>[number];

const row = (cells: readonly string[]) => `<tr>${cells.map((text) => `<td data-cell="A">${text}</td>`).join('')}</tr>`;
const grid = (rows: readonly string[]) =>
  `<p>t</p><table><thead>${rows[0]}</thead><tbody>${rows.slice(1).join('')}</tbody></table><p>e</p>`;

/** An op that fits the page, chosen by four numbers. */
function opFor(page: number, body: Body, [kind, at, text]: readonly [number, number, string]): Op {
  const { cellCount: cells, rowCount: rows } = new PageModel(body);
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

test('a chain gives what its deltas give one after another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const first = report(7);
      const pages = [0, 1].map((n) => ({
        ...{ name: `P${n}`, user: null },
        ...{ html: grid([row(['a', 'b']), row(['c'])]), styles: ['x'] },
      }));
      let bodies: Body[] = pages;
      const deltas: StoredDelta[] = [];
      for (const [page, ...choice] of steps) {
        const body = bodies[page];
        if (!body) continue;
        const op = opFor(page, body, choice);
        bodies = applyOps(bodies, [op]);
        const json = Buffer.from(JSON.stringify([op]));
        deltas.push({ version: 8 + deltas.length, time: '1', sender: 'ACME/ann', is_packed: 0, body: json });
      }
      const keyframe = await pack(encodeFrame({ ...first, pages }), 3);
      const { pages: replayed } = await replay({ keyframe, deltas });
      expect(replayed.map(({ html, styles }) => ({ html, styles }))).toEqual(
        bodies.map(({ html, styles }) => ({ html, styles })),
      );
    }),
    { numRuns: 200 },
  );
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

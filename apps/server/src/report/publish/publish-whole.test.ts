import { limits } from '@sheetwire/contract/limits';
import type { PublishedPage } from '@sheetwire/contract/publish';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { type CleanPool, createCleanPool } from '../clean/pool.ts';
import { compareBody } from '../compare/raw-compare.ts';
import { makeCleaner } from '../make-cleaner.ts';
import type { ReportState } from '../report-state.ts';
import { ann, wholeOf } from '../testing/engine-rig.ts';
import { patchCells } from './patch-cells.ts';
import { publishByBytes, publishByContent, type WholeDeps } from './publish-whole.ts';

let pool: CleanPool;
let deps: WholeDeps;
beforeAll(() => {
  pool = createCleanPool({ size: 1 });
  const bounds = { bytes: 3000, pages: 100, cells: limits.maxCells, metadataBytes: limits.maxMetadata };
  deps = { cleaner: makeCleaner(pool), limits: bounds };
});
afterAll(() => pool.close());

interface Node {
  state: ReportState | undefined;
  raw: Awaited<ReturnType<typeof publishByContent>>['raw'];
}

/** Publishes as a node that knows the bytes before, or as one that was started just now; answers how it went. */
async function publish(node: Node, pages: readonly PublishedPage[]): Promise<string> {
  const input = wholeOf(pages);
  const { state: before, raw } = node;
  try {
    const byBytes = before && raw ? publishByBytes(deps, { before, raw, input }) : undefined;
    const outcome = byBytes ?? (await publishByContent(deps, before, { ...input, content: input.parse() }));
    node.state = outcome.step?.state ?? before;
    node.raw = outcome.raw;
    return byBytes ? 'by bytes' : 'by content';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const facts = ({ state }: Node) =>
  state?.pages.map((page) => ({
    ...{
      html: page.html,
      styles: page.styles,
      bytes: page.bytes,
      isCounted: page.bytes === Buffer.byteLength(page.html),
    },
    controls: page.cells.map((_, n) => page.controlsAt(n)),
  }));

interface CellPlan {
  readonly text: string;
  readonly attributes: string;
}
const number = fc.constantFrom(
  '0',
  '1',
  '4',
  '007',
  '4095',
  '4096',
  '-1',
  '',
  'x',
  ' 3',
  '9'.repeat(10),
  '9'.repeat(400),
);
const attributes = fc.oneof(
  { arbitrary: number.map((style) => ` data-s="${style}"`), weight: 8 },
  fc.tuple(number, number).map(([one, other]) => ` data-s="${one}" DATA-S="${other}"`),
  fc.tuple(number, number).map(([one, other]) => ` data-S="${one}" data-s="${other}"`),
  number.map((style) => ` title=' data-s="3"' data-s="${style}"`),
  number.map((style) => ` title=" data-s=&quot;3&quot; > x" data-s="${style}"`),
  fc.constantFrom(
    '',
    ' data-s',
    ' data-s=5',
    " data-s='5'",
    ' data-num data-s="2"',
    ' data-s="2" style="color:red;"',
    ' onclick="x" data-s="1"',
  ),
);
const text = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom(
    '1',
    '',
    'é€😀',
    '<b>9</b>',
    '<b>open',
    'a &amp; b',
    '&lt;td&gt;',
    '<td>',
    '</td>',
    '</tr>',
    '<!--',
    'x'.repeat(400),
  ),
  fc.constantFrom('A', 'B').map((name) => `<input type=checkbox data-control="${name}">`),
  fc.constantFrom('C', 'D').map((name) => `<textarea data-control="${name}">t</textarea>`),
);
const cellPlan: fc.Arbitrary<CellPlan> = fc.record({ text, attributes });
/** A cell as most are: a body of these alone is compared by its bytes. */
const plainCell: fc.Arbitrary<CellPlan> = fc.record({
  text: fc.constantFrom('1', '2', 'é'),
  attributes: fc.constantFrom(
    ' data-s="0"',
    ' data-s="1"',
    ' data-s="4096"',
    ' data-s="1" DATA-S="2"',
    ' DATA-S="1" data-s="2"',
  ),
});
const edit = fc.tuple(
  fc.constantFrom<'text' | 'attributes' | 'row'>('text', 'text', 'attributes', 'attributes', 'row'),
  fc.nat(11),
  cellPlan,
);

const rowHtml = (cells: readonly CellPlan[]) =>
  `<tr>${cells.map((cell) => `<td${cell.attributes}>${cell.text}</td>`).join('')}</tr>`;
function pageOf(cells: readonly CellPlan[]): PublishedPage {
  const rows = Array.from({ length: Math.ceil(cells.length / 3) }, (_, n) => rowHtml(cells.slice(3 * n, 3 * n + 3)));
  return { name: 'P', html: `<table><tbody>${rows.join('')}</tbody></table>`, styles: ['color:red'] };
}

function change(cells: CellPlan[], [what, at, plan]: typeof edit extends fc.Arbitrary<infer T> ? T : never): void {
  if (what === 'row') cells.splice(3 * (at % 3), 0, plan, plan, plan);
  else if (at < cells.length) cells.splice(at, 1, { ...(cells[at] ?? plan), [what]: plan[what] });
}

test('what the bytes of a publish tell is what cleaning it whole tells: contents, styles, controls, size, refusals', async () => {
  const plans = fc.array(fc.oneof({ arbitrary: plainCell, weight: 9 }, cellPlan), { minLength: 1, maxLength: 6 });
  const rounds = fc.array(fc.array(edit, { maxLength: 3 }), { minLength: 1, maxLength: 4 });
  let byBytes = 0;
  await fc.assert(
    fc.asyncProperty(plans, rounds, async (start, edits) => {
      const cells = start.map((plan) => ({ ...plan }));
      const known: Node = { state: undefined, raw: undefined };
      const fresh: Node = { state: undefined, raw: undefined };
      for (const round of [[], ...edits]) {
        for (const one of round) change(cells, one);
        const pages = [pageOf(cells)];
        fresh.raw = undefined;
        const [one, other] = [await publish(known, pages), await publish(fresh, pages)];
        if (one === 'by bytes') byBytes++;
        expect(one.replace('by bytes', 'by content')).toBe(other);
        expect(facts(known)).toEqual(facts(fresh));
      }
    }),
    { numRuns: 1500 },
  );
  expect(byBytes).toBeGreaterThan(500);
});

describe('the size of a report', () => {
  const page = (cell: string): PublishedPage =>
    pageOf([
      { text: '1', attributes: '' },
      { text: cell, attributes: '' },
    ]);
  test('is counted alike by bytes, by content, and after a restart', async () => {
    const node: Node = { state: undefined, raw: undefined };
    expect(await publish(node, [page('x')])).toBe('by content');
    expect(await publish(node, [page('é'.repeat(1000))])).toBe('by bytes');
    expect(await publish(node, [page('é'.repeat(1500))])).toBe('too_large');
    expect(await publish({ ...node, raw: undefined }, [page('é'.repeat(1500))])).toBe('too_large');
    expect(await publish({ ...node, raw: undefined }, [page('é'.repeat(1000))])).toBe('by content');
  });

  test('is counted alike cell by cell, style numbers and all', async () => {
    const named = ' data-cell="A1" data-s="0"';
    const of = (cell: string) => pageOf([{ text: cell, attributes: named }]);
    const node: Node = { state: undefined, raw: undefined };
    await publish(node, [of('x')]);
    const bytes = node.state?.pages[0]?.bytes ?? 0;
    const room = deps.limits.bytes - bytes + 1;
    const set = (html: string) =>
      node.state && patchCells(deps, node.state, { sender: ann, cells: [{ page: 'P', cell: 'A1', html, s: 0 }] });
    const even = room - (room % 2);
    expect(() => set('é'.repeat(even / 2 + 1))).toThrow(
      /^A report can have at most .* of pages \(SHEETWIRE_MAX_REPORT_MIB\)$/,
    );
    expect(set('é'.repeat(even / 2))).toBeDefined();
    const { html = '', bytes: counted } = node.state?.pages[0] ?? {};
    expect(counted).toBe(Buffer.byteLength(html));
    expect(await publish({ ...node, raw: undefined }, [of('é'.repeat(even / 2))])).toBe('by content');
  });

  test('is that of the cleaned pages: what cleaning takes away counts for nothing', async () => {
    const node: Node = { state: undefined, raw: undefined };
    const html = `${page('x').html}<!--${'-'.repeat(4000)}>-->`;
    expect(await publish(node, [{ ...page('x'), html }])).toBe('by content');
  });

  test('has room for so many controls', async () => {
    const controls = (count: number) =>
      Array.from({ length: count }, (_, n) => `<input type=checkbox data-control="C${n}">`).join('');
    const wide = { ...deps, limits: { ...deps.limits, bytes: limits.maxReport } };
    const input = (count: number) => {
      const whole = wholeOf([page(controls(count))]);
      return { ...whole, content: whole.parse() };
    };
    const refused = publishByContent(wide, undefined, input(limits.maxControls + 1));
    await expect(refused).rejects.toThrow(`A report can have at most ${limits.maxControls} controls`);
    expect((await publishByContent(wide, undefined, input(limits.maxControls))).step).toBeDefined();
  });
});

test('many changed cells are not worked out from the bytes, which would hold up everybody else', async () => {
  const cells = (text: string) => Array.from({ length: limits.byBytes.cells + 1 }, () => ({ text, attributes: '' }));
  const wide = { ...deps, limits: { ...deps.limits, bytes: limits.maxReport } };
  const [first, next] = [wholeOf([pageOf(cells('1'))]), wholeOf([pageOf(cells('2'))])];
  const { raw } = await publishByContent(wide, undefined, { ...first, content: first.parse() });
  expect(raw && compareBody(raw, next.body)).toBeUndefined();
  const few = wholeOf([pageOf(cells('1').with(3, { text: '2', attributes: '' }))]);
  expect(raw && compareBody(raw, few.body)?.changes.length).toBe(1);
});

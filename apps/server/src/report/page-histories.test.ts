import type { Op } from '@sheetwire/contract/live';
import { applyOps } from '@sheetwire/page/ops';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import type { StoredReport } from '#ports/report-log.ts';
import { encodeFrame } from '#storage/reports/frame.ts';
import { pack } from '#storage/reports/packing.ts';
import { replay, type StoredDelta } from '#storage/reports/replay.ts';
import { cleanCell, cleanerVersion, cleanPage } from './clean/clean-page.ts';
import { assertControls } from './clean-report.ts';
import type { Cleaner } from './cleaner.ts';
import { diffPage } from './compare/diff-page.ts';
import { applySteps, controlsOf } from './from-log/follow-steps.ts';
import { PageState } from './page-state.ts';

const cleaner: Pick<Cleaner, 'cleanCell' | 'cleanPage'> = {
  cleanCell,
  cleanPage: (html) => Promise.resolve(cleanPage(html)),
};

/** A page as its publisher writes it: rows of cells with looks and controls, in one section or two. */
interface Sheet {
  rows: string[][];
  styles: string[];
  head: number;
  around: string;
  caption: string;
}

const text = fc.constantFrom(
  '',
  '1',
  '2',
  '3.5',
  'é€😀',
  '<b>9</b>',
  'a & b',
  ' data-control="C1"',
  '<i>open',
  '<br>',
  '&lt;td&gt;',
);
const attributes = fc.constantFrom(
  '',
  '',
  ' data-s=0',
  ' data-s="1"',
  ' data-s=007',
  ' data-s=4096',
  ' data-num data-s=1',
  ' data-ink=red',
  ' title=\'<td data-s="1">\'',
  ' colspan=2',
  ' data-cell=A1',
);
const cell = fc
  .tuple(attributes, text, fc.option(fc.nat(8), { freq: 5, nil: undefined }))
  .map(([look, content, control]) => {
    const kind = control === undefined ? '' : (controls[control % 3] ?? '').replaceAll('#', String(control));
    return `<td${look}>${content}${kind}`;
  });
const controls = [
  '<input type=checkbox data-control=C# checked>',
  '<textarea data-control=C#>\n <td> </textarea>',
  '<select data-control=C#><option>N<option selected>S</select>',
];
const row = fc.array(cell, { maxLength: 3 });
const sheet: fc.Arbitrary<Sheet> = fc.record({
  rows: fc.array(row, { maxLength: 5 }),
  styles: fc.constant(['color:red']),
  head: fc.nat(2),
  around: fc.constantFrom('', '<p>t</p>', '<button data-control=Go>Go</button>'),
  caption: fc.constantFrom('', '', '<caption>t</caption>', '<caption><table><tr><td data-cell=A1>1</table></caption>'),
});
const edit = fc.tuple(
  fc.constantFrom<'insert' | 'remove' | 'row' | 'cell' | 'style' | 'head' | 'shift' | 'nest'>(
    ...(['insert', 'remove', 'row', 'cell', 'cell', 'cell', 'style', 'head', 'shift', 'nest'] as const),
  ),
  fc.nat(20),
  row,
  cell,
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function edited(of: Sheet, [kind, at, newRow, newCell]: Edit): Sheet {
  const { rows, styles } = of;
  const place = rows.length === 0 ? 0 : at % rows.length;
  const old = rows[place] ?? [];
  switch (kind) {
    case 'insert':
      return { ...of, rows: rows.toSpliced(place, 0, newRow) };
    case 'remove':
      return { ...of, rows: rows.toSpliced(place, 1) };
    case 'row':
      return { ...of, rows: rows.toSpliced(place, 1, newRow) };
    case 'cell':
      return { ...of, rows: rows.toSpliced(place, 1, old.toSpliced(at % 3, 1, newCell)) };
    case 'style':
      return { ...of, styles: [...styles, `color:#${100 + at}`] };
    case 'head':
      return { ...of, head: at % 3 };
    case 'shift':
      return { ...of, rows: [newRow, ...rows.slice(0, -1)] };
    case 'nest':
      return at > 2 ? of : { ...of, around: '<table><tr><td><table><tr><td>1</table></table>' };
  }
}

function written({ rows, head, around, caption }: Sheet): string {
  const part = (list: readonly string[][]) => list.map((cells) => `<tr>${cells.join('')}`).join('');
  return `${around}<table>${caption}<thead>${part(rows.slice(0, head))}<tbody>${part(rows.slice(head))}</table>`;
}

/** The page as full cleaning gives it. */
function cleaned(of: Sheet): PageState {
  const { html, controls: found, hasNestedTables } = cleanPage(written(of));
  const page = new PageState({ name: 'P', user: null, html, styles: of.styles }, found);
  agree(page.hasCells, !hasNestedTables);
  return page;
}

/** The same page once more, to be changed. */
function copyOf(page: PageState): PageState {
  return new PageState(page.snapshot(), page.controls);
}

function isRefused(page: PageState): boolean {
  try {
    assertControls([page]);
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

function facts(page: PageState) {
  return {
    ...{ html: page.html, styles: page.styles, bytes: page.bytes, cells: page.cells, count: page.controlCount },
    names: [page.numberOf('A1'), page.numberOf('A2')],
    controls: page.cells.map((_, n) => page.controlsAt(n).map(({ name }) => name)),
    places: Array.from({ length: 9 }, (_, n) => page.control(`C${n}`)?.cell),
  };
}

/** As toEqual, which takes most of the time of so many runs. */
function agree(one: unknown, other: unknown): void {
  if (JSON.stringify(one) !== JSON.stringify(other)) expect(one).toEqual(other);
}

const HISTORIES = 10_000;
/** Each of so many is also written to a log and read back. */
const LOGGED = 25;
/** For a machine that does much else; alone it takes some seconds. */
const PATIENCE = 120_000;

test('cut, compared, applied and replayed, a page is what full cleaning makes of it', {
  timeout: PATIENCE,
}, async () => {
  let run = 0;
  const history = fc.tuple(
    sheet,
    fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
  );
  await fc.assert(
    fc.asyncProperty(history, async ([begun, versions]) => {
      let next = begun;
      let before = cleaned(next);
      if (isRefused(before)) {
        next = { ...begun, rows: [] };
        before = cleaned(next);
      }
      const live = copyOf(before);
      const first = { html: before.html, styles: before.styles };
      const log: Op[][] = [];
      for (const edits of versions) {
        const wanted = edits.reduce(edited, next);
        const now = cleaned(wanted);
        if (isRefused(now)) continue;
        next = wanted;
        const ops = diffPage(0, before, now) ?? [];
        log.push(ops);
        applySteps([live], ops, (await controlsOf(cleaner, ops)) ?? new Map());
        agree(facts(live), facts(now));
        before = now;
      }
      const last = { html: before.html, styles: before.styles };
      agree(applyOps([first], log.flat()), [last]);
      if (run++ % LOGGED === 0) expect(await replayed(first, log)).toMatchObject(last);
    }),
    { numRuns: HISTORIES },
  );
});

async function replayed(first: { html: string; styles: readonly string[] }, log: readonly Op[][]) {
  const page = { name: 'P', user: null, ...first };
  const report: StoredReport = {
    ...{ version: 1, time: '1', sender: 'ACME/ann', pages: [page], metadata: {}, holdControls: false },
    cleaner: cleanerVersion,
  };
  const deltas = log.map((ops, n): StoredDelta => {
    return { version: n + 2, time: '2', sender: 'ACME/ann', is_packed: 0, body: Buffer.from(JSON.stringify(ops)) };
  });
  return (await replay({ keyframe: await pack(encodeFrame(report), 1), deltas })).pages[0];
}

import type { Op } from '@sheetwire/contract/live';
import type { SentValue } from '@sheetwire/contract/publish';
import { PageModel } from '@sheetwire/page/model/page-model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NotEvaluated } from '../formula/faults.ts';
import type { SheetRow, Workbook } from '../model.ts';
import type { PageSelection } from '../page-selection.ts';
import { readWorkbook } from '../publish-pages.ts';
import { textOf } from '../render/page-text.ts';
import { type RenderMoment, renderSelection, type WrittenReport } from '../render/selection.ts';
import {
  type RandomValue,
  randomBook,
  randomColumns,
  randomRows,
  randomSheet,
  setValue,
} from '../test-support/random-book.ts';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';
import { newValues } from '../values/sent-values.ts';
import { setValues } from '../values/set-values.ts';
import { LiveReport, type ReportSteps } from './live-report.ts';
import { NotFollowed } from './not-followed.ts';
import type { PageStep } from './page-step.ts';

const moment: RenderMoment = { now: new Date(2026, 10, 23), topic: 'A/B/C' };

interface Change {
  readonly row: number;
  readonly column: number;
  readonly value: RandomValue;
  readonly isOther: boolean;
}

const change: fc.Arbitrary<Change> = fc.record({
  row: fc.nat(randomRows - 1),
  column: fc.nat(randomColumns - 1),
  value: setValue,
  isOther: fc.nat(9).map((n) => n === 0),
});

function withChanges(workbook: Workbook, changes: readonly Change[]) {
  const rows = new Map<string, SheetRow[]>();
  const sheets = changes.map(({ row, column, value, isOther }) => {
    const address = isOther ? `${'AB'[column % 2]}${(row % 3) + 1}` : `${'ABCDEF'[column]}${row + 1}`;
    return {
      name: isOther ? 'Other' : 'Sheet1',
      cells: [[address, value ?? null] as const].map((cell): [string, SentValue] => [...cell]),
    };
  });
  const next = setValues(workbook, newValues(sheets), (sheet, changed) => rows.set(sheet, [...changed]));
  return { next, rows };
}

function whole(
  workbook: Workbook,
  selection: PageSelection,
  styles: readonly { readonly name: string; readonly styles: readonly string[] }[],
) {
  const before = new Map(styles.map((page) => [page.name, page.styles]));
  const { pages, ...facts } = renderSelection(workbook, selection, { ...moment, styles: before });
  return {
    facts,
    pages: pages.map(({ name, text, styles: list }) => ({ name, styles: [...list], html: textOf(text.chunks()) })),
  };
}

function opOf(step: PageStep): Op {
  if (step.kind === 'style') return [0, 's', step.number, step.css];
  if (step.kind === 'row') return [0, 'r', step.row, 1, step.html];
  return step.style === undefined ? [0, 'c', step.cell, step.html] : [0, 'c', step.cell, step.html, step.style];
}

type Pages = LiveReport['pages'];

function stepped(pages: Pages, steps: ReportSteps): Pages {
  return pages.map(({ name, html, styles }, n) => {
    const model = new PageModel({ html, styles: [...styles] });
    for (const { page, steps: own } of steps) if (page === n) for (const step of own) model.apply(opOf(step));
    return { name, html: model.html, styles: [...model.styles] };
  });
}

function factsOf({ pages: _, ...facts }: WrittenReport) {
  return facts;
}

interface Followed {
  followed: number;
  /** Of them those of books with formulas that are evaluated. */
  calculated: number;
  refused: number;
}

async function followsAll(
  bytes: Uint8Array,
  sets: readonly (readonly Change[])[],
  selection: PageSelection,
  count: Followed,
) {
  let workbook = await readWorkbook(bytes);
  let { live, written } = LiveReport.write(workbook, selection, moment);
  let facts = factsOf(written);
  for (const changes of sets) {
    const { next, rows } = withChanges(workbook, changes);
    workbook = next;
    if (!live || rows.size === 0) continue;
    const before: Pages = live.pages.map((page) => ({ ...page, styles: [...page.styles] }));
    const expected = whole(workbook, selection, live.styles);
    try {
      const steps = live.follow(rows);
      count.followed++;
      const now = live.pages.map((page) => ({ ...page, styles: [...page.styles] }));
      expect(now).toEqual(expected.pages);
      expect(stepped(before, steps)).toEqual(expected.pages);
      expect(expected.facts).toEqual(facts);
    } catch (fault) {
      if (!(fault instanceof NotFollowed) && !(fault instanceof NotEvaluated)) throw fault;
      count.refused++;
      const styles = new Map(before.map((page) => [page.name, page.styles]));
      ({ live, written } = LiveReport.write(workbook, selection, { ...moment, styles }));
      facts = factsOf(written);
    }
  }
}

/** The long form has all of them. */
const RUNS = process.env.SHEETWIRE_SOAK === undefined ? 100 : 300;

const selections: readonly PageSelection[] = [
  {},
  { range: 'Sheet1!B2:E6' },
  { sheets: ['Other', 'Sheet1'] },
  { takesEntries: true },
];

test('what follows values gives the pages that writing them anew gives', async () => {
  const count = { followed: 0, calculated: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      randomSheet,
      fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...selections),
      async (sheet, sets, selection) => {
        const { followed } = count;
        await followsAll(randomBook(sheet), sets, selection, count);
        if (sheet.formulas.length > 0) count.calculated += count.followed - followed;
      },
    ),
    { numRuns: RUNS },
  );
  expect(count.followed).toBeGreaterThan(count.refused);
  expect(count.calculated).toBeGreaterThan(RUNS / 6);
}, 300_000);

test('a sheet that was left out for want of visible cells is a page as soon as it shows something', async () => {
  const blank = '<sheetData><row r="1"><c r="A1"/></row></sheetData>';
  const sheets = [
    { name: 'Shown', body: cellsXml([[1]]) },
    { name: 'Blank', body: blank },
  ];
  const workbook = await readWorkbook(buildXlsx({ sheets }));
  const { live, written } = LiveReport.write(workbook, {}, moment);
  expect(written.pages.map(({ name }) => name)).toEqual(['Shown']);
  const rows = new Map<string, SheetRow[]>();
  const values = newValues([{ name: 'Blank', cells: [['A1', 5]] }]);
  setValues(workbook, values, (sheet, changed) => rows.set(sheet, [...changed]));
  expect(() => live?.follow(rows)).toThrow(NotFollowed);
});

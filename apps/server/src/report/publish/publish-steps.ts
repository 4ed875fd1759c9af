import type { Op } from '@sheetwire/contract/live';
import { cellOp, onPage, opText } from '@sheetwire/contract/ops';
import { rowIn } from '@sheetwire/page/model/cut-texts';
import { cutPage } from '@sheetwire/page/model/page-cut';
import { areFew } from '#lib/few-steps.ts';
import { cleanPage } from '../clean/clean-page.ts';
import { CleanRefusal } from '../clean/refusal.ts';
import type { ReportLimits } from '../clean-report.ts';
import type { Cleaner } from '../cleaner.ts';
import type { PageState } from '../page-state.ts';
import { bytesOf, type ReportState } from '../report-state.ts';
import type { Computed } from './computed.ts';
import type { MadeStep, PageSteps, StepsPublish } from './publishes.ts';
import { assertStorable } from './storable.ts';

interface StepDeps {
  readonly cleaner: Cleaner;
  readonly limits: Pick<ReportLimits, 'bytes'>;
}

/** What steps change; `whole` where only the whole report can say it. */
export type Stepped = { readonly step: Computed | undefined } | 'whole';

/**
 * Takes the steps of pages that the server rendered itself, on the version that they were made for. All are cleaned and
 * checked before the first is set. What holds values of viewers or controls, or is much, is published whole.
 */
export function publishSteps(
  deps: StepDeps,
  before: ReportState,
  { steps, sender }: Pick<StepsPublish, 'steps' | 'sender'>,
): Stepped {
  if (before.held.size > 0 || !areFew(steps)) return 'whole';
  const ops: Op[] = [];
  for (const { page, steps: own } of steps) {
    const state = before.pages[page];
    const made = state?.hasCells ? opsOf(deps.cleaner, state, { page, steps: own }) : undefined;
    if (!made) return 'whole';
    ops.push(...made);
  }
  if (!fits(before.pages, ops, deps.limits.bytes)) return 'whole';
  for (const op of ops) before.pages[op[0]]?.apply(op);
  if (ops.length === 0 && before.sender === sender) return { step: undefined };
  return { step: { state: before, ops: before.sender === sender ? ops : undefined, made: ops } };
}

/** Undefined for what cannot be cleaned by itself. */
function opsOf(cleaner: Cleaner, state: PageState, { page, steps }: PageSteps): Op[] | undefined {
  const ops: Op[] = [];
  let styles = state.styles.length;
  for (const step of steps) {
    const op = step.kind === 'style' ? styleOf(cleaner, step, styles++) : contentOf(cleaner, state, step);
    if (op === 'whole') return undefined;
    if (op) ops.push(onPage(op, page));
  }
  return ops;
}

type Step<K extends MadeStep['kind']> = Extract<MadeStep, { readonly kind: K }>;

function styleOf(cleaner: Cleaner, { number, css }: Step<'style'>, next: number): Op | 'whole' {
  return number === next ? [0, 's', number, cleaner.cleanStyle(css)] : 'whole';
}

/** Undefined where the page says the same already. */
function contentOf(cleaner: Cleaner, state: PageState, step: Step<'row' | 'cell'>): Op | 'whole' | undefined {
  if (step.kind === 'row') {
    const html = cleanRow(step.html);
    return html === undefined ? 'whole' : [0, 'r', step.row, 1, html];
  }
  const { cell, style } = step;
  const before = state.cell(cell);
  const { html, controls } = cleanedCell(cleaner, step.html);
  if (before === undefined || controls.length > 0 || state.controlsAt(cell).length > 0) return 'whole';
  const isSame = before === html && (style === undefined || state.styleOf(cell) === style);
  return isSame ? undefined : cellOp.of(0, cell, html, style);
}

function cleanedCell(cleaner: Cleaner, html: string): ReturnType<Cleaner['cleanCell']> {
  assertStorable(html);
  return cleaner.cleanCell(html);
}

const TABLE = ['<table><tbody>', '</tbody></table>'] as const;

/** A row as cleaning leaves it; undefined for one whose cells reach into other rows or that holds controls. */
function cleanRow(row: string): string | undefined {
  if (row.includes(' rowspan="')) return undefined;
  assertStorable(row);
  try {
    const { html, controls, hasNestedTables } = cleanPage(TABLE[0] + row + TABLE[1]);
    const cut = cutPage(html);
    return controls.length > 0 || hasNestedTables || cut.rows.length !== 2 ? undefined : rowIn(cut, 0);
  } catch (fault) {
    if (fault instanceof CleanRefusal) return undefined;
    throw fault;
  }
}

/** Bytes of a character in UTF-8, and of a tag that grows, at most. */
const MOST_BYTES = 3;
const TAG_BYTES = 24;

/** Near the limit of a report each byte is counted, where the whole is published. */
function fits(pages: readonly PageState[], ops: readonly Op[], cap: number): boolean {
  return ops.reduce((sum, op) => sum + MOST_BYTES * opText(op).length + TAG_BYTES, bytesOf(pages)) <= cap;
}

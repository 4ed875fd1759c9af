import type { Op } from '@sheetwire/contract/live';
import { assertBytes, assertControls, cleanReport, type ReportInput, type ReportLimits } from './clean-report.ts';
import type { Cleaner } from './cleaner.ts';
import { diffPage } from './compare/diff-page.ts';
import { compareBody, type RawDifference } from './compare/raw-compare.ts';
import { indexBody, type RawIndex } from './compare/raw-index.ts';
import { holdOn, isSameHeld, nothingHeld } from './held/held-values.ts';
import type { PageState } from './page-state.ts';
import { applyEdits, type CellEdit } from './patch-cells.ts';
import { bytesOf, hasControls, type ReportState } from './report-state.ts';
import { assertStorable } from './storable.ts';

/** The next content of a report; without ops viewers fetch it whole. Version, time and sender are set by the engine. */
export interface Computed {
  readonly state: ReportState;
  readonly ops: readonly Op[] | undefined;
}

/** A whole report as it arrives: its sender and the unpacked body. */
interface Arrived {
  readonly sender: string;
  readonly body: Buffer;
}

export interface WholeDeps {
  readonly cleaner: Cleaner;
  readonly limits: ReportLimits;
}

interface Outcome {
  /** Undefined when nothing changed. */
  readonly step: Computed | undefined;
  readonly raw: RawIndex | undefined;
}

/**
 * Works out what a published report changes by its bytes alone, when the body is the last one with other cells
 * (architecture, decision 5). Undefined when it takes more than that.
 */
export function publishByBytes(
  deps: WholeDeps,
  { before, raw, input }: { readonly before: ReportState; readonly raw: RawIndex; readonly input: Arrived },
): Outcome | undefined {
  const found = compareBody(raw, input.body);
  return found && byBytes(deps, before, { ...found, sender: input.sender });
}

/** Works out what a published report changes by cleaning all of it and comparing page by page. */
export async function publishByContent(
  deps: WholeDeps,
  before: ReportState | undefined,
  input: Arrived & { readonly content: ReportInput },
): Promise<Outcome> {
  const pages = await cleanReport(deps.cleaner, input.content, deps.limits);
  const raw = index(deps.cleaner, pages, input.body);
  const state = nextState(before, pages, { ...input.content, sender: input.sender, cleaner: deps.cleaner.version });
  assertBytes(bytesOf(state.pages), deps.limits.bytes);
  const step = before ? difference(before, state) : { state, ops: undefined };
  return { step, raw };
}

function byBytes(
  { cleaner, limits }: WholeDeps,
  before: ReportState,
  found: RawDifference & { readonly sender: string },
): Outcome {
  const edits = found.changes.map((change): CellEdit => {
    assertStorable(change.html);
    const { html, controls } = cleaner.cleanCell(change.html);
    return { page: change.page, n: change.cell, html, style: change.style, controls };
  });
  return { step: applyEdits(before, edits, { sender: found.sender, bytes: limits.bytes }), raw: found.index };
}

function nextState(
  before: ReportState | undefined,
  pages: PageState[],
  input: ReportInput & Pick<ReportState, 'sender' | 'cleaner'>,
): ReportState {
  const holdControls = input.holdControls ?? before?.holdControls ?? false;
  const shown = holdOn(pages, holdControls ? (before?.held ?? nothingHeld) : nothingHeld);
  return {
    version: before?.version ?? 0,
    time: before?.time ?? 'no_time',
    sender: input.sender,
    pages: shown.pages.map((page, n) => kept(before?.pages[n], page)),
    metadata: input.metadata ?? {},
    holdControls,
    held: shown.held,
    ownVersion: before?.ownVersion ?? 0,
    cleaner: input.cleaner,
  };
}

/** The page that is in memory already when nothing in it changed, so that its encoded form is kept. */
function kept(before: PageState | undefined, page: PageState): PageState {
  const isSame =
    before !== undefined &&
    before.name === page.name &&
    before.user === page.user &&
    before.styles.length === page.styles.length &&
    before.styles.every((css, n) => css === page.styles[n]) &&
    before.html === page.html;
  return isSame ? before : page;
}

function difference(before: ReportState, next: ReportState): Computed | undefined {
  const sameNames =
    before.pages.length === next.pages.length &&
    before.pages.every((page, n) => page.name === next.pages[n]?.name && page.user === next.pages[n]?.user);
  const isWhole =
    !sameNames ||
    before.sender !== next.sender ||
    before.holdControls !== next.holdControls ||
    hasControls(before.pages) !== hasControls(next.pages) ||
    JSON.stringify(before.metadata) !== JSON.stringify(next.metadata);
  if (isWhole) return { state: next, ops: undefined };
  assertControls(next.pages);
  const ops: Op[] = [];
  for (const [n, page] of next.pages.entries()) {
    const old = before.pages[n];
    if (!old || old === page) continue;
    const found = diffPage(n, old, page);
    if (!found) return { state: next, ops: undefined };
    ops.push(...found);
  }
  return ops.length === 0 && isSameHeld(before.held, next.held) ? undefined : { state: next, ops };
}

function index(cleaner: Cleaner, pages: readonly PageState[], body: Buffer): RawIndex | undefined {
  if (pages.some((page) => !page.hasCells)) return undefined;
  const clean = (inner: string) => cleaner.cleanCell(inner).html;
  return indexBody(
    body,
    pages.map((page) => ({ cells: page.cells, clean })),
  );
}

import type { Op } from '@sheetwire/contract/live';
import { cellOp } from '@sheetwire/contract/ops';
import { nameOfAddressee } from '@sheetwire/rules/addressee';
import { parseUser } from '@sheetwire/rules/principal';
import { Refusal } from '#lib/refusal.ts';
import type { Control } from '../clean/controls.ts';
import { assertBytes, assertControls, type ReportLimits } from '../clean-report.ts';
import type { Cleaner } from '../cleaner.ts';
import { type HeldValues, holdInCell } from '../held/held-values.ts';
import type { PageState } from '../page-state.ts';
import { bytesOf, hasControls, type ReportState, sameName } from '../report-state.ts';
import type { Computed } from './computed.ts';
import { lastOfEach, type ReadCell } from './read-cells.ts';
import { assertStorable } from './storable.ts';

/** A cell's new content, checked and cleaned, not set yet. */
export interface CellEdit {
  readonly page: number;
  readonly n: number;
  readonly html: string;
  readonly style: number | undefined;
  readonly controls: readonly Control[];
}

/**
 * Sets changed cells; undefined when every cell already had its content. All are checked before the first is set, so a
 * refusal leaves the report as it was.
 */
export function patchCells(
  { cleaner, limits }: { readonly cleaner: Cleaner; readonly limits: Pick<ReportLimits, 'bytes'> },
  before: ReportState,
  input: { readonly cells: readonly ReadCell[]; readonly sender: string },
): Computed | undefined {
  const pageOf = pageFinder(before.pages);
  const edits = lastOfEach(input.cells).map((cell) => editOf(cleaner, before.pages, { cell, page: pageOf(cell) }));
  return applyEdits(before, oneEach(edits), { sender: input.sender, bytes: limits.bytes });
}

/** One edit for each cell, whose page may be named in several spellings: its last content, its last style number. */
function oneEach(edits: readonly CellEdit[]): readonly CellEdit[] {
  const last = new Map<string, CellEdit>();
  for (const edit of edits) {
    const key = `${edit.page} ${edit.n}`;
    last.set(key, { ...edit, style: edit.style ?? last.get(key)?.style });
  }
  return last.size === edits.length ? edits : [...last.values()];
}

/** Who sent the edits, and what the report may grow to. */
interface Editing {
  readonly sender: string;
  readonly bytes: number;
}

/** Sets checked edits in the pages; the ops say the same to viewers. */
export function applyEdits(
  before: ReportState,
  wanted: readonly CellEdit[],
  { sender, bytes }: Editing,
): Computed | undefined {
  const hadControls = hasControls(before.pages);
  const { edits, held } = before.held.size === 0 ? { edits: wanted, held: before.held } : withHeld(before, wanted);
  assertGrowth(before.pages, edits, bytes);
  const changed = edits.filter((edit) => isChange(before.pages[edit.page], edit));
  if (changed.length === 0 && before.sender === sender && held === before.held) return undefined;
  const touchesControls = changed.some((edit) => edit.controls.length > 0 || hadControlsAt(before, edit));
  const undo = touchesControls ? changed.map((edit) => restore(before, edit)) : [];
  const ops = changed.map((edit): Op => setCell(before, edit));
  if (touchesControls) assertOrUndo(before.pages, undo);
  const isWhole = before.sender !== sender || hasControls(before.pages) !== hadControls;
  return { state: held === before.held ? before : { ...before, held }, ops: isWhole ? undefined : ops, made: ops };
}

/** Cells keep the values that their controls hold; a control that is published otherwise lets its value go. */
function withHeld(before: ReportState, wanted: readonly CellEdit[]): { edits: CellEdit[]; held: HeldValues } {
  const held = new Map(before.held);
  const edits = wanted.map((edit) => {
    const page = before.pages[edit.page];
    const names = page?.controlsAt(edit.n).map(({ name }) => name) ?? [];
    const shown = holdInCell({ html: edit.html, owner: page?.user ?? '', names }, [...edit.controls], before.held);
    for (const key of shown.dropped) held.delete(key);
    return { ...edit, html: shown.html };
  });
  return { edits, held: held.size === before.held.size ? before.held : held };
}

/** Bytes of a character in UTF-8, and of a style number in its tag, at most. */
const MOST_BYTES = 3;
const STYLE_BYTES = 24;

/** Cell by cell a report grows no larger than it may be published (interfaces 4, Limits). */
function assertGrowth(pages: readonly PageState[], edits: readonly CellEdit[], cap: number): void {
  const now = bytesOf(pages);
  const most = edits.reduce((sum, { html }) => sum + MOST_BYTES * html.length + STYLE_BYTES, now);
  // Far from the limit nothing has to be counted.
  if (most <= cap) return;
  const growth = edits.reduce((sum, { page, n, html, style }) => sum + (pages[page]?.growth(n, html, style) ?? 0), 0);
  if (growth > 0) assertBytes(now + growth, cap);
}

function hadControlsAt(before: ReportState, edit: CellEdit): boolean {
  return (before.pages[edit.page]?.controlsAt(edit.n).length ?? 0) > 0;
}

function setCell(before: ReportState, edit: CellEdit): Op {
  const page = before.pages[edit.page];
  const style = edit.style === page?.styleOf(edit.n) ? undefined : edit.style;
  page?.setCell(edit.n, edit.html, style);
  page?.setControls(edit.n, edit.controls);
  return cellOp.of(edit.page, edit.n, edit.html, style);
}

/** What puts a cell back as it was. */
function restore(before: ReportState, edit: CellEdit): () => void {
  const page = before.pages[edit.page];
  const html = page?.cell(edit.n) ?? '';
  const style = page?.styleOf(edit.n);
  const controls = page?.controlsAt(edit.n) ?? [];
  return () => {
    page?.setCell(edit.n, html, style);
    page?.setControls(edit.n, controls);
  };
}

function assertOrUndo(pages: readonly PageState[], undo: readonly (() => void)[]): void {
  try {
    assertControls(pages);
  } catch (error) {
    for (const step of undo.toReversed()) step();
    throw error;
  }
}

function isChange(page: PageState | undefined, edit: CellEdit): boolean {
  if (!page) return false;
  return page.cell(edit.n) !== edit.html || (edit.style !== undefined && page.styleOf(edit.n) !== edit.style);
}

/** The number of the page that a cell is on, looked up once for all cells of it. */
function pageFinder(pages: readonly PageState[]): (cell: ReadCell) => number {
  const known = new Map<string, number>();
  return (cell) => {
    const key = JSON.stringify([cell.user, cell.page]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const user = cell.user === undefined ? null : parseUser(cell.user);
    // Cells go on with a page for whom it is, whoever has the name by now.
    const page = pages.findIndex(
      (candidate) => nameOfAddressee(candidate.user) === user && sameName(candidate.name, cell.page.trim()),
    );
    if (page < 0) throw new Refusal('unknown_page', { message: `The report has no page "${cell.page}"` });
    known.set(key, page);
    return page;
  };
}

function editOf(
  cleaner: Cleaner,
  pages: readonly PageState[],
  { cell, page }: { cell: ReadCell; page: number },
): CellEdit {
  const target = pages[page];
  const n = target?.numberOf(cell.cell);
  if (n === undefined) throw new Refusal('unknown_cell', { message: `Page "${cell.page}" has no cell "${cell.cell}"` });
  if (cell.s !== undefined && cell.s >= (target?.styles.length ?? 0)) {
    throw new Refusal('unknown_cell', { message: `Page "${cell.page}" has no style ${cell.s}` });
  }
  return { page, n, ...cleanedCell(cleaner, cell), style: cell.s };
}

function cleanedCell(cleaner: Cleaner, { html, cleaned }: ReadCell): Pick<CellEdit, 'html' | 'controls'> {
  if (cleaned) return cleaned;
  assertStorable(html);
  return cleaner.cleanCell(html);
}

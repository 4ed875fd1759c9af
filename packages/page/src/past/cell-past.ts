import type { Op } from '@sheetwire/contract/live';
import { cellOp, opPage, pageOp, rowsOp } from '@sheetwire/contract/ops';
import { cellCountOf, contentIn, tagIn } from '../model/cut-texts.ts';
import { type CellShift, shifted } from '../model/moved-names.ts';
import { attribute } from '../model/open-tag.ts';
import type { PageBody } from '../model/page-body.ts';
import { cutPage, type PageCut } from '../model/page-cut.ts';
import { PageModel } from '../model/page-model.ts';
import { cellOfSameRow } from './same-row.ts';

/** Steps that belong together, as of one version. */
export interface StepsOf<Version> {
  readonly version: Version;
  readonly ops: readonly Op[];
}

/** What a cell came to hold with a version. */
export interface CellChange<Version> {
  readonly version: Version;
  /** Its content, canonical HTML; undefined where it went with this version. */
  readonly html: string | undefined;
  /** Its `data-cell` from then on; of one that went, until then. */
  readonly name: string;
}

export interface CellPast<Version> {
  /** Newest first. */
  readonly changes: readonly CellChange<Version>[];
  /** What it is named on the page at the beginning; undefined when it came later. */
  readonly name: string | undefined;
  /** What it holds there. */
  readonly html: string | undefined;
  /** Its number there: another walk that ends there need not look for its name. */
  readonly cell: number | undefined;
}

/** Steps, and the cell by its name at their end, and by its number where that is known. */
export interface CellPastAsk<Version> {
  readonly steps: readonly StepsOf<Version>[];
  readonly name: string;
  readonly cell?: number | undefined;
  /** A cell that went before the end is followed from there. */
  readonly mayBeGone?: boolean | undefined;
  /** What took the place of the page after the end, and the number of the cell on it: its row is looked for before its name. */
  readonly next?: { readonly page: Pick<PageBody, 'html'>; readonly cell: number } | undefined;
}

type Trace<Version> = { readonly version: Version } & (
  | { readonly kind: 'cell'; readonly cell: number; readonly html: string }
  | { readonly kind: 'cells'; readonly shift: CellShift; readonly gone: PageCut; readonly come: PageCut }
);

/**
 * What the cell that has a name at the end of some steps held before, followed back through rows that came and went: of rows
 * that were written anew it is in the same one, else under the name that it had, unless the row of that name went on in
 * another one: then it begins there (time 2). Undefined when no cell has the name at the end, nor, where it may be gone,
 * had it before.
 */
export function cellPast<Version>(
  page: PageBody,
  number: number,
  { steps, name, cell: known, mayBeGone = false, next }: CellPastAsk<Version>,
): CellPast<Version> | undefined {
  const model = new LateModel(page);
  const traces: Trace<Version>[] = [];
  for (const { version, ops } of steps) {
    for (const op of ops) {
      const trace = opPage(op) === number ? traceOf(model, op) : undefined;
      if (trace) traces.push({ version, ...trace });
    }
  }
  traces.reverse();
  const before = next && pastBefore(model, traces, next, name);
  if (before) return before;
  const isKnown = known !== undefined && model.rows.cellName(known) === name;
  const cell = isKnown ? known : model.rows.numberOf(name);
  if (cell !== undefined) return walkBack(model.begin, traces, { cell, name });
  return mayBeGone ? walkGone(model.begin, traces, name) : undefined;
}

const cameLater = { changes: [], name: undefined, html: undefined, cell: undefined } as const;

/** Of a cell of the page that took the place of this one; undefined when this one has no cell that it could go on from. */
function pastBefore<Version>(
  model: LateModel,
  traces: readonly Trace<Version>[],
  { page, cell }: NonNullable<CellPastAsk<Version>['next']>,
  name: string,
): CellPast<Version> | undefined {
  const [gone, come] = [cutPage(model.whole().html), cutPage(page.html)];
  const before = goesOnFrom(gone, come, cell, name);
  if (before !== undefined) return walkBack(model.begin, traces, { cell: before, name: nameIn(gone, before) ?? name });
  return findIn(gone, name) === undefined ? undefined : cameLater;
}

/** The cell in the same row, else that of the name, unless its row went on in another one. */
function goesOnFrom(gone: PageCut, come: PageCut, cell: number, name: string): number | undefined {
  const same = cellOfSameRow(gone, come, cell);
  if (same !== undefined) return same;
  const named = findIn(gone, name);
  return named !== undefined && cellOfSameRow(come, gone, named) === undefined ? named : undefined;
}

/** A page whose cells are written when somebody reads them: most steps are about cells that nobody asks for. */
class LateModel {
  readonly #page: PageBody;
  readonly #model: PageModel;
  #waiting: Op[] = [];
  #isChanged = false;

  constructor(page: PageBody) {
    this.#page = page;
    this.#model = new PageModel(page);
  }

  /** Its rows and the names of its cells, which no step of a cell changes; contents may be old. */
  get rows(): PageModel {
    return this.#model;
  }

  /** As it was at the beginning. */
  get begin(): PageModel {
    return this.#isChanged ? new PageModel(this.#page) : this.#model;
  }

  later(op: Op): void {
    this.#waiting.push(op);
  }

  /** To change its rows, with the contents as they are. */
  whole(): PageModel {
    for (const op of this.#waiting) this.#model.apply(op);
    return this.changed();
  }

  /** To change its rows where nobody reads those that go. */
  changed(): PageModel {
    // Their numbers are those of before. Contents only tell rows from each other; what is told of a cell comes from steps.
    this.#waiting = [];
    this.#isChanged = true;
    return this.#model;
  }
}

type Left = {
  [Kind in Trace<unknown>['kind']]: Omit<Extract<Trace<unknown>, { kind: Kind }>, 'version'>;
}[Trace<unknown>['kind']];

/** Applies a step and notes what of it matters to cells. */
function traceOf(model: LateModel, op: Op): Left | undefined {
  if (cellOp.is(op)) {
    model.later(op);
    return { kind: 'cell', cell: cellOp.cell(op), html: cellOp.html(op) };
  }
  if (rowsOp.is(op)) {
    const { at, remove, html } = rowsOp.splice(op);
    const own = remove > 0 && html !== '' ? model.whole() : model.changed();
    const gone = cutPage(own.rowsBetween(at, at + remove) ?? '');
    return { kind: 'cells', shift: own.spliceRows({ at, remove, html }), gone, come: cutPage(html) };
  }
  if (!pageOp.is(op)) return undefined;
  const own = model.whole();
  const gone = cutPage(own.html);
  own.apply(op);
  const come = cutPage(own.html);
  return { kind: 'cells', shift: { at: 0, gone: cellCountOf(gone), come: cellCountOf(come) }, gone, come };
}

/** From where the last cell of the name went; undefined when none did. */
function walkGone<Version>(
  begin: PageModel,
  traces: readonly Trace<Version>[],
  name: string,
): CellPast<Version> | undefined {
  for (const [n, trace] of traces.entries()) {
    const went = trace.kind === 'cells' ? findIn(trace.gone, name) : undefined;
    if (trace.kind !== 'cells' || went === undefined) continue;
    const { version, shift } = trace;
    const past = walkBack(begin, traces.slice(n + 1), { cell: shift.at + went, name });
    const before = past.changes.filter((change) => change.version !== version);
    return { ...past, changes: [{ version, html: undefined, name }, ...before] };
  }
  return undefined;
}

interface CellAt {
  readonly cell: number;
  readonly name: string;
}

function walkBack<Version>(begin: PageModel, traces: readonly Trace<Version>[], end: CellAt): CellPast<Version> {
  const changes: CellChange<Version>[] = [];
  let { cell, name } = end;
  // Of several steps of one version the last one is what it became.
  const note = (change: CellChange<Version>) => {
    if (changes.at(-1)?.version !== change.version) changes.push(change);
  };
  for (const trace of traces) {
    const { version } = trace;
    if (trace.kind === 'cell') {
      if (trace.cell === cell) note({ version, html: trace.html, name });
      continue;
    }
    const place = cell - trace.shift.at;
    if (place < 0 || place >= trace.shift.come) {
      cell = shifted(cell, { at: trace.shift.at, gone: trace.shift.come, come: trace.shift.gone }) ?? cell;
      continue;
    }
    const own = nameIn(trace.come, place) ?? name;
    note({ version, html: contentIn(trace.come, place), name: own });
    const before = goesOnFrom(trace.gone, trace.come, place, own);
    if (before === undefined) return { ...cameLater, changes };
    [cell, name] = [trace.shift.at + before, nameIn(trace.gone, before) ?? own];
  }
  return { changes, name, html: begin.cell(cell), cell };
}

function nameIn(cut: PageCut, cell: number): string | undefined {
  return attribute(tagIn(cut, cell), 'data-cell');
}

function findIn(cut: PageCut, name: string): number | undefined {
  const count = cellCountOf(cut);
  for (let cell = 0; cell < count; cell++) if (nameIn(cut, cell) === name) return cell;
  return undefined;
}

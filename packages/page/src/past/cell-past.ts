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
  /** Its content, canonical HTML. */
  readonly html: string;
  /** Its `data-cell` from then on. */
  readonly name: string;
}

export interface CellPast<Version> {
  /** Newest first. */
  readonly changes: readonly CellChange<Version>[];
  /** What it is named on the page at the beginning; undefined when it came later. */
  readonly name: string | undefined;
  /** What it holds there. */
  readonly html: string | undefined;
}

type Trace<Version> = { readonly version: Version } & (
  | { readonly kind: 'cell'; readonly cell: number; readonly html: string }
  | { readonly kind: 'cells'; readonly shift: CellShift; readonly gone: PageCut; readonly come: PageCut }
);

/**
 * What the cell that has a name at the end of some steps held before, followed back through rows that came and went: of rows
 * that were written anew it is in the same one, else under the name that it had (time 2). Undefined when no cell has the name at the end.
 */
export function cellPast<Version>(
  page: PageBody,
  number: number,
  { steps, name }: { readonly steps: readonly StepsOf<Version>[]; readonly name: string },
): CellPast<Version> | undefined {
  const model = new PageModel(page);
  const traces: Trace<Version>[] = [];
  for (const { version, ops } of steps) {
    for (const op of ops) {
      const trace = opPage(op) === number ? traceOf(model, op) : undefined;
      if (trace) traces.push({ version, ...trace });
    }
  }
  const cell = model.numberOf(name);
  return cell === undefined ? undefined : walkBack(new PageModel(page), traces.reverse(), { cell, name });
}

type Left = {
  [Kind in Trace<unknown>['kind']]: Omit<Extract<Trace<unknown>, { kind: Kind }>, 'version'>;
}[Trace<unknown>['kind']];

/** Applies a step and notes what of it matters to cells. */
function traceOf(model: PageModel, op: Op): Left | undefined {
  if (cellOp.is(op)) {
    model.apply(op);
    return { kind: 'cell', cell: cellOp.cell(op), html: cellOp.html(op) };
  }
  if (rowsOp.is(op)) {
    const { at, remove, html } = rowsOp.splice(op);
    const gone = cutPage(model.rowsBetween(at, at + remove) ?? '');
    const shift = model.spliceRows({ at, remove, html });
    return { kind: 'cells', shift, gone, come: cutPage(html) };
  }
  if (!pageOp.is(op)) {
    model.apply(op);
    return undefined;
  }
  const gone = cutPage(model.html);
  model.apply(op);
  const come = cutPage(model.html);
  return { kind: 'cells', shift: { at: 0, gone: cellCountOf(gone), come: cellCountOf(come) }, gone, come };
}

interface Place {
  readonly cell: number;
  readonly name: string;
}

function walkBack<Version>(begin: PageModel, traces: readonly Trace<Version>[], end: Place): CellPast<Version> {
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
    const before = cellOfSameRow(trace.gone, trace.come, place) ?? findIn(trace.gone, own);
    if (before === undefined) return { changes, name: undefined, html: undefined };
    [cell, name] = [trace.shift.at + before, nameIn(trace.gone, before) ?? own];
  }
  return { changes, name, html: begin.cell(cell) };
}

function nameIn(cut: PageCut, cell: number): string | undefined {
  return attribute(tagIn(cut, cell), 'data-cell');
}

function findIn(cut: PageCut, name: string): number | undefined {
  const count = cellCountOf(cut);
  for (let cell = 0; cell < count; cell++) if (nameIn(cut, cell) === name) return cell;
  return undefined;
}

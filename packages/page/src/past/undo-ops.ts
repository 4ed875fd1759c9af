import type { Op, RowsOp } from '@sheetwire/contract/live';
import { cellOp, opPage, rowsOp, styleOp } from '@sheetwire/contract/ops';
import { gapIn, rowCountOf } from '../model/cut-texts.ts';
import type { PageBody } from '../model/page-body.ts';
import { cutPage } from '../model/page-cut.ts';
import { PageModel } from '../model/page-model.ts';
import { OpMismatch } from '../op-mismatch.ts';

/**
 * The steps that lead back: applied to the pages after `ops` they give the pages before, byte for byte but for styles that
 * nothing names any more. A step that no short one takes back is taken back by its whole page. Pages that are models
 * become those after `ops`. Throws OpMismatch as applyOps does.
 */
export function undoOps(pages: readonly (PageBody | PageModel)[], ops: readonly Op[]): Op[] {
  const models = new Map<number, PageModel>();
  const back: Op[] = [];
  for (const op of ops) {
    const number = opPage(op);
    const body = pages[number];
    if (!body) throw new OpMismatch(`there is no page ${number}`);
    const model = models.get(number) ?? (body instanceof PageModel ? body : new PageModel(body));
    models.set(number, model);
    back.push(...undo(model, op));
  }
  return back.reverse();
}

/** Applies a step, and tells what takes it back. */
function undo(model: PageModel, op: Op): Op[] {
  const short = shortUndo(model, op);
  const whole: Op | undefined = short ? undefined : [opPage(op), 'p', model.html];
  model.apply(op);
  return whole ? [whole] : (short ?? []);
}

function shortUndo(model: PageModel, op: Op): Op[] | undefined {
  const page = opPage(op);
  if (cellOp.is(op)) {
    const cell = cellOp.cell(op);
    const html = model.cell(cell);
    if (cellOp.style(op) === undefined) return html === undefined ? undefined : [cellOp.of(page, cell, html)];
    const style = model.cellStyle(cell);
    return html === undefined || style === undefined ? undefined : [cellOp.of(page, cell, html, style)];
  }
  if (styleOp.is(op)) {
    const css = model.styles[styleOp.number(op)];
    return css === undefined ? [] : [[page, 's', styleOp.number(op), css]];
  }
  return rowsOp.is(op) ? undoRows(model, op) : undefined;
}

/** Undefined where the rows would come back at another place in the text between rows, as those at the end of a head. */
function undoRows(model: PageModel, op: RowsOp): Op[] | undefined {
  const { at, remove, html } = rowsOp.splice(op);
  const gone = model.rowsBetween(at, at + remove);
  const come = tightRows(html);
  if (gone === undefined || come === undefined) return undefined;
  if (come === 0 && remove > 0) {
    const behind = at + remove;
    const moves = behind < model.rowCount ? model.gapBefore(behind) : model.gapBefore(at);
    if (moves !== '') return undefined;
  }
  return [[opPage(op), 'r', at, come, gone]];
}

/** How many rows a text holds; undefined when it holds more than rows at its ends. */
function tightRows(html: string): number | undefined {
  if (html === '') return 0;
  const cut = cutPage(html);
  const rows = rowCountOf(cut);
  return rows > 0 && gapIn(cut, 0) === '' && gapIn(cut, rows) === '' ? rows : undefined;
}

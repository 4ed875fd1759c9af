import type { CellOp, Op } from '@sheetwire/contract/live';
import { cellOp, opPage, rowsOp } from '@sheetwire/contract/ops';
import type { ChangeMarks } from './changes/change-marks.ts';
import { restoreFocus, saveFocus } from './focus/kept-focus.ts';
import type { HeldControls } from './held-controls.ts';
import type { KnownCell } from './known-cells.ts';
import type { PageView } from './page-view.ts';

/** `redraw`: the page must be drawn anew; `mismatch`: an op did not fit it. */
type Written = 'done' | 'redraw' | 'mismatch';

/** Ops of all pages, and which of them is shown. */
interface Delta {
  readonly ops: readonly Op[];
  readonly page: number;
}

interface PageWriterDeps {
  readonly root: ShadowRoot;
  readonly marks: ChangeMarks;
  readonly held: HeldControls;
  /** Rows came or went, with some of the ops of a delta. */
  onRows(view: PageView): void;
}

/** Writes ops into the nodes of the page that is shown; those of other pages are left out. */
export class PageWriter {
  readonly #deps: PageWriterDeps;
  #haveRowsMoved = false;

  constructor(deps: PageWriterDeps) {
    this.#deps = deps;
  }

  /** The cells whose change will be told are added to `changed`. */
  write(view: PageView, delta: Delta, changed: KnownCell[]): Written {
    const { ops, page } = delta;
    const done = this.#writeTexts(view, delta, changed);
    const rest = done === ops.length ? [] : ops.slice(done).filter((op) => opPage(op) === page);
    const written = rest.length === 0 ? 'done' : this.#writeRest(view, rest, changed);
    view.fitRows();
    return written;
  }

  /** Text over text, as far as the ops are no more than that: no focus can be lost. Answers how many were done. */
  #writeTexts(view: PageView, { ops, page }: Delta, changed: KnownCell[]): number {
    for (let n = 0; n < ops.length; n++) {
      const op = ops[n];
      if (op === undefined || opPage(op) !== page) continue;
      if (!cellOp.is(op) || !this.#writeText(view, op, changed)) return n;
    }
    return ops.length;
  }

  #writeText(view: PageView, op: CellOp, changed: KnownCell[]): boolean {
    const known = view.known(cellOp.cell(op));
    if (!known) return false;
    const isTold = this.#deps.marks.isAbout(known);
    if (!view.setText(known, op, isTold)) return false;
    if (isTold) changed.push(known);
    return true;
  }

  #writeRest(view: PageView, ops: readonly Op[], changed: KnownCell[]): Written {
    const { root } = this.#deps;
    const focus = saveFocus(root, view.index);
    this.#haveRowsMoved = false;
    let outcome: Written = 'done';
    for (const op of ops) {
      outcome = cellOp.is(op) ? this.#writeCell(view, op, changed) : this.#writeOther(view, op, changed);
      if (outcome !== 'done') break;
    }
    // Once for all of them: what follows the blocks looks at each.
    if (this.#haveRowsMoved) this.#deps.onRows(view);
    if (outcome === 'done') restoreFocus(focus, root, view.index);
    return outcome;
  }

  #writeCell(view: PageView, op: CellOp, changed: KnownCell[]): Written {
    if (this.#writeText(view, op, changed)) return 'done';
    const written = view.setCell(op, this.#deps.held);
    if (written) changed.push(written);
    return written === undefined ? 'mismatch' : 'done';
  }

  #writeOther(view: PageView, op: Op, changed: KnownCell[]): Written {
    const splice = rowsOp.is(op) ? rowsOp.splice(op) : undefined;
    const written = splice?.remove === 1 ? view.rewriteRow(splice.at, splice.html, this.#deps.held) : undefined;
    if (written) {
      changed.push(...written);
      return 'done';
    }
    if (!view.applyOther(op)) return 'redraw';
    if (splice) this.#haveRowsMoved = true;
    return 'done';
  }
}

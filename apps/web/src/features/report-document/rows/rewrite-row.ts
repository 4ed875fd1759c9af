import { scanRows, type WireCell, type WireRow } from '@sheetwire/page/table-scan';
import { wireAttributes } from '@sheetwire/page/to-wire';
import { type Cell, OWN_CELLS } from '#features/report-document/cell-index.ts';
import { outerHtml } from '#features/report-document/serialise.ts';
import { dressParts } from '#features/report-document/write-cell.ts';

/** A cell of a row that is written where it stands. */
export interface CellRewrite {
  readonly cell: Cell;
  /** Its wire attributes, where they changed. */
  readonly attributes: string | undefined;
  /** Its inner HTML, where that changed. */
  readonly html: string | undefined;
}

/** What a cell can take on where it stands: whether it is a number, its ink by number format, the number of its style. */
const LOOKS = / data-(?:num|ink|s)="[^"]*"/g;
const LOOK_NAMES: ReadonlySet<string> = new Set(['data-num', 'data-ink', 'data-s']);
const ATTRIBUTE = / ([^ ="]+)="([^"]*)"/g;

/**
 * What makes a row that is shown the one of this wire HTML, cell by cell. Undefined where more differs than contents and
 * looks: the row is then put in anew.
 */
export function rowRewrite(row: HTMLTableRowElement, html: string): CellRewrite[] | undefined {
  const next = loneRow(html);
  const shown = loneRow(outerHtml(row));
  if (!next || !shown) return undefined;
  if (wireAttributes(shown.attributes) !== next.attributes || shown.after !== next.after) return undefined;
  const cells = [...row.querySelectorAll<Cell>(OWN_CELLS)];
  const own = shown.cells.filter(({ attributes }) => !attributes.includes(' data-fill="'));
  if (own.length !== next.cells.length || own.length !== cells.length) return undefined;
  const changes: CellRewrite[] = [];
  for (const [n, cell] of cells.entries()) {
    const change = cellRewrite(cell, own[n], next.cells[n]);
    if (!change) return undefined;
    if (change.attributes !== undefined || change.html !== undefined) changes.push(change);
  }
  return changes;
}

/** Gives a cell its new wire attributes; what the rendering added to it stays, behind them. */
export function writeLook(cell: Cell, attributes: string): void {
  const shown = cell.getAttributeNames().map((name): [string, string] => [name, cell.getAttribute(name) ?? '']);
  const values = new Map(shown.filter(([name]) => !LOOK_NAMES.has(name)));
  const wire = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']): [string, string] => [name, value]);
  for (const [name] of shown) cell.removeAttribute(name);
  for (const [name, value] of wire) cell.setAttribute(name, values.get(name) ?? value);
  for (const [name, value] of values) if (!cell.hasAttribute(name)) cell.setAttribute(name, value);
  dressParts(cell);
}

function loneRow(html: string): WireRow | undefined {
  const { rows, after } = scanRows(html);
  return rows.length === 1 && after === '' ? rows[0] : undefined;
}

/** Undefined where more than content and look differs. */
function cellRewrite(cell: Cell, shown?: WireCell, next?: WireCell): CellRewrite | undefined {
  if (shown?.tag !== next?.tag || !shown || !next || shown.before !== next.before) return undefined;
  const attributes = wireAttributes(shown.attributes);
  if (attributes.replaceAll(LOOKS, '') !== next.attributes.replaceAll(LOOKS, '')) return undefined;
  return {
    cell,
    attributes: attributes === next.attributes ? undefined : next.attributes,
    html: shown.inner === next.inner ? undefined : next.inner,
  };
}

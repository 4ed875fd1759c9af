import { areaOf, cellName } from '@sheetwire/live-book/cell-names';
import { cellText } from '@sheetwire/page/compare/cell-text';
import { attribute, scanPage, type WireCell } from '@sheetwire/page/table-scan';

export type ReadValue = string | number | boolean;

/** `Summary!B7` or `'Two words'!A1:C9` apart; undefined where it is no reference. */
export function placeIn(reference: string): { readonly page: string; readonly area: string } | undefined {
  const at = reference.lastIndexOf('!');
  const page = reference.slice(0, Math.max(0, at)).trim();
  const area = reference
    .slice(at + 1)
    .replaceAll('$', '')
    .trim()
    .toUpperCase();
  if (areaOf(area) === undefined) return undefined;
  const isQuoted = page.length > 1 && page.startsWith("'") && page.endsWith("'");
  return { page: isQuoted ? page.slice(1, -1).replaceAll("''", "'") : page, area };
}

/** A page of a report as cells read it: scanned once, however many cells read it. */
export class ReadPage {
  readonly #html: string;
  #cells: Map<string, WireCell> | undefined;

  constructor(html: string) {
    this.#html = html;
  }

  /** The cells of an area, row by row: numbers where the page marks them, else text as shown; '' where there is none. */
  values(area: string): ReadValue[][] {
    const place = areaOf(area);
    if (!place) return [];
    this.#cells ??= namedCells(this.#html);
    const rows: ReadValue[][] = [];
    for (let row = place.top; row <= place.bottom; row++) {
      const values: ReadValue[] = [];
      for (let column = place.left; column <= place.right; column++) {
        values.push(valueIn(this.#cells.get(cellName(row, column))));
      }
      rows.push(values);
    }
    return rows;
  }
}

/** The page as text: nothing of it is ever loaded, styled or run. */
function namedCells(html: string): Map<string, WireCell> {
  const cells = new Map<string, WireCell>();
  for (const part of scanPage(html)) {
    const table = part.kind === 'table' ? part.table : undefined;
    for (const cell of table?.sections.flatMap(({ rows }) => rows.flatMap((row) => row.cells)) ?? []) {
      const name = attribute(cell.attributes, 'data-cell');
      if (name !== undefined && !cells.has(name)) cells.set(name, cell);
    }
  }
  return cells;
}

function valueIn(cell: WireCell | undefined): ReadValue {
  if (!cell) return '';
  const text = cellText(cell.inner);
  return attribute(cell.attributes, 'data-num') === undefined ? text : (numberOf(text) ?? text);
}

const PLAIN = /^-?\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^-?\d+(?:\.\d+)?$/;

/** A number as it is written out in full; a text with a unit, a percentage or a comma of another kind stays text. */
function numberOf(text: string): number | undefined {
  const plain = text.replace('\u2212', '-');
  return PLAIN.test(plain) ? Number(plain.replaceAll(',', '')) : undefined;
}

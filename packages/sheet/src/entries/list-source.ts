import { around, cellAddress, columnName, columnNumber, lastColumn, lastRow, parseAddress } from '../address.ts';
import type { CellPlace, CellRange } from '../model.ts';
import { parseReference, type Reference } from '../reference.ts';
import type { ListValidation } from './validation.ts';

/** A column or a row of a range, and whether it stays where it is. */
const PART = /(\$?)([A-Za-z]+|\d+)/g;

/**
 * What a list of a cell lists, as its file writes it for the cell at which it starts: references without `$` move with
 * the cell, as in Excel. A text beyond the sheet is none that can be read.
 */
export function movedSource(source: string, start: CellPlace, address: string): string {
  const place = parseAddress(address);
  if (!place || source.length > longest) return source;
  const [down, across] = [place.row - start.row, place.column - start.column];
  if ((down === 0 && across === 0) || source.startsWith('"') || !parseReference(source)) return source;
  const at = source.lastIndexOf('!') + 1;
  const moved = source.slice(at).replace(PART, (whole, fixed: string, part: string) => {
    if (fixed !== '') return whole;
    return /\d/.test(part) ? String(Number(part) + down) : columnName((columnNumber(part) ?? 0) + across) || beyond;
  });
  return source.slice(0, at) + moved;
}

/** No reference of a list is as long as this. */
const longest = 255;
/** Stands for a column that no sheet has. */
const beyond = '!';

/** The cells that the entries of any cell of a list may come from; undefined where they come from none. */
export function sourceOf({ source, ranges, start }: ListValidation): Reference | undefined {
  const own = parseReference(source);
  if (!own) return undefined;
  const corners = ranges.flatMap(({ top, left, bottom, right }) => [
    cellAddress(top, left),
    cellAddress(bottom, right),
  ]);
  const moved = corners.map((corner) => parseReference(movedSource(source, start, corner))?.range ?? wholeSheet);
  return { ...own, range: around([own.range, ...moved]) };
}

const wholeSheet: CellRange = { top: 1, left: 1, bottom: lastRow, right: lastColumn };

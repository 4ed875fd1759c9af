import { escapeAttribute } from '../render/escape.ts';

/** Where a cell lies on its page, from 0, and how many rows and columns that has. */
interface PagePlace {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Rows that a note needs below its cell, about. */
const noteRows = 6;

/**
 * The mark of a note in the corner of its cell. It is a summary, so that it has the focus of the keyboard and opens by a
 * tap without a script; its text is an attribute, so that it is no part of the cell's own.
 */
export function noteHtml(text: string, { row, column, rows, columns }: PagePlace): string {
  const sides = [row >= noteRows && row >= rows - noteRows ? 'up' : '', column >= columns / 2 ? 'start' : ''].filter(
    Boolean,
  );
  const side = sides.length === 0 ? '' : ` data-side="${sides.join(' ')}"`;
  const words = escapeAttribute(text);
  return `<details><summary data-note="${words}"${side} aria-label="${escapeAttribute('Note: ')}${words}"></summary></details>`;
}

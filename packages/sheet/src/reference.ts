import { limits } from '@sheetwire/contract/limits';
import { parseRange } from './address.ts';
import type { CellRange } from './model.ts';

export interface Reference {
  /** Undefined when the text names no sheet. */
  readonly sheet: string | undefined;
  readonly range: CellRange;
}

const REFERENCE = /^(?:(?:'((?:[^']|'')+)'|([^'!,]+))!)?([$A-Za-z0-9:]+)$/;

/** One area as a formula writes it: `A1:B2`, `Sheet1!$A$1`, `'P&L, day'!A:C`. */
export function parseReference(text: string): Reference | undefined {
  const [, quoted, plain, area] = REFERENCE.exec(text.trim()) ?? [];
  const range = area === undefined ? undefined : parseRange(area);
  if (!range) return undefined;
  return { sheet: quoted?.replaceAll("''", "'") ?? plain, range };
}

/** Areas joined by commas (print areas); undefined when one of them is no plain area. */
export function parseReferences(text: string): Reference[] | undefined {
  if (text.length > limits.workbook.formula) return undefined;
  const found: Reference[] = [];
  for (const piece of splitAreas(text)) {
    const reference = parseReference(piece);
    if (!reference) return undefined;
    found.push(reference);
  }
  return found.length > 0 ? found : undefined;
}

function splitAreas(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "'") isQuoted = !isQuoted;
    if (text[at] === ',' && !isQuoted) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

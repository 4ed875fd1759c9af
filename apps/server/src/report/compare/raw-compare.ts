import { limits } from '@sheetwire/contract/limits';
import { cellAttributes } from '#report/clean/elements.ts';
import { isSelfContained } from '#report/clean/self-contained.ts';
import { type RawIndex, unescapeJson } from './raw-index.ts';

/** A cell that differs between two publish bodies. */
export interface RawChange {
  readonly page: number;
  readonly cell: number;
  /** Raw inner HTML as published. */
  readonly html: string;
  /** The new style number when it differs. */
  readonly style: number | undefined;
}

/** What a comparison found, and the index of the new body for the next one. */
export interface RawDifference {
  readonly changes: readonly RawChange[];
  readonly index: RawIndex;
}

const BLOCK = 16_384;
const CLOSE = Buffer.from('</t');
const TAG_END = 0x3e;
/** Of one character in a JSON string. */
const MOST_BYTES = 6;
/** Bytes by which a tag grows with another style number, and some more: a longer one is not looked into here. */
const MOST_GROWTH = 16;
const STYLE = / data-s=\\"(\d+)\\"/;
/** An attribute that the parser takes for the style number, however it is spelled. */
const ANY_STYLE = / data-s(?=[=> ])/gi;

/**
 * Compares a publish body with the one before it, byte by byte, and answers the changed cells. Undefined when anything
 * but cells and their style numbers differs, a changed cell could alter the markup around it, or so much changed that it
 * is work for a thread.
 */
export function compareBody(before: RawIndex, body: Buffer): RawDifference | undefined {
  const moved: Moved[] = [];
  const changes: RawChange[] = [];
  let shift = 0;
  let at = 0;
  let left: number = limits.byBytes.text;
  for (;;) {
    at = firstDifference(before.body, at, body, at + shift);
    if (at === before.body.length && at + shift === body.length) break;
    const i = cellAt(before.open, at);
    if (i < 0 || at > (before.end[i] ?? -1)) return undefined;
    const cell = changeOf(before, i, body, { at, shift, left });
    if (!cell || changes.length === limits.byBytes.cells) return undefined;
    left -= cell.change.html.length;
    const end = before.end[i] ?? 0;
    const shifted = cell.end - end;
    moved.push({ at: i, tag: cell.inner - (before.inner[i] ?? 0) - shift, shift: shifted - shift });
    changes.push(cell.change);
    shift = shifted;
    at = end;
  }
  return { changes, index: shiftIndex(before, body, moved) };
}

/** The first offset of `a`, from `i` on, at which `b` (from `j` on) differs; `a.length` or the shorter's end if none. */
function firstDifference(a: Buffer, i: number, b: Buffer, j: number): number {
  let at = i;
  const move = j - i;
  const stop = Math.min(a.length, b.length - move);
  while (at < stop) {
    const end = Math.min(at + BLOCK, stop);
    if (a.compare(b, at + move, end + move, at, end) !== 0) return within(a, b, { at, end, move });
    at = end;
  }
  return at;
}

/** A block this short is looked through byte by byte: a call to compare costs as much as some hundred bytes. */
const SHORT = 256;

/** Halves a block that differs until the first differing byte is found. */
function within(a: Buffer, b: Buffer, block: { at: number; end: number; move: number }): number {
  let { at, end } = block;
  while (end - at > SHORT) {
    const middle = (at + end) >> 1;
    if (a.compare(b, at + block.move, middle + block.move, at, middle) !== 0) end = middle;
    else at = middle;
  }
  while (a[at] === b[at + block.move]) at++;
  return at;
}

/** The last cell that opens at or before an offset; -1 when there is none. */
function cellAt(open: Int32Array, offset: number): number {
  let low = 0;
  let high = open.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((open[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface Found {
  readonly change: RawChange;
  /** Where the cell's content begins and ends in the new body. */
  readonly inner: number;
  readonly end: number;
}

/** By how many bytes a cell grew, and its open tag alone. */
interface Moved {
  readonly at: number;
  readonly tag: number;
  readonly shift: number;
}

/** Where the old body differs, how far the new one is ahead of it, and the characters that may still be read. */
interface Reading {
  readonly at: number;
  readonly shift: number;
  readonly left: number;
}

function changeOf(before: RawIndex, i: number, body: Buffer, reading: Reading): Found | undefined {
  const { left } = reading;
  const tag = tagOf(before, i, body, reading);
  if (!tag) return undefined;
  const end = body.indexOf(CLOSE, tag.end);
  if (end < 0 || end - tag.end > MOST_BYTES * left) return undefined;
  const html = unescapeJson(body, tag.end, end);
  if (html === undefined || html.length > left || !isSelfContained(html)) return undefined;
  return {
    change: { page: before.page[i] ?? 0, cell: before.cell[i] ?? 0, html, style: tag.style },
    inner: tag.end,
    end,
  };
}

/** The open tag of a changed cell: where it ends in the new body, and its style number when that is another one. */
function tagOf(
  before: RawIndex,
  i: number,
  body: Buffer,
  { at, shift }: Reading,
): { readonly end: number; readonly style: number | undefined } | undefined {
  const from = before.open[i] ?? 0;
  const inner = before.inner[i] ?? 0;
  // The first difference lies behind the tag.
  if (at >= inner) return { end: inner + shift, style: undefined };
  const start = from + shift;
  const end = body.indexOf(TAG_END, start) + 1;
  if (end === 0 || end - start > inner - from + MOST_GROWTH) return undefined;
  const style = newStyle(before.body.toString('latin1', from, inner), body.toString('latin1', start, end));
  return style === null ? undefined : { end, style };
}

/**
 * The new style number when that is all in which two open tags differ; null when anything else does, or when cleaning
 * would not keep the number: the page is then cleaned whole.
 */
function newStyle(before: string, after: string): number | null {
  const style = STYLE.exec(after)?.[1];
  const isAlone = after.match(ANY_STYLE)?.length === 1;
  if (style === undefined || !isAlone || before.replace(STYLE, ` data-s=\\"${style}\\"`) !== after) return null;
  const cleaned = cellAttributes.get('data-s')?.(style);
  return cleaned === undefined ? null : Number(cleaned);
}

/** The index of the new body: every offset behind a changed cell moves along. */
function shiftIndex(before: RawIndex, body: Buffer, found: readonly Moved[]): RawIndex {
  if (found.every(({ tag, shift }) => tag === 0 && shift === 0)) return { ...before, body };
  const open = before.open.slice();
  const inner = before.inner.slice();
  const end = before.end.slice();
  let shift = 0;
  for (const [n, change] of found.entries()) {
    const until = found[n + 1]?.at ?? open.length;
    shift += change.shift;
    inner[change.at] = (inner[change.at] ?? 0) + change.tag;
    end[change.at] = (end[change.at] ?? 0) + shift;
    for (let i = change.at + 1; i <= until && i < open.length; i++) {
      open[i] = (open[i] ?? 0) + shift;
      inner[i] = (inner[i] ?? 0) + shift;
      if (i !== until) end[i] = (end[i] ?? 0) + shift;
    }
  }
  return { ...before, body, open, inner, end };
}

import { limits } from '@sheetwire/contract/limits';
import type { Workbook } from '../../model.ts';
import { WorkbookError } from '../../workbook-error.ts';
import { refuseLongText } from '../text-file.ts';
import { delimitedSheet, delimitedStyles } from './delimited-sheet.ts';

const sniffed = [',', ';', '\t', '|'];
const sniffLines = 20;

/** Reads delimited text: one sheet, every text shown as it stands, numbers known as numbers. */
export function readDelimitedText(bytes: Uint8Array, options: { delimiter?: string; name?: string }): Workbook {
  refuseLongText(bytes);
  const text = decoded(bytes);
  const named = /^sep=(.)\r?\n/.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const delimiter = options.delimiter ?? named?.[1] ?? likelyDelimiter(body);
  const rows = readRows(body, delimiter);
  return {
    sheets: [delimitedSheet(rows, options.name ?? 'Sheet1')],
    names: [],
    styles: delimitedStyles,
    has1904Dates: false,
    warnings: [],
  };
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Text that is no UTF-8 was saved by a program of the Windows code page.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The mark that cuts the first lines into the most, and the most even, columns. */
function likelyDelimiter(text: string): string {
  const lines = text
    .slice(0, 64 * 1024)
    .split('\n', sniffLines)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/"[^"]*"/g, ''));
  const others = sniffed.filter(
    (mark) => mark !== ',' && lines.length > 0 && lines.every((line) => line.includes(mark)),
  );
  let best = ',';
  let most = 0;
  for (const mark of sniffed) {
    const counts = lines.map((line) => (mark === ',' ? commasOf(line, others) : line.split(mark).length - 1));
    const least = Math.min(...counts);
    const score = least * 1000 + (counts[0] ?? 0);
    if (least >= 0 && score > most) {
      best = mark;
      most = score;
    }
  }
  return best;
}

/** The commas of a line that may cut it: where another mark cuts every line, those within a number of its fields do not. */
function commasOf(line: string, others: readonly string[]): number {
  const counts = others.map((mark) => {
    const fields = line.split(mark).map((field) => (NUMBER.test(field) ? field.replaceAll(',', '') : field));
    return fields.join('').split(',').length - 1;
  });
  return Math.min(line.split(',').length - 1, ...counts);
}

/** A number with a decimal comma, or with commas between thousands, and what stands around it: `-1.234,50 €`. */
const NUMBER = /^[^\d,]{0,9}(?:\d[\d.' \u00a0\u202f]*,\d+|\d{1,3}(?:,\d{3})+(?:\.\d+)?)[^\d,]{0,9}$/;

function readRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cells = 0;
  let at = 0;
  while (at < text.length) {
    const field = readField(text, at, delimiter);
    row.push(field.value);
    if (++cells > limits.workbook.cells || row.length > limits.workbook.delimitedColumns) throw tooMany();
    at = field.next;
    if (field.endsRow) {
      rows.push(row);
      row = [];
    } else if (at >= text.length) row.push('');
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function tooMany(): WorkbookError {
  return new WorkbookError('The file has too many cells to publish: publish a smaller part of it.');
}

interface Field {
  readonly value: string;
  readonly next: number;
  readonly endsRow: boolean;
}

function readField(text: string, start: number, delimiter: string): Field {
  if (text[start] === '"') return readQuoted(text, start + 1, delimiter);
  const end = fieldEnd(text, start, delimiter);
  return { value: text.slice(start, end), ...afterField(text, end) };
}

function readQuoted(text: string, start: number, delimiter: string): Field {
  let value = '';
  let from = start;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { value: value + text.slice(from), next: text.length, endsRow: true };
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      const end = fieldEnd(text, quote + 1, delimiter);
      return { value: value + text.slice(quote + 1, end), ...afterField(text, end) };
    }
    value += '"';
    from = quote + 2;
  }
}

function fieldEnd(text: string, start: number, delimiter: string): number {
  const mark = delimiter.charCodeAt(0);
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === mark || code === 10 || code === 13) return at;
  }
  return text.length;
}

function afterField(text: string, end: number): { next: number; endsRow: boolean } {
  if (end >= text.length) return { next: end, endsRow: true };
  const code = text.charCodeAt(end);
  if (code === 13) return { next: text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1, endsRow: true };
  return { next: end + 1, endsRow: code === 10 };
}

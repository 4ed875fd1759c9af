import { holdsDrawing } from './drawing.ts';
import { freezeOf, type GridShape, USUAL_ROW } from './grid-shape.ts';
import { cutRows } from './row-blocks.ts';
import { type HeldColumn, rowHeight, writeRow } from './row-writer.ts';
import type { WireRow, WireSection, WireTable } from './table-scan.ts';
import { quoteAttribute, withAdditions } from './tag-writer.ts';

/** Where the writing of a page stands. */
export interface Counter {
  cells: number;
  rows: number;
  blocks: number;
}

export interface TableWriting {
  readonly shape: GridShape;
  readonly label: string;
  readonly count: Counter;
  readonly out: string[];
}

/** A section with what is its own while it is written. */
interface Part {
  readonly section: WireSection;
  readonly index: number;
  readonly frozen: number;
  readonly held: HeldColumn[];
}

/** Writes a table as a row grid: its frozen rows as one thead, its other rows in blocks. */
export function writeTable(table: WireTable, writing: TableWriting): void {
  const { out, count, shape, label } = writing;
  out.push(`<table${openTable(table, shape, label)}>`, table.head);
  const parts = partsOf(table);
  // From the first frozen part to the last: an empty section between them counts with no row.
  const frozen = parts.slice(
    parts.findIndex((part) => part.frozen > 0),
    parts.findLastIndex((part) => part.frozen > 0) + 1,
  );
  const firstRow = count.rows;
  for (const part of parts) {
    out.push(part.section.before);
    if (part === frozen[0]) writeHead(frozen, { ...writing, firstRow });
    writeRest(part, { ...writing, firstRow, isAlone: part === frozen[0] });
  }
  out.push(table.after, '</table>');
}

function partsOf(table: WireTable): Part[] {
  const [freeze] = freezeOf(table);
  let left = Math.max(0, freeze);
  return table.sections.map((section, index) => {
    const ownHead = freeze < 0 && section.kind === 'thead';
    const frozen = ownHead ? section.rows.length : Math.min(left, section.rows.length);
    left -= ownHead ? 0 : frozen;
    return { section, index, frozen, held: [] };
  });
}

function openTable(table: WireTable, shape: GridShape, label: string): string {
  if (shape.native) return withAdditions(table.attributes, { attributes: [['class', 't native']] });
  const measured = shape.widths.length > 0;
  return withAdditions(table.attributes, {
    attributes: [
      ['class', measured ? 't' : 't native unmeasured'],
      ['role', 'table'],
      ['aria-label', quoteAttribute(label)],
      ['aria-rowcount', String(table.rowCount)],
      ['aria-colcount', String(shape.columns)],
    ],
    ...(measured ? { style: trackStyle(shape) } : {}),
  });
}

/** The custom properties that give a row grid its columns, its frozen ones their places, and its rows their height. */
export function trackStyle({ widths, frozenColumns, rowHeight, zoom = 1 }: Tracks): string {
  let offset = 0;
  let frozen = '';
  for (let n = 0; n < frozenColumns; n++) {
    frozen += `;--f${n + 1}:${offset}px`;
    offset += widths[n] ?? 0;
  }
  const total = widths.reduce((sum, width) => sum + width, 0);
  const height = rowHeight === USUAL_ROW ? '' : `;--cell:${rowHeight}px`;
  const zoomed = zoom === 1 ? '' : `;--zoom:${zoom}`;
  return `--cols:${widths.map((width) => `${width}px`).join(' ')};--width:${total}px;--first:${widths[0]}px${frozen}${height}${zoomed}`;
}

type Tracks = Pick<GridShape, 'widths' | 'frozenColumns' | 'rowHeight' | 'zoom'>;

interface PartWriting extends TableWriting {
  /** Rows of the page before this table. */
  readonly firstRow: number;
}

/** One thead of all frozen rows; `data-w` says how many come from which section. */
function writeHead(parts: readonly Part[], writing: PartWriting): void {
  const [first] = parts;
  if (!first) return;
  const { out, shape } = writing;
  const merged = parts.some((part) => part.frozen > 0 && cutRows(part.section.rows, part.frozen, true)[0]?.merged);
  const counts = parts.length > 1 ? parts.map((part) => ` ${part.frozen}`).join('') : '';
  const classes = merged && !shape.native ? 'f m' : 'f';
  const open = openBlock(first, writing, { classes, isFrozen: true, height: 0, counts });
  out.push(`<thead${open}>`);
  let rowInBlock = 0;
  for (const part of parts) {
    const rows = part.section.rows.slice(0, part.frozen);
    writeRows(rows, { ...writing, held: part.held, merged, isHeader: true, rowInBlock });
    rowInBlock += rows.length;
  }
  if (isAllFrozen(first)) out.push(first.section.after);
  out.push('</thead>');
  writing.count.blocks++;
}

function isAllFrozen({ section, frozen }: Part): boolean {
  return frozen > 0 && frozen === section.rows.length;
}

/** The rows of a section that are not frozen; a section that the head does not stand for has a block even when empty. */
function writeRest(part: Part, writing: PartWriting & { isAlone: boolean }): void {
  const { section, frozen } = part;
  if (isAllFrozen(part) && writing.isAlone) return;
  const { out, shape, count } = writing;
  const blocks = isAllFrozen(part)
    ? [{ from: frozen, to: frozen, merged: false }]
    : cutRows(section.rows, frozen, shape.native).slice(frozen > 0 ? 1 : 0);
  for (const [n, block] of blocks.entries()) {
    const rows = section.rows.slice(block.from, block.to);
    const isHead = section.kind === 'thead' && n === 0 && frozen === 0;
    const tag = section.kind === 'thead' && !isHead ? 'tbody' : section.kind;
    const height = rows.reduce((sum, row) => sum + rowHeight(row, shape.rowHeight), 0);
    const classes = blockClasses(rows, block.merged && !shape.native);
    out.push(`<${tag}${openBlock(part, writing, { classes, isFrozen: false, height, counts: '' })}>`);
    const isHeader = section.kind === 'thead';
    writeRows(rows, { ...writing, held: part.held, merged: block.merged, isHeader, rowInBlock: 0 });
    out.push(n === blocks.length - 1 ? section.after : '', `</${tag}>`);
    count.blocks++;
  }
}

function blockClasses(rows: readonly WireRow[], isMerged: boolean): string {
  const isDrawn = rows.some(({ cells }) => cells.some(({ inner }) => holdsDrawing(inner)));
  return [isMerged ? 'm' : '', isDrawn ? 'd' : ''].filter(Boolean).join(' ');
}

interface RowsWriting extends PartWriting {
  readonly held: HeldColumn[];
  readonly merged: boolean;
  readonly isHeader: boolean;
  readonly rowInBlock: number;
}

function writeRows(rows: readonly WireRow[], writing: RowsWriting): void {
  const { shape, count, out, held, isHeader } = writing;
  for (const [n, row] of rows.entries()) {
    const place = { ariaIndex: count.rows - writing.firstRow + 1, isHeader };
    const merged = { rowInBlock: writing.rowInBlock + n, isFirst: n === 0, rowsLeft: rows.length - n, held };
    out.push(writeRow(row, shape, writing.merged ? { ...place, merged } : place));
    count.rows++;
    count.cells += row.cells.length;
  }
}

interface BlockTag {
  readonly classes: string;
  readonly isFrozen: boolean;
  readonly height: number;
  readonly counts: string;
}

function openBlock({ section, index }: Part, { shape, count }: PartWriting, tag: BlockTag): string {
  const attributes: [string, string][] = [
    ['data-n', String(count.cells)],
    ['data-w', `${section.kind} ${index}${tag.counts}`],
  ];
  if (tag.classes) attributes.unshift(['class', tag.classes]);
  if (!shape.native) attributes.push(['role', 'rowgroup']);
  const style = shape.native || tag.isFrozen ? {} : { style: intrinsicHeight(tag.height) };
  return withAdditions(section.attributes, { attributes, ...style });
}

/** The height that a block takes in the scroll bar before it was first drawn. */
export function intrinsicHeight(px: number): string {
  return `contain-intrinsic-block-size:auto ${px}px`;
}

import { lastColumn, lastRow } from '../address.ts';
import type { CellRange } from '../model.ts';
import { NotEvaluated } from './faults.ts';
import type { FormulaBook } from './formula-book.ts';
import type { Node, WrittenArea } from './node.ts';

/** Cells that a formula reads, as it names them. */
export interface Read {
  /** The sheet's name in lower case. */
  readonly sheet: string;
  readonly area: WrittenArea;
  /** Written for the first cell of a sheet, as names are; else for the place of the formula. */
  readonly isOfName: boolean;
}

interface Reading {
  readonly book: FormulaBook;
  readonly sheet: string;
  readonly found: Read[];
  readonly locals: ReadonlySet<string>;
  /** Names that are being looked up. */
  readonly names: readonly string[];
}

/** Thrown where only the evaluation tells what is read. */
class Anything extends Error {}

/** Functions that make references of their own. */
const makers: ReadonlySet<string> = new Set(['OFFSET', 'INDIRECT', 'ANCHORARRAY']);
/** Functions whose third area is as large as the first. */
const stretching: ReadonlySet<string> = new Set(['SUMIF', 'AVERAGEIF']);
const mostNames = 16;
const mostReads = 2000;

/** All that a formula of a sheet may read; undefined where its text does not tell. */
export function readsOf(root: Node, book: FormulaBook, sheet: string): readonly Read[] | undefined {
  const found: Read[] = [];
  try {
    read(root, { book, sheet: sheet.toLowerCase(), found, locals: new Set(), names: [] });
  } catch (fault) {
    if (fault instanceof Anything || fault instanceof NotEvaluated) return undefined;
    throw fault;
  }
  return found;
}

function read(node: Node, reading: Reading): void {
  if (reading.found.length > mostReads) throw new Anything();
  switch (node.kind) {
    case 'area':
      note(reading, node.sheet, node.area);
      break;
    case 'name':
      readName(node, reading);
      break;
    case 'table':
      readTable(node.table, reading);
      break;
    case 'unary':
      if (node.operator === '#') throw new Anything();
      read(node.of, reading);
      break;
    case 'binary':
      readChain(node, reading);
      break;
    case 'call':
      if (makers.has(node.name)) throw new Anything();
      if (stretching.has(node.name) && node.args[2]) readStretched(node.args, reading);
      for (const arg of node.args) if (arg) read(arg, reading);
      break;
    case 'let':
      readLet(node, reading);
      break;
    default:
  }
}

/** The third area has the size of the first from its own first cell on, however far it is written. */
function readStretched([first, , third]: readonly (Node | undefined)[], reading: Reading): void {
  const [range, numbers] = [writtenIn(first, reading), writtenIn(third, reading)];
  if (!range || !numbers) {
    if (isSameTable(first, third)) return;
    throw new Anything();
  }
  const [a, b] = [range.area, numbers.area];
  if (!isRigid(a) || !isRigid(b)) throw new Anything();
  const bottom = Math.min(lastRow, b.top + a.bottom - a.top);
  const right = Math.min(lastColumn, b.left + a.right - a.left);
  const fixed = { ...b.fixed, bottom: b.fixed.top, right: b.fixed.left };
  note(numbers.reading, numbers.sheet, { ...b, bottom, right, fixed });
}

/** An area that has the same size wherever its formula moves. */
function isRigid({ top, left, bottom, right, fixed }: WrittenArea): boolean {
  return fixed.top === fixed.bottom && fixed.left === fixed.right && top <= bottom && left <= right;
}

interface Written {
  readonly sheet: string;
  readonly area: WrittenArea;
  /** Where it is written: in the formula, or under a name. */
  readonly reading: Reading;
}

/** The area that stands there, or under the name that does; undefined for anything else. */
function writtenIn(node: Node | undefined, reading: Reading): Written | undefined {
  if (node?.kind === 'area') return { sheet: node.sheet, area: node.area, reading };
  if (node?.kind !== 'name' || reading.locals.has(node.name.toLowerCase())) return undefined;
  const { book, names } = reading;
  const refers = book.nameOf(node.name, node.sheet === '' ? reading.sheet : node.sheet);
  const root = refers === undefined ? undefined : book.formula(refers).root;
  if (root?.kind !== 'area') return undefined;
  return { sheet: root.sheet, area: root.area, reading: { ...reading, names: [...names, node.name.toLowerCase()] } };
}

/** The same rows of one table, one column or all of them. */
function isSameTable(a: Node | undefined, b: Node | undefined): boolean {
  if (a?.kind !== 'table' || b?.kind !== 'table' || a.table.toLowerCase() !== b.table.toLowerCase()) return false;
  return (
    a.sections.join().toLowerCase() === b.sections.join().toLowerCase() &&
    a.columns.length === b.columns.length &&
    a.columns.length < 2
  );
}

/** A name counts behind its own value: within it the same name is that of the workbook. */
function readLet({ names, values, body }: Extract<Node, { kind: 'let' }>, reading: Reading): void {
  const locals = new Set(reading.locals);
  const inner = { ...reading, locals };
  for (const [at, name] of names.entries()) {
    const value = values[at];
    if (value) read(value, inner);
    locals.add(name);
  }
  read(body, inner);
}

/** A long chain of operators goes to the left without recursion. */
function readChain(node: Extract<Node, { kind: 'binary' }>, reading: Reading): void {
  let at: Node = node;
  while (at.kind === 'binary') {
    if (at.operator === ':') throw new Anything();
    read(at.right, reading);
    at = at.left;
  }
  read(at, reading);
}

function note({ book, sheet, found, names }: Reading, named: string, area: WrittenArea): void {
  const key = named === '' ? sheet : named.toLowerCase();
  // Of several sheets, or of one that is not there.
  if (!book.sheet(key)) throw new Anything();
  found.push({ sheet: key, area, isOfName: names.length > 0 });
}

function readName({ sheet, name }: Extract<Node, { kind: 'name' }>, reading: Reading): void {
  const { book, locals, names } = reading;
  const key = name.toLowerCase();
  if (locals.has(key)) return;
  const refers = book.nameOf(name, sheet === '' ? reading.sheet : sheet);
  if (refers === undefined) {
    readTable(name, reading);
    return;
  }
  if (names.includes(key) || names.length >= mostNames) throw new Anything();
  read(book.formula(refers).root, { ...reading, locals: new Set(), names: [...names, key] });
}

const fixed = { top: true, left: true, bottom: true, right: true };

function readTable(name: string, reading: Reading): void {
  const found = name === '' ? undefined : reading.book.table(name);
  if (!found) throw new Anything();
  note(reading, found.sheet.name, { ...found.table.range, fixed });
}

/** Where formulas stand that were written for one place: all of their cells lie within `box`. */
export interface Readers {
  readonly first: { readonly row: number; readonly column: number };
  readonly box: CellRange;
}

/** The places within the box from which a cell is read; undefined where there are none. */
export function readersOf({ area, isOfName }: Read, cell: Place, { first, box }: Readers): CellRange | undefined {
  if (isBeyond(area, cell)) return undefined;
  const from = isOfName ? { row: 1, column: 1 } : first;
  const rows = readingAlong(
    { from: area.top, to: area.bottom, isFromFixed: area.fixed.top, isToFixed: area.fixed.bottom },
    cell.row,
    { first: from.row, least: box.top, most: box.bottom, size: lastRow },
  );
  const columns = readingAlong(
    { from: area.left, to: area.right, isFromFixed: area.fixed.left, isToFixed: area.fixed.right },
    cell.column,
    { first: from.column, least: box.left, most: box.right, size: lastColumn },
  );
  return rows && columns && { top: rows.least, bottom: rows.most, left: columns.least, right: columns.most };
}

/** Whether a cell lies outside of an area whose rows, or whose columns, are fixed. */
function isBeyond({ top, left, bottom, right, fixed }: WrittenArea, { row, column }: Place): boolean {
  const hasRow = !fixed.top || !fixed.bottom || isAmong(top, row, bottom);
  return !hasRow || (fixed.left && fixed.right && !isAmong(left, column, right));
}

function isAmong(from: number, at: number, to: number): boolean {
  return Math.min(from, to) <= at && at <= Math.max(from, to);
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** One side of an area. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly isFromFixed: boolean;
  readonly isToFixed: boolean;
}

interface Along {
  readonly first: number;
  readonly least: number;
  readonly most: number;
  readonly size: number;
}

type Span = Pick<Along, 'least' | 'most'>;

function readingAlong(line: Line, at: number, along: Along): Span | undefined {
  const { first, least, most, size } = along;
  const wraps = (one: number) => one + least - first < 1 || one + most - first > size;
  if ((!line.isFromFixed && wraps(line.from)) || (!line.isToFixed && wraps(line.to))) return along;
  const low = Math.min(line.from, line.to);
  const high = Math.max(line.from, line.to);
  if (line.isFromFixed && line.isToFixed) return low <= at && at <= high ? along : undefined;
  if (!line.isFromFixed && !line.isToFixed) return within(along, at - high + first, at - low + first);
  const [stays, moved] = line.isFromFixed ? [line.from, line.to] : [line.to, line.from];
  if (at === stays) return along;
  return at < stays ? within(along, least, at - moved + first) : within(along, at - moved + first, most);
}

function within({ least, most }: Span, from: number, to: number): Span | undefined {
  const span = { least: Math.max(least, from), most: Math.min(most, to) };
  return span.least <= span.most ? span : undefined;
}

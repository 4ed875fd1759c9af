import { intrinsicHeight } from '@sheetwire/page/table-writer';
import { restyled } from '@sheetwire/page/tag-writer';
import { tableShape } from '#features/report-document/table-shape.ts';
import { Axis } from './axis.ts';
import type { KeptFolds } from './kept-folds.ts';
import { columnsCss } from './outline-css.ts';

type Row = HTMLTableRowElement;

/** Characters of a total that name its group. */
const LABEL = 60;
const CELL_NAME = /^([A-Z]+)(\d+)$/;

/** The groups of one table: read from its rows and columns, and kept while rows come and go. */
export class TableOutline {
  readonly table: HTMLTableElement;
  readonly #mark: string;
  readonly #folds: KeptFolds;
  /** In the order of the document. */
  lines: readonly Row[] = [];
  rows: Axis;
  columns: Axis;
  #letters: readonly (string | undefined)[] = [];

  constructor(table: HTMLTableElement, mark: string, folds: KeptFolds) {
    this.table = table;
    this.#mark = mark;
    this.#folds = folds;
    table.setAttribute('data-fold', mark);
    this.columns = this.#readColumns();
    this.rows = this.#readRows();
  }

  /** After rows came or went. */
  read(): void {
    this.rows = this.#readRows();
  }

  /** Hides and shows the rows as their groups are. */
  applyRows(): void {
    const hidden = this.rows.hidden();
    const touched = new Set<Element>();
    for (const [n, row] of this.lines.entries()) {
      const fold = foldOf(row, hidden[n] === true);
      if (row.getAttribute('data-fold') === (fold ?? null)) continue;
      if (fold === undefined) row.removeAttribute('data-fold');
      else row.setAttribute('data-fold', fold);
      if (row.parentElement) touched.add(row.parentElement);
    }
    const { rowHeight, native } = tableShape(this.table);
    if (!native) for (const block of touched) setHeight(block, rowHeight);
  }

  /** The sheet that hides its collapsed columns. */
  css(): string {
    const { widths, frozenColumns } = tableShape(this.table);
    return columnsCss({
      ...{ widths, frozenColumns },
      isHidden: this.columns.hidden(),
      letters: this.#letters,
      mark: this.#mark,
    });
  }

  /** Where its columns begin now, from its start, and where the last one ends. */
  columnEdges(): number[] {
    const hidden = this.columns.hidden();
    let offset = 0;
    const starts = tableShape(this.table).widths.map((width, n) => {
      offset += hidden[n] ? 0 : width;
      return offset - (hidden[n] ? 0 : width);
    });
    return [...starts, offset];
  }

  get isRightToLeft(): boolean {
    return this.table.getAttribute('dir') === 'rtl';
  }

  #readRows(): Axis {
    this.lines = [...this.table.querySelectorAll<Row>(':scope > * > tr')];
    const { lines } = this;
    return new Axis(
      {
        kind: 'rows',
        levels: lines.map(levelOf),
        isBefore: this.#sides.includes('above'),
        isHidden: (n) => lines[n]?.hasAttribute('hidden') === true,
        label: (n) => labelOf(lines[n]?.cells ?? []),
        name: (n) => cellName(lines[n])?.[2] ?? String(n + 1),
      },
      this.#folds,
    );
  }

  #readColumns(): Axis {
    const columns = [...this.table.querySelectorAll(':scope > colgroup > col')];
    this.#letters = this.#readLetters(columns.length);
    const letters = this.#letters;
    return new Axis(
      {
        kind: 'columns',
        levels: columns.map(levelOf),
        isBefore: this.#sides.includes('before'),
        isHidden: (n) => columns[n]?.hasAttribute('hidden') === true,
        label: (n) => (letters[n] === undefined ? '' : this.#headOf(letters[n])),
        name: (n) => letters[n] ?? String(n + 1),
      },
      this.#folds,
    );
  }

  get #sides(): string {
    return this.table.getAttribute('data-outline') ?? '';
  }

  /** From a row in which no cell spans columns, else as far as rows tell. */
  #readLetters(count: number): (string | undefined)[] {
    const found: (string | undefined)[] = new Array(count);
    for (const row of this.table.querySelectorAll<Row>(':scope > * > tr')) {
      const cells = [...row.cells].filter((cell) => !cell.hasAttribute('data-fill'));
      if (cells.length !== count) continue;
      for (const [n, cell] of cells.entries()) found[n] = CELL_NAME.exec(cell.dataset.cell ?? '')?.[1];
      break;
    }
    return found;
  }

  #headOf(letters: string): string {
    for (let row = 1; row <= HEAD_ROWS; row++) {
      const cell = this.table.querySelector(`[data-cell="${letters}${row}"]`);
      const text = cell ? labelOf([cell]) : '';
      if (text !== '') return text;
    }
    return '';
  }
}

/** Rows in which a column's head is looked for. */
const HEAD_ROWS = 10;

function levelOf(element: Element): number {
  return Number(element.getAttribute('data-level') ?? 0) || 0;
}

/** What the file says needs no word of ours. */
function foldOf(row: Row, isHidden: boolean): 'open' | 'shut' | undefined {
  if (isHidden === row.hasAttribute('hidden')) return undefined;
  return isHidden ? 'shut' : 'open';
}

/** The first words that stand in some cells. */
function labelOf(cells: Iterable<Element>): string {
  for (const cell of cells) {
    const text = cell.textContent.replace(/\s+/g, ' ').trim();
    if (text !== '' && !cell.hasAttribute('data-num')) return text.slice(0, LABEL);
  }
  return '';
}

function cellName(row: Row | undefined): RegExpExecArray | null {
  return CELL_NAME.exec(row?.querySelector('[data-cell]')?.getAttribute('data-cell') ?? '');
}

/** The room that a block takes before it is drawn. */
function setHeight(block: Element, usual: number): void {
  if (block.localName === 'thead') return;
  let height = 0;
  for (const row of block.children) {
    const isHidden = row.hasAttribute('hidden') !== row.hasAttribute('data-fold');
    const own = /--cell:(\d+(?:\.\d+)?)px/.exec(row.getAttribute('style') ?? '')?.[1];
    if (!isHidden) height += Number(own ?? usual);
  }
  block.setAttribute('style', restyled(block.getAttribute('style'), intrinsicHeight(height)));
}

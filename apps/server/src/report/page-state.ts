import { cellName, cellStyle, joinCells, splitCells, withCellStyle } from '@sheetwire/page/cells';
import type { Page } from '#ports/report-log.ts';
import type { Control } from '#report/clean/controls.ts';
import { findElement } from '#report/held/control-element.ts';

/** The place of controls that stand outside every cell. */
const OUTSIDE_CELLS = -1;

/** A value that is worked out when it is first asked for and kept until the page changes. */
interface Cached<T> {
  readonly value: T;
}

/**
 * One page of a report in memory. The whole HTML is joined only when somebody asks for it, so that setting a cell costs
 * the same on any table size (quality, Speed).
 */
export class PageState {
  readonly name: string;
  readonly user: string | null;
  readonly styles: string[];
  readonly #literals: string[] = [];
  readonly #cells: string[] = [];
  readonly #isCut: boolean;
  #length: number;
  #html: Cached<string> | undefined;
  #numbers: Map<string, number> | undefined;
  #encoded: Cached<Promise<string>> | undefined;
  /** Controls by the cell that holds them. */
  readonly #controls: Map<number, readonly Control[]> = new Map();

  constructor(page: Page, controls: readonly Control[]) {
    this.name = page.name;
    this.user = page.user;
    this.styles = [...page.styles];
    this.#html = { value: page.html };
    this.#length = page.html.length;
    const cut = splitCells(page.html);
    this.#isCut = cut !== undefined;
    if (cut) {
      this.#literals = cut.literals;
      this.#cells = cut.cells;
    }
    this.#placeControls(controls);
  }

  /** Canonical HTML of the page as it is now. */
  get html(): string {
    this.#html ??= { value: joinCells({ literals: this.#literals, cells: this.#cells }) };
    return this.#html.value;
  }

  /** False for a page with tables within cells, which only changes as a whole. */
  get hasCells(): boolean {
    return this.#isCut;
  }

  /** Inner HTML of every cell in document order. */
  get cells(): readonly string[] {
    return this.#cells;
  }

  /** Characters of the page, but for style numbers set since. */
  get length(): number {
    return this.#length;
  }

  /** Roughly what the page takes in memory. */
  get bytes(): number {
    return 2 * this.#length;
  }

  /** The number of the cell with this `data-cell`, or undefined. */
  numberOf(cell: string): number | undefined {
    this.#numbers ??= this.#numberCells();
    return this.#numbers.get(cell);
  }

  cell(n: number): string | undefined {
    return this.#cells[n];
  }

  /** The style number of a cell, or undefined when it has none. */
  styleOf(n: number): number | undefined {
    const literal = this.#literals[n];
    return literal === undefined ? undefined : cellStyle(literal);
  }

  /** Sets a cleaned inner HTML, and the style number when given. */
  setCell(n: number, html: string, style: number | undefined): void {
    this.#length += html.length - (this.#cells[n] ?? '').length;
    this.#cells[n] = html;
    const literal = this.#literals[n];
    if (style !== undefined && literal !== undefined) this.#literals[n] = withCellStyle(literal, style);
    this.#html = undefined;
    this.#encoded = undefined;
  }

  controlsAt(n: number): readonly Control[] {
    return this.#controls.get(n) ?? [];
  }

  setControls(n: number, controls: readonly Control[]): void {
    if (controls.length > 0) this.#controls.set(n, controls);
    else this.#controls.delete(n);
  }

  /** The number of the cell that holds a control; undefined for one outside all cells. */
  cellOf(control: string): number | undefined {
    for (const [n, controls] of this.#controls) if (controls.some(({ name }) => name === control)) return holder(n);
    return undefined;
  }

  /** The page with another text of the same controls. */
  withHtml(html: string): PageState {
    return new PageState({ ...this.snapshot(), html }, this.controls);
  }

  /** Every control of the page. */
  get controls(): Control[] {
    return [...this.#controls.values()].flat();
  }

  /** The wire form for polling clients, made at most once a version however many ask (quality, polling clients). */
  encoded(encode: (html: string) => Promise<string>): Promise<string> {
    this.#encoded ??= { value: encode(this.html) };
    return this.#encoded.value;
  }

  /** A copy that the store may keep. */
  snapshot(): Page {
    return { name: this.name, user: this.user, html: this.html, styles: [...this.styles] };
  }

  #placeControls(controls: readonly Control[]): void {
    if (controls.length === 0) return;
    const holders = this.#cells.map((html, n) => ({ html, n })).filter(({ html }) => html.includes(' data-control="'));
    for (const control of controls) {
      const n = holders.find(({ html }) => findElement(html, control.name) !== undefined)?.n ?? OUTSIDE_CELLS;
      this.#controls.set(n, [...this.controlsAt(n), control]);
    }
  }

  #numberCells(): Map<string, number> {
    const numbers = new Map<string, number>();
    this.#cells.forEach((_, n) => {
      const name = cellName(this.#literals[n] ?? '');
      if (name !== undefined) numbers.set(name, n);
    });
    return numbers;
  }
}

function holder(n: number): number | undefined {
  return n === OUTSIDE_CELLS ? undefined : n;
}

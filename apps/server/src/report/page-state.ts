import type { Op } from '@sheetwire/contract/live';
import { opText } from '@sheetwire/contract/ops';
import { controlMarks } from '@sheetwire/page/model/control-marks';
import { type KnownParts, PageModel } from '@sheetwire/page/model/page-model';
import type { Page } from '#ports/report-log.ts';
import type { Control } from '#report/clean/controls.ts';
import { type PlacedControl, PlacedControls, placeControls } from '#report/held/placed-controls.ts';
import type { EncodePage } from './packed/encode-page.ts';

/** Roughly what a placed control takes. */
const PER_CONTROL = 200;

/**
 * One page of a report in memory: the page itself, the controls on it and who receives it. Its whole HTML is joined only
 * when somebody asks for it, so that setting a cell costs the same on any table size (quality, Speed).
 */
export class PageState {
  readonly name: string;
  readonly user: string | null;
  readonly #model: PageModel;
  #controls: PlacedControls;
  /** The wire forms that were asked for since the page changed. */
  readonly #encoded = new Map<EncodePage, Promise<string>>();

  constructor(page: Page, controls: readonly Control[], known: KnownParts & { readonly places?: Int32Array } = {}) {
    this.name = page.name;
    this.user = page.user;
    this.#model = new PageModel(page, known);
    const places = known.places ?? placeControls(page.html, controls, known.cut);
    this.#controls = new PlacedControls(controls, places);
  }

  /** Canonical HTML of the page as it is now. */
  get html(): string {
    return this.#model.html;
  }

  get styles(): readonly string[] {
    return this.#model.styles;
  }

  /** False for a page with tables within cells, which only changes as a whole. */
  get hasCells(): boolean {
    return this.#model.hasCells;
  }

  /** Whether it is known where its cells lie, and what they are called. */
  get isCut(): boolean {
    return this.#model.isCut;
  }

  get isNamed(): boolean {
    return this.#model.isNamed;
  }

  /** Takes what a thread has found out about the page as it is now. */
  learn(known: KnownParts): void {
    this.#model.learn(known);
  }

  get cellCount(): number {
    return this.#model.cellCount;
  }

  get rowCount(): number {
    return this.#model.rowCount;
  }

  cellsInRow(row: number): number {
    return this.#model.cellsInRow(row);
  }

  /** Inner HTML of every cell in document order. */
  get cells(): readonly string[] {
    return Array.from({ length: this.#model.cellCount }, (_, n) => this.#model.cell(n) ?? '');
  }

  /** Bytes of the page in UTF-8, which the limit of a report counts on every path (interfaces 4, Limits). */
  get bytes(): number {
    return this.#model.bytes;
  }

  /** Roughly what the page takes in memory. */
  get memory(): number {
    return this.#model.memory + this.#controls.count * PER_CONTROL;
  }

  /** The number of the cell with this `data-cell`, or undefined. */
  numberOf(cell: string): number | undefined {
    return this.#model.numberOf(cell);
  }

  cell(n: number): string | undefined {
    return this.#model.cell(n);
  }

  /** The style number of a cell, or undefined when it has none. */
  styleOf(n: number): number | undefined {
    return this.#model.cellStyle(n);
  }

  /** Sets a cleaned inner HTML, and the style number when given. */
  setCell(n: number, html: string, style: number | undefined): void {
    this.#model.setCell(n, html, style);
    this.#encoded.clear();
  }

  /** By how many bytes the page would grow with such a cell. */
  growth(n: number, html: string, style: number | undefined): number {
    return this.#model.growth(n, html, style);
  }

  /** Changes the page as another node's version says. Controls move with their cells, unless they are placed later. */
  apply(op: Op, brought: readonly Control[] | 'placed later' = []): void {
    const shift = this.#model.apply(op);
    this.#encoded.clear();
    if (shift && brought !== 'placed later' && this.#controls.count + brought.length > 0)
      this.#controls.shift(shift, new PlacedControls(brought, placeControls(opText(op), brought)));
  }

  /** Characters of the page. */
  get length(): number {
    return this.#model.length;
  }

  /** True when some controls stand outside all cells. */
  get hasOutside(): boolean {
    return this.#controls.hasOutside;
  }

  controlsAt(n: number): readonly Control[] {
    return this.#controls.at(n);
  }

  setControls(n: number, controls: readonly Control[]): void {
    this.#controls.set(n, controls);
  }

  /** Places the page's controls anew, after the page was replaced; `known` are all by their names. */
  placeAll(known: ReadonlyMap<string, Control>): void {
    const controls = controlMarks(this.html).flatMap(({ name }) => known.get(name) ?? []);
    this.#controls = new PlacedControls(controls, placeControls(this.html, controls));
  }

  /** The control of a name, in capital letters, with the cell that holds it. */
  control(key: string): PlacedControl | undefined {
    return this.#controls.find(key);
  }

  /** The page with another text of the controls outside of cells. */
  withHtml(html: string): PageState {
    const { controls, places } = this.#controls.all();
    // Nothing that lies in cells is other: they keep their names and controls.
    const known = { places, names: this.#model.names, bytes: Buffer.byteLength(html) };
    return new PageState({ ...this.#addressed(), html }, controls, known);
  }

  get controlCount(): number {
    return this.#controls.count;
  }

  /** Every control of the page. */
  get controls(): readonly Control[] {
    return this.#controls.all().controls;
  }

  /** A wire form for polling clients, made at most once a version however many ask for it (quality, polling clients). */
  encoded(encode: EncodePage): Promise<string> {
    const known = this.#encoded.get(encode);
    if (known) return known;
    const text = encode(this.html);
    this.#encoded.set(encode, text);
    text.catch(() => this.#encoded.get(encode) === text && this.#encoded.delete(encode));
    return text;
  }

  /** A copy that the store may keep. */
  snapshot(): Page {
    return { ...this.#addressed(), html: this.html };
  }

  #addressed(): Omit<Page, 'html'> {
    return { name: this.name, user: this.user, styles: [...this.styles] };
  }
}

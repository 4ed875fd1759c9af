import type { Op } from '@sheetwire/contract/live';
import { LARGE_TABLE } from '@sheetwire/page/grid-shape';
import type { PageBody } from '@sheetwire/page/ops';
import { pageDiff } from '@sheetwire/page/page-diff';
import { drawingOf } from '@sheetwire/page/page-drawing';
import { ChangeMarks } from './changes/change-marks.ts';
import type { Copied } from './copy/copied-table.ts';
import { LaterCopying } from './copy/later-copying.ts';
import { DocumentRoot } from './document-root.ts';
import { restoreFocus, saveFocus } from './focus/kept-focus.ts';
import { offerFonts } from './fonts/offer-fonts.ts';
import { FrozenFit } from './frozen-fit.ts';
import { HeldControls, isTyped } from './held-controls.ts';
import { canInsert, prepareInsert } from './insert-html.ts';
import type { KnownCell } from './known-cells.ts';
import { type LaterBlocks, laterBlocks } from './later-blocks.ts';
import { measureColumns } from './measure-columns.ts';
import { PageScroll } from './page-scroll.ts';
import { PageView } from './page-view.ts';
import { PageWriter } from './page-writer.ts';
import { followLink } from './report-links.ts';
import type { DocumentPage, DrawnPage, ReportDocumentOptions, ShownDocument, WaitingCells } from './shown-document.ts';
import { restoreSelection, SelectionHere } from './text-selection.ts';
import { isBlankPage } from './texts/blank-page.ts';
import { ReportTexts } from './texts/report-texts.ts';
import { forThisVisit, WholeTable } from './whole-table.ts';

/**
 * The report on screen (decision: report document). It owns one host element and the shadow root in it; React does not
 * draw it. A delta writes the cells that it names and nothing else: scroll, focus, selection and typing stay.
 */
export class ReportDocument {
  readonly root: ShadowRoot;
  readonly #host: HTMLElement;
  readonly #options: ReportDocumentOptions;
  readonly #standing: DocumentRoot;
  readonly #frozen: FrozenFit;
  readonly #marks: ChangeMarks;
  readonly #held: HeldControls;
  readonly #writer: PageWriter;
  readonly #whole: WholeTable;
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #events = new AbortController();
  readonly #copying: LaterCopying;
  readonly #scroll: PageScroll;
  #key = '';
  #label = '';
  readonly #texts = new ReportTexts();
  #number = 0;
  readonly #selected: SelectionHere;
  #view: PageView | undefined;
  /** The texts are ahead of what was drawn: something could not be written, and the page is drawn anew by the next report. */
  #isTorn = false;
  #later: LaterBlocks | undefined;
  #waiting: WaitingCells | undefined;
  /** Resolves when the document can draw: at once where the browser has setHTML. */
  readonly ready: Promise<void>;

  constructor(host: HTMLElement, options: ReportDocumentOptions) {
    this.#host = host;
    this.#options = options;
    this.root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.#scroll = new PageScroll(host);
    this.#marks = new ChangeMarks(host, options.clock);
    const { onDeferred, onTaken } = options;
    const isHeld = options.isHeld ?? ((control) => control === this.root.activeElement && isTyped(control));
    this.#held = new HeldControls({ isHeld, onDeferred, onTaken });
    const onRows = (view: PageView) => this.#blocksChanged(view);
    this.#writer = new PageWriter({ root: this.root, marks: this.#marks, held: this.#held, onRows });
    this.#whole = new WholeTable(host, options.wholeTable ?? forThisVisit());
    this.#frozen = new FrozenFit(host);
    const styles = () => this.#texts.bodyOrNothing(this.#number)?.styles ?? [];
    const page = () => this.#wholeView()?.element;
    const source = { styles, options, page, pageName: () => this.#texts.nameOf(this.#number) };
    this.#copying = new LaterCopying(this.root, source, this.#events.signal);
    const elements = () => [this.#whole.button, this.#marks.note.element, this.#copying.element];
    this.#standing = new DocumentRoot(this.root, { elements, sheet: this.#frozen.sheet }, this.#events.signal);
    this.#selected = new SelectionHere(this.root, this.#events.signal);
    const { signal } = this.#events;
    this.root.addEventListener('click', (event) => followLink(event, this.root, options.onLink), { signal });
    this.root.addEventListener('focusout', () => queueMicrotask(() => this.settle()), { signal });
    offerFonts();
    this.ready = prepareInsert().then(() => {
      if (!this.#view && !this.#texts.isEmpty) this.#draw();
    });
  }

  /** Shows a report, or what a later fetch of it brought: then only what differs is written. */
  show(report: ShownDocument, pageNumber: number): void {
    const isSame = report.key === this.#key && this.#texts.hasSame(report.pages);
    if (isSame && this.#view) {
      this.#update(report, pageNumber);
      return;
    }
    const isOther = report.key !== this.#key;
    if (isOther) this.#scroll.clear();
    const adopted = this.#view ? undefined : PageView.early(this.root, report, pageNumber);
    this.#key = report.key;
    this.#label = report.label;
    this.#texts.take(report.pages);
    this.#number = pageNumber;
    if (adopted) this.#catchUp(adopted, report.pages[pageNumber]);
    else this.#drawOther();
    if (isOther) this.#scroll.first(this.#view, adopted !== undefined);
  }

  /** Turns to another page of the report that is shown. */
  showPage(pageNumber: number): void {
    if (pageNumber === this.#number && this.#view) return;
    this.#scroll.keep(this.#number);
    this.#number = pageNumber;
    this.#held.clear();
    this.#drawOther();
    this.#scroll.restore(pageNumber, this.#view);
  }

  /** Applies a delta. False when it does not fit what is shown: the caller fetches the whole report. */
  apply(ops: readonly Op[]): boolean {
    const fitting = this.#texts.push(ops);
    // What went into the texts is shown too, so that the report that is fetched next is compared with what stands here.
    if (fitting < ops.length) return this.#applyShown(ops.slice(0, fitting)) && false;
    return this.#applyShown(ops);
  }

  /** Writes what waited for a control that is no longer edited; apply does so too. */
  settle(): void {
    const view = this.#view;
    if (!view || !this.#held.isWaiting) return;
    const focus = saveFocus(this.root, view.index);
    for (const [cell, write] of this.#held.released()) view.write(cell, write, this.#held);
    view.fitRows();
    restoreFocus(focus, this.root, view.index);
  }

  letWait(make: ((page: DrawnPage) => WaitingCells) | undefined): void {
    this.#waiting?.close();
    this.#waiting = make?.({
      host: this.#host,
      clock: this.#options.clock,
      number: () => this.#number,
      index: () => this.#view?.index,
      named: () => this.#marks.note.cells,
      write: (ops, of) => this.#writeShown(ops, of),
      caughtUp: () => this.#options.onCaughtUp?.(),
    });
  }

  /** Draws what a large page left for later. */
  drawUntil(isEnough: () => boolean): void {
    this.#later?.drawUntil(isEnough);
  }

  /** Shows nothing: the report is gone, or its rights are. */
  clear(): void {
    this.#later?.stop();
    this.#waiting?.forget();
    this.#key = '';
    this.#texts.take([]);
    this.#scroll.clear();
    this.#held.clear();
    this.#marks.flash.stop();
    this.#marks.flash.observe([]);
    this.#whole.attend([], false);
    this.#view = undefined;
    this.#standing.clear();
  }

  close(): void {
    this.clear();
    this.letWait(undefined);
    this.#marks.flash.close();
    this.#marks.note.clear();
    this.#frozen.close();
    this.#events.abort();
  }

  /** The element that holds the page that is shown. */
  get page(): HTMLElement | undefined {
    return this.#view?.element;
  }

  /** A reader would see nothing of the page that is shown. */
  get isBlank(): boolean {
    const drawn = this.#view && { element: this.#view.element, styles: this.#view.styles.list };
    return isBlankPage(drawn, () => this.#texts.bodyOrNothing(this.#number));
  }

  /** The shown page as wire HTML, read from the document: equal to what a fetch gives. */
  toWire(): string {
    return this.#wholeView()?.toWire() ?? '';
  }

  /** A page's wire form as the deltas have left it; throws OpMismatch when one did not fit. */
  body(pageNumber: number): PageBody | undefined {
    return this.#texts.body(pageNumber);
  }

  /** All pages as the deltas have left them. */
  pages(): DocumentPage[] {
    return this.#texts.all();
  }

  /** The shown page, or these cells of it, as the clipboard takes it. */
  copied(cells?: readonly Element[]): Promise<Copied | undefined> {
    return this.#copying.copied(cells);
  }

  /** For who reads cells that may be out of view: each is of now. */
  #wholeView(): PageView | undefined {
    this.#waiting?.drawAll();
    return this.#view;
  }

  #update({ pages }: ShownDocument, pageNumber: number): void {
    const before = this.#texts.bodyOrNothing(this.#number);
    const page = pages[this.#number];
    this.#texts.take(pages);
    if (pageNumber !== this.#number) this.showPage(pageNumber);
    else if (this.#isTorn) this.#redraw();
    else if (page) this.#applyShown(before ? pageDiff(before, page, pageNumber) : [[pageNumber, 'p', page.html]]);
  }

  #applyShown(ops: readonly Op[]): boolean {
    const isWritten = this.#waiting && this.#view ? this.#waiting.write(ops) : this.#writeShown(ops);
    if (!isWritten) this.#isTorn = true;
    return isWritten;
  }

  /** Writes those ops that are for the page that is shown; `of` so many that changed at once. */
  #writeShown(ops: readonly Op[], of = ops.length): boolean {
    const view = this.#view;
    if (!view) return true;
    const wasTorn = this.#isTorn;
    this.#isTorn = true;
    if (!this.#written(view, ops, of)) return false;
    this.#isTorn = wasTorn && this.#view === view;
    return true;
  }

  #written(view: PageView, ops: readonly Op[], of: number): boolean {
    this.settle();
    const selection = this.#selected.save();
    const isAboutAll = selection !== undefined || this.#options.onChange !== undefined;
    const mayFlash = (this.#options.mayFlash?.() ?? true) && !this.#reducedMotion.matches;
    this.#marks.begin(of, { mayFlash, isAboutAll });
    const changed: KnownCell[] = [];
    const outcome = this.#writer.write(view, { ops, page: this.#number }, changed);
    if (outcome === 'redraw') return this.#redraw();
    if (outcome === 'mismatch') return false;
    if (selection) restoreSelection(selection, new Set(changed.map(({ cell }) => cell)));
    this.#marks.tell(changed);
    this.#options.onChange?.(changed.map(({ cell }) => cell));
    return true;
  }

  #blocksChanged(view: PageView): void {
    this.#marks.flash.observe(view.index.blocks);
    this.#whole.follow(view.index.blocks);
    this.#copying.refresh();
  }

  /** Draws the page anew in place of itself: scroll and focus stay, a control that is edited moves over. */
  #redraw(): boolean {
    const old = this.#view;
    const focus = old && saveFocus(this.root, old.index);
    const { scrollTop, scrollLeft } = this.#host;
    if (!this.#draw()) return false;
    this.#host.scrollTo({ top: scrollTop, left: scrollLeft, behavior: 'instant' });
    if (this.#view) restoreFocus(focus, this.root, this.#view.index);
    return true;
  }

  /** Draws what has nothing to do with what stands there: the report itself takes the focus of what goes. */
  #drawOther(): void {
    const hadFocus = this.root.activeElement !== null;
    this.#draw();
    if (hadFocus && !this.root.activeElement) this.#host.focus({ preventScroll: true });
  }

  /** False when the deltas so far do not fit the page. */
  #draw(): boolean {
    const name = this.#texts.nameOf(this.#number);
    if (!canInsert()) return true;
    const body = this.#texts.bodyOrNothing(this.#number);
    if (!body) {
      this.#view = undefined;
      this.root.replaceChildren();
      return name === undefined;
    }
    const label = [this.#label, name].filter(Boolean).join(' ');
    const drawing = this.#options.inParts?.drawing(this.#number) ?? drawingOf(body, { label });
    this.#place(PageView.draw(drawing, body.styles));
    return true;
  }

  #place(view: PageView): void {
    const old = this.#view;
    this.#waiting?.forget();
    this.#marks.flash.stop();
    this.#view = view;
    this.#isTorn = false;
    this.#standing.add(view);
    if (old && old !== view) this.#held.carry(old.element, view.element);
    this.#standing.keep(view);
    this.#marks.note.clear();
    this.#copying.carry(`${this.#key} ${this.#number}`);
    if (view.isUnmeasured) measureColumns(view.element);
    this.#whole.attend(view.index.blocks, view.index.cellCount > LARGE_TABLE);
    this.#marks.flash.observe(view.index.blocks);
    this.#frozen.attend(view);
    this.#options.onChange?.([view.element]);
    this.#options.onDraw?.(view.element, this.#number);
    this.#later?.stop();
    this.#later = laterBlocks(view, this.#options, () => {
      view.index.read();
      this.#blocksChanged(view);
    });
  }

  /** What came with the shell may be some versions old by now: only what changed since is written. */
  #catchUp(adopted: PageView, page: DocumentPage | undefined): void {
    this.#place(adopted);
    if (!page) return;
    const early = { html: adopted.toWire(), styles: page.styles };
    this.#applyShown(pageDiff(early, page, this.#number));
  }
}

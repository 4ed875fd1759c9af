import { cellText } from '@sheetwire/page/compare/cell-text';
import { adoptSheet } from '#features/report-document/page-styles.ts';
import { ReportDocument } from '#features/report-document/report-document.ts';
import type { Clock } from '#lib/clock.ts';
import type { ComparedPage } from './compared-pages.ts';
import { marksSheet } from './marks-sheet.ts';

/** Characters of a value that a tip shows. */
const LONGEST_SHOWN = 300;

/** What stands with a marked cell or row: where it is on the screen, and what it was. */
export interface Told {
  readonly kind: string;
  readonly was: string;
  readonly now: string;
  readonly change: string;
  readonly isRow: boolean;
  readonly box: DOMRect;
}

export interface ComparedDeps {
  readonly clock: Clock;
  onLink(href: string, event: MouseEvent): void;
  /** A marked cell was pointed at, focused or tapped; undefined when it was left. */
  onTold(told: Told | undefined): void;
  /** So much of the page is drawn, of 1. */
  onDrawing(share: number): void;
  /** A marked cell was chosen by a press: its number in the list; undefined when another page is shown. */
  onChosen(number: number | undefined): void;
  /** Escape in a cell: back to where one came from. */
  onEscape(): void;
}

/** The compared report on screen: a document of its own beside the live one, which goes on unseen. */
export class ComparedDocument {
  readonly host: HTMLElement;
  readonly #document: ReportDocument;
  readonly #deps: ComparedDeps;
  readonly #marks = marksSheet();
  #pages: readonly ComparedPage[] | undefined;

  constructor(deps: ComparedDeps) {
    this.#deps = deps;
    this.host = document.createElement('div');
    this.host.className = 'sheet';
    this.host.dataset.testid = 'comparison';
    this.host.setAttribute('role', 'tabpanel');
    this.host.tabIndex = 0;
    this.#document = new ReportDocument(this.host, {
      clock: deps.clock,
      mayFlash: () => false,
      onDraw: (page) => this.#drawn(page),
      inParts: {
        drawing: (page) => this.#pages?.[page]?.drawing,
        onPart: (part, share) => {
          disableControls(part);
          deps.onDrawing(share);
        },
      },
      onLink: (href, event) => deps.onLink(href, event),
    });
    this.#listen();
  }

  /** Shows a page of a comparison; of the one that is shown already it is turned to. */
  show(label: string, pages: readonly ComparedPage[], page: number): void {
    this.#deps.onTold(undefined);
    this.#deps.onChosen(undefined);
    if (pages === this.#pages) {
      this.#document.showPage(page);
      return;
    }
    this.#pages = pages;
    const compared = pages.map(({ name, html, styles }) => ({ name, html, styles }));
    this.#document.show({ key: label, label, pages: compared }, page);
  }

  /** Brings a difference into sight and marks it as the present one; true when the page has a place for it. */
  goTo(number: number, takesFocus: boolean): boolean {
    this.#leave();
    const find = () => this.#root.querySelector<HTMLElement>(`[data-diff-n="${number}"]`);
    this.#document.drawUntil(() => find() !== null);
    const place = find();
    const cell = place?.localName === 'tr' ? place.querySelector<HTMLElement>('td, th') : place;
    if (!place || !cell) return false;
    place.setAttribute('data-diff-now', '');
    cell.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    cell.tabIndex = -1;
    const { was, change } = place.dataset;
    if (was !== undefined)
      cell.setAttribute('aria-description', change === undefined ? `was ${was}` : `was ${was}, ${change}`);
    if (takesFocus) cell.focus({ preventScroll: true });
    this.#tell(place);
    return true;
  }

  close(): void {
    this.#document.close();
    this.host.remove();
  }

  /** What is compared is past: nothing can be entered in it. */
  #drawn(page: HTMLElement): void {
    adoptSheet(this.#root, this.#marks);
    disableControls(page);
    this.#deps.onDrawing(1);
  }

  get #root(): ShadowRoot {
    return this.#document.root;
  }

  #leave(): void {
    for (const place of this.#root.querySelectorAll('[data-diff-now]')) place.removeAttribute('data-diff-now');
  }

  #listen(): void {
    const root = this.#root;
    root.addEventListener('pointerover', (event) => {
      if (event instanceof PointerEvent && event.pointerType === 'mouse') this.#tell(markedAt(event));
    });
    root.addEventListener('focusin', (event) => this.#tell(markedAt(event)));
    root.addEventListener('focusout', () => this.#deps.onTold(undefined));
    root.addEventListener('click', (event) => this.#press(event));
    root.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') this.#deps.onEscape();
    });
    this.host.addEventListener('pointerleave', () => this.#deps.onTold(undefined));
    this.host.addEventListener('scroll', () => this.#deps.onTold(undefined), { passive: true });
  }

  #press(event: Event): void {
    const place = markedAt(event);
    const number = place?.dataset.diffN;
    if (place && number !== undefined) {
      this.#leave();
      place.setAttribute('data-diff-now', '');
      this.#deps.onChosen(Number(number));
    }
    this.#tell(place);
  }

  #tell(place: HTMLElement | undefined): void {
    this.#deps.onTold(place && toldOf(place));
  }
}

function disableControls(part: ParentNode): void {
  for (const control of part.querySelectorAll('input, select, textarea, button')) control.setAttribute('disabled', '');
}

function toldOf(place: HTMLElement): Told {
  const { diff: kind = '', was = '', change = '' } = place.dataset;
  const isRow = place.localName === 'tr';
  const cell = isRow ? place.firstElementChild : place;
  const now = isRow ? '' : cellText(place.innerHTML).slice(0, LONGEST_SHOWN);
  return { kind, was, now, change, isRow, box: (cell ?? place).getBoundingClientRect() };
}

function markedAt(event: Event): HTMLElement | undefined {
  const { target } = event;
  return target instanceof Element ? (target.closest<HTMLElement>('[data-diff]') ?? undefined) : undefined;
}

import { adoptSheet } from '#features/report-document/page-styles.ts';
import type { ChangedPlace } from './page-changes.ts';

const css = `
@layer frame {
  [data-since]:not([data-t], tr), tr[data-since] > :first-child:not([data-t]) {
    background-image: linear-gradient(225deg, var(--accent) 4px, currentColor 4px 5px, #0000 5.5px) !important;
    background-position: 100% 0 !important; background-repeat: no-repeat !important; background-size: 8px 8px !important;
  }
  [data-since="now"]:not(tr), tr[data-since="now"] > :is(td, th) {
    outline: var(--ring, 2px) solid var(--accent) !important; outline-offset: calc(-1 * var(--ring, 2px)) !important;
  }
}
@media (forced-colors: active) { [data-since]:not(tr), tr[data-since] > :first-child { outline: 1px dashed Highlight; outline-offset: -1px } }
@media print { [data-since]:not(tr), tr[data-since] > :first-child { background-image: none !important } }
`;

/** The marks in the corners of changed cells: on the cells themselves, so that they stay with them. */
export class SinceMarks {
  readonly #host: HTMLElement;
  readonly #sheet = new CSSStyleSheet();
  #page: HTMLElement | undefined;
  #number = -1;
  #places: ReadonlyMap<number, readonly ChangedPlace[]> = new Map();
  #words = '';
  #wanted: { readonly page: number; readonly place: ChangedPlace } | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#sheet.replaceSync(css);
  }

  /** A page was drawn, without marks. */
  drawn(page: HTMLElement, number: number): void {
    this.#page = page;
    this.#number = number;
    if (this.#places.size > 0) this.#write();
  }

  /** What is marked from now on; `words` say it to screen readers. */
  mark(places: ReadonlyMap<number, readonly ChangedPlace[]>, words: string): void {
    if (places.size === 0 && this.#places.size === 0) return;
    this.#places = places;
    this.#words = words;
    this.#write();
  }

  /** Brings a change into sight, at once or when its page is drawn; the answer is what stands there. */
  goTo(page: number, place: ChangedPlace): string {
    this.#wanted = { page, place };
    return page === this.#number ? this.#show() : '';
  }

  #write(): void {
    const root = this.#host.shadowRoot;
    if (!this.#page || !root) return;
    adoptSheet(root, this.#sheet);
    for (const marked of this.#page.querySelectorAll('[data-since]')) {
      marked.removeAttribute('data-since');
      marked.removeAttribute('aria-description');
    }
    const rows = rowsOf(this.#page);
    for (const place of this.#places.get(this.#number) ?? []) {
      const marked = elementAt(rows, place);
      marked?.setAttribute('data-since', '');
      marked?.setAttribute('aria-description', this.#words);
    }
    this.#show();
  }

  #show(): string {
    if (!this.#page || this.#wanted?.page !== this.#number) return '';
    for (const before of this.#page.querySelectorAll('[data-since=now]')) before.setAttribute('data-since', '');
    const marked = elementAt(rowsOf(this.#page), this.#wanted.place);
    this.#wanted = undefined;
    marked?.setAttribute('data-since', 'now');
    marked?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    return marked ? `${marked.getAttribute('data-cell') ?? ''} ${(marked.textContent ?? '').trim()}`.trim() : '';
  }
}

/** The page's rows in the order of the document; a table within or around another one has none of its own. */
function rowsOf(page: HTMLElement): HTMLTableRowElement[] {
  const tables = [...page.querySelectorAll('table')].filter(
    (table) => !table.querySelector('table') && !table.parentElement?.closest('table'),
  );
  return tables.flatMap((table) => [...table.querySelectorAll('tr')]);
}

function elementAt(rows: readonly HTMLTableRowElement[], { row, at }: ChangedPlace): Element | undefined {
  const line = rows[row];
  if (!line || at < 0) return line;
  return [...line.children].filter((cell) => !cell.hasAttribute('data-fill'))[at];
}

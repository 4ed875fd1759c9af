import type { Op } from '@sheetwire/contract/live';
import { opPage } from '@sheetwire/contract/ops';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import type { PageBody } from '@sheetwire/page/ops';
import type { DocumentPage } from '#features/report-document/shown-document.ts';
import { PageText } from './page-text.ts';

/** The pages of a report as text, as its deltas have left them. */
export class ReportTexts {
  #pages: PageText[] = [];

  /** Takes the pages of a fetch in place of what was there. */
  take(pages: readonly DocumentPage[]): void {
    this.#pages = pages.map((page) => new PageText(page.name, page));
  }

  get isEmpty(): boolean {
    return this.#pages.length === 0;
  }

  /** Whether the pages have the names of those that are here, in their order. */
  hasSame(pages: readonly { readonly name: string }[]): boolean {
    return pages.length === this.#pages.length && pages.every((page, n) => page.name === this.#pages[n]?.name);
  }

  nameOf(page: number): string | undefined {
    return this.#pages[page]?.name;
  }

  /** Adds the ops of a delta up to the first whose page is not there; answers how many those are. */
  push(ops: readonly Op[]): number {
    for (let n = 0; n < ops.length; n++) {
      const op = ops[n];
      const text = op && this.#pages[opPage(op)];
      if (!text) return n;
      text.push(op);
    }
    return ops.length;
  }

  /** A page's wire form; throws OpMismatch when an op did not fit it. */
  body(page: number): PageBody | undefined {
    return this.#pages[page]?.body();
  }

  /** A page's wire form; undefined when an op did not fit it. */
  bodyOrNothing(page: number): PageBody | undefined {
    try {
      return this.body(page);
    } catch (error) {
      if (error instanceof OpMismatch) return undefined;
      throw error;
    }
  }

  all(): DocumentPage[] {
    return this.#pages.map((text) => ({ name: text.name, ...text.body() }));
  }
}

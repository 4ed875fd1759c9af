import type { PageBody } from '@sheetwire/page/ops';
import { showsNothing } from '@sheetwire/page/shows-nothing';

/** Texts that are looked at in the document; a page whose first ones are hidden is read as a whole. */
const MOST_TEXTS = 50;
const HIDDEN = '[hidden], [style*="display:none"], [style*="display: none"], [style*="visibility:hidden"]';

/**
 * Whether a reader would see nothing of the page that is drawn. Nearly every page says so by its first text; only one that
 * has none is read as wire HTML.
 */
export function isBlankPage(drawn: HTMLElement | undefined, read: () => PageBody | undefined): boolean {
  if (!drawn || hasText(drawn)) return false;
  const page = read();
  return page !== undefined && showsNothing(page.html, page.styles);
}

function hasText(drawn: HTMLElement): boolean {
  const texts = document.createTreeWalker(drawn, NodeFilter.SHOW_TEXT);
  let looked = 0;
  for (let text = texts.nextNode(); text && looked < MOST_TEXTS; text = texts.nextNode()) {
    if ((text.nodeValue ?? '').trim() === '') continue;
    if (!text.parentElement?.closest(HIDDEN)) return true;
    looked++;
  }
  return false;
}

import type { PageBody } from '@sheetwire/page/ops';
import { showsNothing } from '@sheetwire/page/shows-nothing';

/** Places that are looked at in the document; a page whose first ones are hidden is read as a whole. */
const MOST_LOOKED = 50;
const HIDDEN = '[hidden], [style*="display:none"], [style*="display: none"], [style*="visibility:hidden"]';
/** What is seen without any text in it. */
const SEEN =
  'img, svg, hr, input:not([type="hidden"]), select, textarea, button, [style*="background"], [style*="border"]';

interface DrawnPage {
  readonly element: HTMLElement;
  readonly styles: readonly string[];
}

/**
 * Whether a reader would see nothing of the page that is drawn. Nearly every page says so by its first text, control or
 * filled cell; only one that has none is read as wire HTML, and no other page with it.
 */
export function isBlankPage(drawn: DrawnPage | undefined, read: () => PageBody | undefined): boolean {
  if (!drawn || hasText(drawn.element) || hasMarks(drawn)) return false;
  const page = read();
  return page !== undefined && showsNothing(page.html, page.styles);
}

function hasText(drawn: HTMLElement): boolean {
  const texts = document.createTreeWalker(drawn, NodeFilter.SHOW_TEXT);
  let looked = 0;
  for (let text = texts.nextNode(); text && looked < MOST_LOOKED; text = texts.nextNode()) {
    if ((text.nodeValue ?? '').trim() === '') continue;
    if (!text.parentElement?.closest(HIDDEN)) return true;
    looked++;
  }
  return false;
}

/** A control, a picture, a filled or framed cell. */
function hasMarks({ element, styles }: DrawnPage): boolean {
  const looks = styles.flatMap((css, n) => (/^(?:background|border)|;(?:background|border)/.test(css) ? [n] : []));
  const selector = [SEEN, ...looks.map((n) => `[data-s="${n}"]`)].join(', ');
  const first = element.querySelector(selector);
  return first !== null && !first.closest(HIDDEN);
}

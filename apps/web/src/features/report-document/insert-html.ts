import type { DOMPurify } from 'dompurify';
import { loadChunk } from '#lib/load-chunk.ts';
import { policy } from '#lib/trusted-types.ts';
import { attributes, drawingElements, htmlElements } from './allowed-html.ts';
import { closeFresh } from './drawn-controls.ts';

declare global {
  interface Element {
    setHTML?(html: string, options: { sanitizer: Sanitizer }): void;
  }
}

const SVG = 'http://www.w3.org/2000/svg';
const sanitizer =
  'Sanitizer' in window
    ? new Sanitizer({
        elements: [...htmlElements, ...drawingElements.map((name) => ({ name, namespace: SVG }))],
        attributes: [...attributes],
        dataAttributes: true,
        comments: false,
      })
    : undefined;

let purify: DOMPurify | undefined;

/** Whether HTML can be inserted at once: the browser cleans it itself, or the library that does is here. */
export function canInsert(): boolean {
  return purify !== undefined || (sanitizer !== undefined && 'setHTML' in Element.prototype);
}

let loading: Promise<void> | undefined;

/** Loads what inserting needs, once for all who ask meanwhile; nothing where the browser has setHTML. */
export async function prepareInsert(): Promise<void> {
  if (canInsert()) return;
  loading ??= insertByLibrary().finally(() => {
    loading = undefined;
  });
  await loading;
}

/** Where HTML is parsed: the same text means other things within a row or a cell. */
export type InsertContext = 'div' | 'tbody' | 'td';

/**
 * The only place where report HTML becomes elements. The server has cleaned it; it is cleaned again here, by the
 * browser's own sanitizer with the list of allowed-html.ts or by DOMPurify with the same list (safety 1, Browser).
 */
export function toFragment(html: string, context: InsertContext): DocumentFragment {
  const holder = document.createElement(context);
  const fragment = document.createDocumentFragment();
  if (purify) fragment.append(...purified(html, context));
  else if (sanitizer && holder.setHTML) {
    holder.setHTML(html, { sanitizer });
    fragment.append(...holder.childNodes);
  } else throw new Error('prepareInsert() has not ended');
  closeFresh(fragment, html);
  return fragment;
}

/** The library parses in the body: rows and cells need their table around them. */
function purified(html: string, context: InsertContext): Node[] {
  const [before, after] = WRAP[context];
  const clean = purify?.sanitize(before + html + after, {
    ALLOWED_TAGS: [...htmlElements, ...drawingElements, '#text'],
    ALLOWED_ATTR: [...attributes],
    ALLOW_DATA_ATTR: true,
    ALLOW_ARIA_ATTR: false,
    ADD_URI_SAFE_ATTR: [...texts],
    RETURN_DOM: true,
    SANITIZE_DOM: false,
    ...(policy ? { TRUSTED_TYPES_POLICY: policy } : {}),
  });
  if (!(clean instanceof Element)) return [];
  const holder = context === 'div' ? clean : clean.querySelector(context);
  return [...(holder?.childNodes ?? [])];
}

const WRAP = {
  div: ['', ''],
  tbody: ['<table><tbody>', '</tbody></table>'],
  td: ['<table><tbody><tr><td>', '</td></tr></tbody></table>'],
} as const;

/** Whose values are texts: the library takes a colon in them for the end of a scheme, and would drop them. */
const texts = new Set(
  attributes.filter((name) => /^(?:aria-.*|abbr|alt|datetime|label|placeholder|title|value)$/.test(name)),
);

const drawings = new Set(drawingElements.map((name) => name.toLowerCase()));

/** Inserts by the library from now on: where the browser has no setHTML, and in tests of that way. */
export async function insertByLibrary(): Promise<void> {
  const library = await loadChunk(() => import('dompurify'));
  const cleaner = library.default;
  // Its list of names has no namespaces: a link within a drawing would pass as one of the page.
  cleaner.addHook('uponSanitizeElement', (node, { tagName }) => {
    if (node instanceof SVGElement && !drawings.has(tagName)) node.remove();
  });
  // It trims what it reads; blanks at the ends of a text are part of it.
  cleaner.addHook('uponSanitizeAttribute', (node, event) => {
    const { attrName } = event;
    if (texts.has(attrName) || attrName.startsWith('data-')) event.attrValue = node.getAttribute(attrName) ?? '';
  });
  purify = cleaner;
}

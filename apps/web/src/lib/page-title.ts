/** The product's short name is what the server put first in the shell's title. */
const productName = globalThis.document?.title.split(' | ')[0] || 'Sheetwire';

/** The product's short name, a bar and the page's words (spec 2); the name alone when there are none. */
export function setPageTitle(words: string): void {
  document.title = words === '' ? productName : `${productName} | ${words}`;
}

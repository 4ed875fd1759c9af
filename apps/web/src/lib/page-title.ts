import { pageConfig } from './config.ts';

const { productName } = pageConfig;

/** The product's short name, a bar and the page's words (spec 2); the name alone when there are none. */
export function setPageTitle(words: string): void {
  document.title = words === '' ? productName : `${productName} | ${words}`;
}

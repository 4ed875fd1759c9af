import { limits } from '@sheetwire/contract/limits';
import { plainOf } from '../page/tags.ts';

const SOURCE = /<img [^<>]*src="(\/linkedfiles\/[^"]+)"/g;

/** The addresses of the pictures over the cells of pages, as many as a file takes. */
export function pictureAddresses(pages: readonly { readonly html: string }[]): string[] {
  const found = new Set<string>();
  for (const { html } of pages) {
    if (!html.includes(' data-drawing="')) continue;
    for (const [, address = ''] of html.matchAll(SOURCE)) found.add(plainOf(address));
  }
  return [...found].slice(0, limits.export.pictures);
}

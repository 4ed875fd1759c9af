import { limits } from '@sheetwire/contract/limits';
import { attributeOf } from '../page/tags.ts';

/** The addresses of the pictures over the cells of pages, as many as a file takes. */
export function pictureAddresses(pages: readonly { readonly html: string }[]): string[] {
  const found = new Set<string>();
  for (const { html } of pages) {
    if (!html.includes(' data-drawing="')) continue;
    for (const [, attributes = ''] of html.matchAll(/<img( [^<>]*)>/g)) {
      const address = attributeOf(attributes, 'src');
      if (address?.startsWith('/linkedfiles/')) found.add(address);
    }
  }
  return [...found].slice(0, limits.export.pictures);
}

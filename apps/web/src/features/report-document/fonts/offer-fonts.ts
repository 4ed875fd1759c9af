import { loadChunk } from '#lib/load-chunk.ts';

let offering: Promise<void> | undefined;

/**
 * Offers the fonts that reports name and machines may lack. Asked while the report is on its way, so that the list of
 * their files is there when it is drawn; one that did not come is asked for again with the next page.
 */
export function offerFonts(): void {
  offering ??= loadChunk(() => import('./carlito.ts')).then(
    ({ offerCarlito }) => offerCarlito(),
    (error: unknown) => {
      offering = undefined;
      console.warn('Fonts of reports are not offered', error);
    },
  );
}

import { loadChunk } from '#lib/load-chunk.ts';

const fonts = { isOffered: false };

/**
 * Offers the fonts that reports name and machines may lack. Asked while the report is on its way, so that the list of
 * their files is there when it is drawn; one that did not come is asked for again with the next page.
 */
export function offerFonts(): void {
  if (fonts.isOffered) return;
  fonts.isOffered = true;
  loadChunk(() => import('./carlito.ts')).then(
    ({ offerCarlito }) => offerCarlito(),
    (error: unknown) => {
      fonts.isOffered = false;
      console.warn('Fonts of reports are not offered', error);
    },
  );
}

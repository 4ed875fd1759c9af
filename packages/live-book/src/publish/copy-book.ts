import { BookBusy, BookClosed, type LiveBook } from '../live-book.ts';

/** A workbook as a file, or why its program cannot make one for now; throws what the whole publisher answers. */
export async function copyBook(
  book: LiveBook,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer> } | { readonly why: string }> {
  try {
    return { bytes: await book.copy() };
  } catch (fault) {
    if (fault instanceof BookBusy || fault instanceof BookClosed || !(fault instanceof Error)) throw fault;
    return { why: fault.message };
  }
}

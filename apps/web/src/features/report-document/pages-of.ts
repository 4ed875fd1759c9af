import { OpMismatch } from '@sheetwire/page/op-mismatch';
import type { DocumentPage, ShownContent } from './shown-document.ts';

/** The pages as they are; none while a delta that did not fit waits for the fetch that follows it. */
export function pagesOf(content: Pick<ShownContent, 'pages'>): readonly DocumentPage[] {
  try {
    return content.pages();
  } catch (error) {
    if (error instanceof OpMismatch) return [];
    throw error;
  }
}

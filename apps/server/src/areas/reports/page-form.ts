import { takesShortPages } from '@sheetwire/contract/reports';
import type { KnownRequest } from '#http/route.ts';
import type { EncodePage } from '#report/packed/encode-page.ts';
import type { ReportsDeps } from './reports-deps.ts';

const HEADER = 'x-sheetwire-pages';

/** How the pages of an answer are written, and what it says of that. */
export interface PageForm {
  readonly encode: EncodePage;
  readonly says: { readonly shortPages?: true };
}

/** Pages as they are; to the portal's own viewer without the addresses that follow from others (decision 82). */
export function pageForm({ encode }: Pick<ReportsDeps, 'encode'>, request: Pick<KnownRequest, 'header'>): PageForm {
  if (request.header(HEADER) !== takesShortPages[HEADER]) return { encode: encode.whole, says: {} };
  return { encode: encode.short, says: { shortPages: true } };
}

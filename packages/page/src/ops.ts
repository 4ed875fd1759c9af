import type { Op } from '@sheetwire/contract/live';
import { opPage } from '@sheetwire/contract/ops';
import type { PageBody as Body } from './model/page-body.ts';
import { PageModel } from './model/page-model.ts';
import { OpMismatch } from './op-mismatch.ts';

export type PageBody = Body;

/**
 * Applies a delta to pages given in their order; the answer equals a fetch of the delta's `to` (interfaces 7).
 * Throws OpMismatch when a page, cell or row that an op names is not there.
 */
export function applyOps(pages: readonly PageBody[], ops: readonly Op[]): PageBody[] {
  const models = new Map<number, PageModel>();
  for (const op of ops) {
    const number = opPage(op);
    const body = pages[number];
    if (!body) throw new OpMismatch(`there is no page ${number}`);
    const model = models.get(number) ?? new PageModel(body);
    models.set(number, model);
    model.apply(op);
  }
  return pages.map((page, n) => models.get(n)?.body ?? page);
}

import type { Cut, Tailor } from '#live/step-frames.ts';
import type { ReportEngine } from '#report/engine.ts';
import { hasUserHtml, opsFor, pagesFor, type ReportState } from '#report/report-state.ts';

/** What each viewer is told of a version: nobody hears of a page that is for somebody else (semantics 4, hasUserHtml). */
export function tailorOf(engine: Pick<ReportEngine, 'pagesNow'>): Tailor {
  const cuts = new WeakMap<Pages, Cut>();
  return {
    now(topic) {
      const pages = engine.pagesNow(topic);
      if (!pages) return notInMemory;
      const known = cuts.get(pages);
      if (known) return known;
      const cut = cutTo(pages);
      cuts.set(pages, cut);
      return cut;
    },
  };
}

type Pages = ReportState['pages'];

const notInMemory: Cut = { addressing: Symbol('not in memory'), variantOf: undefined, opsOf: () => undefined };

/** Cells change in place; pages that are added, renamed, moved or addressed anew are others. */
function cutTo(pages: Pages): Cut {
  const own = pages.filter((page) => page.user !== null);
  return {
    addressing: Symbol('pages'),
    variantOf: own.length === 0 ? undefined : (addressee) => (hasUserHtml(own, addressee) ? addressee : ''),
    opsOf: (step, addressee) => step.ops && opsFor(step.ops, pagesFor(pages, addressee), pages.length),
  };
}

import type { Topic } from '@sheetwire/rules/topic';
import type { Tailor } from '#live/step-frames.ts';
import type { ReportEngine } from '#report/engine.ts';
import { hasUserHtml, opsFor, pagesFor } from '#report/report-state.ts';

/** What each viewer is told of a version: nobody hears of a page that is for somebody else (semantics 4, hasUserHtml). */
export function tailorOf(engine: Pick<ReportEngine, 'pagesNow'>): Tailor {
  return {
    now: (topic: Topic) => {
      const pages = engine.pagesNow(topic);
      const own = (pages ?? []).filter((page) => page.user !== null);
      return {
        variantOf: own.length === 0 ? undefined : (addressee) => (hasUserHtml(own, addressee) ? addressee : ''),
        opsOf: (step, addressee) => step.ops && pages && opsFor(step.ops, pagesFor(pages, addressee), pages.length),
      };
    },
  };
}

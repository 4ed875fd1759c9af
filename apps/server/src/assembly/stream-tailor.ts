import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { ReportEngine } from '#report/engine.ts';
import type { VersionStep } from '#report/recent-steps.ts';
import { hasUserHtml, opsFor, pagesFor } from '#report/report-state.ts';

/** What each viewer is told of a version: nobody hears of a page that is for somebody else (semantics 4, hasUserHtml). */
export function tailorOf(engine: Pick<ReportEngine, 'pagesNow'>) {
  return {
    variantsOf: (topic: Topic) => {
      const pages = (engine.pagesNow(topic) ?? []).filter((page) => page.user !== null);
      return pages.length === 0 ? undefined : (user: User) => (hasUserHtml(pages, user) ? user : '');
    },
    opsOf: (step: VersionStep, user: User) => {
      const pages = engine.pagesNow(step.topic);
      return step.ops && pages && opsFor(step.ops, pagesFor(pages, user), pages.length);
    },
  };
}

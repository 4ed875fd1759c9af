import { DebugLog } from '#features/debug-log/debug-log.ts';
import { notedCalls } from '#features/debug-log/noted-calls.ts';
import { lineOf, lineSenseOf } from '#features/live/line-of.ts';
import { canInsert, prepareInsert } from '#features/report-document/insert-html.ts';
import { ReportLoop } from '#features/report-loop/report-loop.ts';
import { TopicList } from '#features/report-loop/topic-list.ts';
import type { DriverEvents, ReportDriver, ReportSink, TopicDriver } from '#features/viewer-ports.ts';
import { pageHidden } from '#lib/page-hidden.ts';
import type { Services } from '#services.ts';

export interface Drivers {
  readonly topics: TopicDriver;
  makeReports(sink: ReportSink): ReportDriver;
  readonly debug: DebugLog;
}

/** The report loop and the topic list for one user. */
export function makeDrivers(services: Services): Drivers {
  const { clock, session, browserId, isMobile } = services;
  const debug = new DebugLog(clock);
  const call = notedCalls(services.call, debug, clock);
  const live = lineOf(services);
  const events: DriverEvents = {
    onLoggedOut: () => void session.expelled(),
    onOtherUser: () => session.otherUser(),
    onLicenseLost: () => session.lostLicense(),
  };
  const facts = () => {
    const known = session.store.getState();
    return 'user' in known ? known.user : undefined;
  };
  const log = (message: string, error: unknown) => console.error(message, error);
  return {
    debug,
    topics: new TopicList({ call, clock, live, events, isMobile, session: facts, chance: Math.random }),
    makeReports: (sink) =>
      new ReportLoop({
        ...{ call, clock, browserId, isMobile, live, sink, events, log },
        line: lineSenseOf(services),
        chance: Math.random,
        session: facts,
        isHidden: pageHidden,
        ready: () => (canInsert() ? undefined : prepareInsert()),
      }),
  };
}

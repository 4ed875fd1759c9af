import { decodePage } from '@sheetwire/client/decode-page';
import type { SessionUser } from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { report as reportCall } from '@sheetwire/contract/reports';
import { topicsDetails } from '@sheetwire/contract/viewtopics';
import type {
  LoopInput,
  ReportDriver,
  ReportSink,
  ReportStatus,
  TopicDriver,
  TopicLists,
} from '#features/viewer-ports.ts';
import type { Services } from '#services.ts';

/** THIN: replaced by the report loop and the topic list when they land. */
export function makeDrivers(services: Services, _user: SessionUser) {
  return { topics: thinTopics(services), makeReports: (sink: ReportSink) => thinReports(services, sink) };
}

function cell<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => value,
    set(next: T) {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}

function thinTopics({ call, clock }: Services): TopicDriver {
  const lists = cell<TopicLists>({ isReady: false, entities: [], groups: [], topics: [] });
  let cancel: () => void = () => undefined;
  const ask = async () => {
    const answer = await call(topicsDetails, { currnumtopics: 0 }).catch(() => undefined);
    if (answer) {
      const { entities = [], groups = [], topics = [] } = answer;
      lists.set({ isReady: true, entities, groups, topics });
    }
    cancel = clock.after(limits.topicRefresh.desktop, () => void ask());
  };
  return { lists, start: () => void ask(), stop: () => cancel() };
}

function thinReports(services: Services, sink: ReportSink): ReportDriver {
  const { call, clock, browserId } = services;
  const status = cell<ReportStatus>({ state: 'waiting' });
  let input: LoopInput | undefined;
  let key = '';
  let time = '';
  let cancel: () => void = () => undefined;
  const ask = async () => {
    cancel();
    const now = input;
    if (!now?.topic) return;
    const topic = now.date ? `${now.topic}.${now.date.replaceAll('-', '')}` : now.topic;
    const mine = key;
    const answer = await call(reportCall, { topic, reportTime: time, browserId }).catch(() => undefined);
    if (mine !== key) return;
    if (answer && !answer.nodiff) {
      const pages = await Promise.all((answer.pages ?? []).map(decodePage));
      time = answer.time ?? '';
      sink.show({
        ...{ topic: now.topic, pages, pageNames: answer.pageNames ?? [], styles: answer.styles ?? [] },
        ...{ version: answer.version ?? 0, time, sender: answer.sender ?? '', metadata: answer.metadata ?? {} },
        ...{ snapshotDates: answer.snapshotDates ?? [], shownDate: answer.shownDate ?? null },
        ...{ canInteract: answer.canInteract ?? false, hasControls: answer.hasControls ?? false },
      });
    }
    if (answer) status.set(now.date ? { state: 'snapshot', date: answer.shownDate ?? now.date } : { state: 'live' });
    else status.set({ state: 'reconnecting' });
    cancel = clock.after(limits.reportPollTick * 4, () => void (input?.live ? ask() : undefined));
  };
  return {
    status,
    set(next) {
      const nextKey = `${next.topic}|${next.date}`;
      const wasLive = input?.live;
      input = next;
      if (!next.live) status.set({ state: 'paused', behind: 0 });
      if (nextKey !== key) {
        key = nextKey;
        time = '';
        sink.clear();
        if (next.topic) status.set({ state: 'waiting' });
        void ask();
      } else if (next.live && !wasLive) void ask();
    },
    refresh: () => void ask(),
    stop: () => cancel(),
  };
}

import type { LiveEvent } from '@sheetwire/client/live-event';
import { limits } from '@sheetwire/contract/limits';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import type { Need } from './need.ts';
import type { Held } from './report-fetch.ts';
import { ReportHolder } from './report-holder.ts';
import { ReportNews, unknown } from './report-news.ts';
import { pageOf, timeOf, topic } from './test-server.ts';
import { TextSink } from './test-viewer.ts';
import { Watching } from './watching.ts';

const shown = 5;
const held: Held = {
  hasUserHtml: false,
  report: {
    ...{ topic, pageNames: ['Prices'], pages: [pageOf('1', '2')], styles: [[]], version: shown, time: timeOf(shown) },
    ...{ sender: '', metadata: {}, snapshotDates: [], shownDate: null, canInteract: false, hasControls: false },
  },
};

/** Somebody who sees version 5, live or of a day. */
function build({ date, mayApply = true }: { readonly date?: string; readonly mayApply?: boolean } = {}) {
  const sink = new TextSink();
  const logged: string[] = [];
  const holder = new ReportHolder(sink, (message) => void logged.push(message));
  const needs: Partial<Need>[] = [];
  const watched: unknown[] = [];
  const asked = parseTopic(topic);
  if (!asked) throw new Error('No topic');
  holder.ask({ topic: asked, date }, 0);
  holder.show({ kind: 'report', held, seen: { seenUtc: null }, recentTimes: [] }, 0);
  const watching = new Watching({ watch: (topics) => void watched.push(topics) }, holder);
  const require = (need: Partial<Need>) => void needs.push(need);
  const news = new ReportNews({ clock: { now: () => 1000 }, holder, watching, mayApply: () => mayApply, require });
  return { sink, holder, logged, needs, watched, watching, hear: (event: LiveEvent) => news.hear(event) };
}

const delta = (from: number, to: number, of = topic): LiveEvent => ({
  name: 'delta',
  data: { topic: of, from, to, time: timeOf(to), ops: [[0, 'c', 0, `v${to}`]] },
});

test('a delta from the shown version is shown, of another report it is none of ours', () => {
  const { sink, needs, hear } = build();
  expect(hear(delta(5, 6, 'ACME/RATES/OTHER'))).toBe(false);
  expect(hear(delta(5, 6))).toBe(true);
  expect([sink.heard.at(-1), needs]).toEqual(['apply 6', []]);
});

test('a delta that does not fit is fetched instead; a fault in showing it is, and is told', () => {
  const { sink, needs, logged, hear } = build();
  const unfit: LiveEvent = { name: 'delta', data: { topic, from: 5, to: 6, time: timeOf(6), ops: [[9, 'c', 0, 'x']] } };
  hear(unfit);
  expect([needs.length, logged]).toEqual([1, []]);
  sink.apply = () => {
    throw new TypeError('rows is undefined');
  };
  hear(delta(5, 6));
  expect([needs.length, logged]).toEqual([2, ['A delta could not be shown']]);
});

test('a delta while updates are not taken is counted, not shown', () => {
  const { sink, holder, hear } = build({ mayApply: false });
  hear(delta(5, 6));
  expect([sink.heard.at(-1), holder.behind]).toEqual(['show 5', 1]);
});

test('a delta that leaves versions out is not shown: what is missing is asked for again, and in the end fetched', () => {
  const { sink, holder, needs, watched, watching, hear } = build();
  hear(delta(7, 8));
  expect([sink.heard.at(-1), holder.behind, needs]).toEqual(['show 5', 3, []]);
  expect(watching.askAgain(1000)).toBe(false);
  expect(watched).toEqual([[{ topic, version: shown, canInteract: expect.any(Boolean) }]]);
  expect(watching.askAgain(1000 + limits.streamDetect)).toBe(false);
  expect(watching.askAgain(1001 + limits.streamDetect)).toBe(true);
  expect(watched).toHaveLength(1);
});

test('a change that no delta says is fetched, one before the shown version too, since only a crash explains it', () => {
  const { needs, hear } = build();
  hear({ name: 'changed', data: { topic, version: 5 } });
  hear({ name: 'changed', data: { topic, version: 8 } });
  hear({ name: 'changed', data: { topic, version: 4 } });
  expect(needs).toEqual([{ newer: 8 }, { newer: unknown }]);
});

test('when rights change the server is asked for news no more until the report was fetched', () => {
  const { needs, watched, hear } = build();
  hear({ name: 'rights', data: { topic } });
  hear({ name: 'topics', data: { added: [], removed: [topic] } });
  expect(needs).toEqual([{ rights: true }, { rights: true }]);
  expect(watched).toEqual([[], []]);
});

test('of a day only rights and snapshots are heard, and its topic is watched without a version', () => {
  const { sink, needs, watched, watching, hear } = build({ date: '2026-11-19' });
  hear(delta(5, 6));
  hear({ name: 'changed', data: { topic, version: 9 } });
  expect([sink.heard.at(-1), needs]).toEqual(['show 5', []]);
  hear({ name: 'admin', data: { kind: 'dates', gropic: topic } });
  expect(needs).toEqual([{ rights: true }]);
  watching.start();
  expect(watched).toEqual([[{ topic, version: undefined }]]);
});

test('since when a newer publish waits is noted until it waits no more; of a day it is not heard', () => {
  const { sink, needs, hear } = build();
  const waits = (sinceUtc: string | null): LiveEvent => ({ name: 'waiting', data: { topic, sinceUtc } });
  hear(waits('2026-11-23T14:32:05.000Z'));
  expect(sink.waitingUtc).toBe('2026-11-23T14:32:05.000Z');
  hear(delta(5, 6));
  hear(waits(null));
  expect([sink.waitingUtc, sink.heard.at(-1), needs]).toEqual([undefined, 'apply 6', []]);
  const day = build({ date: '2026-11-19' });
  day.hear(waits('2026-11-23T14:32:05.000Z'));
  expect(day.sink.waitingUtc).toBeUndefined();
});

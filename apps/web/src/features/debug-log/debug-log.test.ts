import { createCaller } from '@sheetwire/client/caller';
import type { LiveEvent } from '@sheetwire/client/live-event';
import type { StreamListener } from '@sheetwire/client/live-stream';
import { username } from '@sheetwire/contract/accounts';
import { limits } from '@sheetwire/contract/limits';
import { report } from '@sheetwire/contract/reports';
import { expect, test } from 'vitest';
import type { ReportStatus } from '#features/viewer-ports.ts';
import { Observable } from '#lib/observable.ts';
import { DebugLog } from './debug-log.ts';
import { followLoop } from './follow-loop.ts';
import { notedCalls } from './noted-calls.ts';

const asked = {
  ...{ topic: 'DEMO/DESK/DAILY', reportTime: '', hasUserHtml: false, canInteract: false, browserId: 'b-secret' },
  ...{ fromMobile: false, returnReport: true, numSnapshotDates: 0, isIe: false },
};

/** The words of calls come with a script of their own, and no call waits for it. */
const told = () => new Promise((resolve) => import('./call-words.ts').then(() => setImmediate(resolve)));

function startLog() {
  let now = new Date(2026, 10, 20, 14, 32, 5, 218).getTime();
  const clock = { now: () => now };
  const log = new DebugLog(clock);
  const answerWith = (status: number, body: object) => {
    const fetch = async () => {
      now += 35;
      return Response.json(body, { status });
    };
    return notedCalls(createCaller({ baseUrl: 'http://portal.example', fetch }), log, clock);
  };
  return { log, answerWith, texts: () => log.store.getState().lines.map(({ text }) => text) };
}

test('the answer of a report turns deep logging on, and what was asked and answered is the first line', async () => {
  const { log, answerWith, texts } = startLog();
  await answerWith(200, { logDeep: true, version: 12, pages: ['<p>secret</p>'], sender: 'DEMO/ann' })(report, asked);
  expect(log.store.getState().isOn).toBe(true);
  await told();
  expect(texts()).toEqual([
    '14:32:05.253 reports/report topic=DEMO/DESK/DAILY returnReport=true: version=12 pages=1 in 35 ms',
  ]);
});

test('nothing is kept while deep logging is off, and what was kept goes with it', async () => {
  const { log, answerWith, texts } = startLog();
  await answerWith(200, { nodiff: true, logDeep: false })(report, asked);
  expect(log.store.getState()).toEqual({ isOn: false, lines: [] });
  await answerWith(200, { nodiff: true, logDeep: true })(report, asked);
  await told();
  expect(texts()).toHaveLength(1);
  await answerWith(200, { nodiff: true, logDeep: false })(report, asked);
  expect(log.store.getState()).toEqual({ isOn: false, lines: [] });
});

test('a refusal is told by its code, and other calls leave deep logging as it is', async () => {
  const { log, answerWith, texts } = startLog();
  log.turn(true);
  const refused = answerWith(401, { error: { code: 'not_signed_in', message: 'Log in first' } });
  await expect(refused(username, {})).rejects.toThrow('Log in first');
  expect(log.store.getState().isOn).toBe(true);
  await told();
  expect(texts()[0]).toContain('refused with 401 not_signed_in');
});

test('the newest lines are kept, and clearing empties the log', () => {
  const { log, texts } = startLog();
  log.turn(true);
  for (let n = 0; n < limits.debugLines + 3; n++) log.note(`line ${n}`);
  expect(texts()).toHaveLength(500);
  expect(texts()[0]).toContain('line 3');
  log.clear();
  expect(log.store.getState()).toEqual({ isOn: true, lines: [] });
});

test('the stream and the status are told from the moment they are followed, without the id of the stream', () => {
  const { log, texts } = startLog();
  log.turn(true);
  const listeners = new Set<StreamListener>();
  const status = new Observable<ReportStatus>({ state: 'live' });
  const subscribe = (listener: StreamListener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const stop = followLoop(log, { live: { state: 'open', subscribe }, status });
  const say = (event: LiveEvent) => {
    for (const listener of listeners) listener.onEvent(event);
  };
  const topic = 'DEMO/DESK/DAILY';
  say({ name: 'hello', data: { streamId: 's-secret' } });
  say({ name: 'delta', data: { topic, from: 4, to: 5, time: '20261120143205218', ops: [[0, 'c', 1, 'secret']] } });
  status.set({ state: 'paused', behind: 2 });
  stop();
  status.set({ state: 'live' });
  say({ name: 'rights', data: { topic } });
  expect(texts().map((text) => text.slice('14:32:05.218 '.length))).toEqual([
    'stream is open',
    'status live',
    'stream hello',
    'stream delta DEMO/DESK/DAILY 4 → 5, 1 op',
    'status paused behind=2',
  ]);
  expect(texts().join()).not.toContain('secret');
});

import { CallError } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import type { AskedReport } from '#features/report-loop/report-fetch.ts';
import { nothingSelected } from '#features/selection/selection.ts';
import type { ShownReport } from '#features/viewer-ports.ts';
import type { ComparedPage } from './compared-pages.ts';
import { Comparison } from './comparison.ts';
import { sidesOf } from './sides.ts';

const topic = parseTopic('ACME/FX/SPOT');
if (!topic) throw new Error('No topic');

function found({ date }: AskedReport, pages = ['<p>Open</p>', '<p>meta</p>']): ShownReport {
  return {
    topic: 'ACME/FX/SPOT',
    pageNames: ['Notes', 'Metadata'].slice(0, pages.length),
    pages,
    styles: pages.map(() => []),
    version: date === undefined ? 7 : 0,
    time: '20261121090000000',
    sender: '',
    metadata: {},
    snapshotDates: [],
    shownDate: date ?? null,
    canInteract: false,
    hasControls: false,
  };
}

const compared: ComparedPage[] = [
  {
    ...{ name: 'Notes', side: 'both', html: '', styles: [], entries: [], total: 0 },
    drawing: { html: '', later: [], isUnmeasured: false, isPaper: false, isText: false },
  },
];

function build(fetchSide: (asked: AskedReport) => Promise<ShownReport>) {
  const clock = new TestClock();
  const seen: string[] = [];
  const comparison = new Comparison({
    clock,
    fetchSide: (asked, signal) => {
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(signal.reason));
      return Promise.race([fetchSide(asked), promise]);
    },
    async compare({ older, newer }) {
      seen.push(`${older.pageNames.join()} ${newer.pageNames.join()}`);
      return compared;
    },
    onLoggedOut: () => void seen.push('logged out'),
  });
  const run = (older: string | undefined, newer?: string) => comparison.run(topic ?? fail(), { older, newer });
  return { comparison, clock, seen, run };
}

function fail(): never {
  throw new Error('No topic');
}

test('both sides are fetched and compared, METADATA left out', async () => {
  const { comparison, seen, run } = build(async (asked) => found(asked));
  await run('2026-11-19');
  expect(seen).toEqual(['Notes Notes']);
  expect(comparison.state.getSnapshot()).toMatchObject({
    state: 'done',
    older: { day: '2026-11-19', shownDate: '2026-11-19' },
    newer: { day: undefined, shownDate: null, version: 7 },
  });
});

test('a paused report is compared as it is on screen, not as it went on', async () => {
  const asked: (string | undefined)[] = [];
  const { comparison } = build(async (one) => {
    asked.push(one.date);
    return found(one);
  });
  const paused = { ...found({ topic: topic ?? fail(), date: undefined }), version: 3 };
  await comparison.run(topic ?? fail(), { older: '2026-11-19', newer: undefined }, paused);
  expect(asked).toEqual(['2026-11-19']);
  expect(comparison.state.getSnapshot()).toMatchObject({ state: 'done', newer: { day: undefined, version: 3 } });
});

test('a day before the first snapshot has nothing to compare', async () => {
  const { comparison, run } = build(async (asked) => {
    const none = found({ ...asked, date: undefined }, []);
    return asked.date ? none : found(asked);
  });
  await run('1999-12-31');
  expect(comparison.state.getSnapshot()).toEqual({ state: 'missing', day: '1999-12-31', shownDate: null });
});

test('a day before 1900 is a day without a snapshot, and nothing is asked of it', async () => {
  const asked: (string | undefined)[] = [];
  const { comparison, run } = build(async (one) => {
    asked.push(one.date);
    return found(one);
  });
  await run('1899-12-31');
  expect(asked).toEqual([undefined]);
  expect(comparison.state.getSnapshot()).toEqual({ state: 'missing', day: '1899-12-31', shownDate: null });
});

test('a snapshot without pages is one, and empty', async () => {
  const { comparison, run } = build(async (asked) => found(asked, asked.date ? [] : undefined));
  await run('2026-11-19');
  expect(comparison.state.getSnapshot()).toEqual({ state: 'missing', day: '2026-11-19', shownDate: '2026-11-19' });
});

test('two days that one snapshot answers for are the same', async () => {
  const { comparison, run } = build(async ({ topic: of }) => found({ topic: of, date: '2026-11-19' }));
  await run('2026-11-19', '2026-11-20');
  expect(comparison.state.getSnapshot()).toEqual({ state: 'same', shownDate: '2026-11-19' });
});

test('a refused session logs out, any other failure is said and may be tried again', async () => {
  let error = new CallError({ status: 401, code: 'signed_out', message: 'Not signed in' });
  let isFailing = true;
  const { comparison, seen, run } = build(async (asked) => {
    if (isFailing) throw error;
    return found(asked);
  });
  await run('2026-11-19');
  expect(seen).toEqual(['logged out']);
  error = new CallError({ status: 503, code: 'busy', message: 'Later, please' });
  await run('2026-11-19');
  expect(comparison.state.getSnapshot()).toEqual({ state: 'failed', text: 'Later, please' });
  isFailing = false;
  await run('2026-11-19');
  expect(comparison.state.getSnapshot()).toMatchObject({ state: 'done' });
});

test('a comparison that does not end is given up', async () => {
  const { comparison, clock, run } = build(() => new Promise(() => undefined));
  const running = run('2026-11-19');
  await clock.advance(limits.compareTime);
  await running;
  expect(comparison.state.getSnapshot()).toEqual({ state: 'failed', text: 'This is taking too long' });
});

test('what was stopped is not shown', async () => {
  const { comparison, run } = build(async (asked) => found(asked));
  const running = run('2026-11-19');
  comparison.stop();
  await running;
  expect(comparison.state.getSnapshot()).toEqual({ state: 'loading' });
});

test('live is newer than any day, and of two days the later', () => {
  const sides = (date: string | undefined, compare: string) => sidesOf({ ...nothingSelected, date, compare });
  expect(sides(undefined, '2026-11-19')).toEqual({ older: '2026-11-19', newer: undefined });
  expect(sides('2026-11-19', 'live')).toEqual({ older: '2026-11-19', newer: undefined });
  expect(sides('2026-11-19', '2026-11-18')).toEqual({ older: '2026-11-18', newer: '2026-11-19' });
  expect(sides('2026-11-18', '2026-11-19')).toEqual({ older: '2026-11-18', newer: '2026-11-19' });
  expect(sidesOf(nothingSelected)).toBeUndefined();
});

test('of a moment and a day the one that was published first is the older side', async () => {
  const moment = '2026-11-19T09:00:00.000Z';
  const { comparison, run } = build(async (asked) => {
    const isPast = asked.date === moment;
    return {
      ...found(asked),
      shownDate: isPast ? null : '2026-11-19',
      time: isPast ? '20261119085900000' : '20261119173000000',
    };
  });
  await run('2026-11-19', moment);
  expect(comparison.state.getSnapshot()).toMatchObject({
    state: 'done',
    older: { day: moment, shownDate: null },
    newer: { day: '2026-11-19', shownDate: '2026-11-19' },
  });
});

test('two moments between which nothing was published show one version', async () => {
  const { comparison, run } = build(async (asked) => ({ ...found(asked), shownDate: null, version: 7 }));
  await run('2026-11-21T09:00:01.000Z', '2026-11-21T09:00:02.000Z');
  expect(comparison.state.getSnapshot()).toEqual({ state: 'same-version', time: '20261121090000000' });
  await run('2026-11-21T09:00:01.000Z');
  expect(comparison.state.getSnapshot()).toMatchObject({ state: 'same-version' });
});

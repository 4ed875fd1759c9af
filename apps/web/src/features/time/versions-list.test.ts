import { NetworkFailure } from '@sheetwire/client/failures';
import { TestClock } from '@sheetwire/client/test-clock';
import { limits } from '@sheetwire/contract/limits';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test, vi } from 'vitest';
import { scriptedCalls } from '#lib/test-calls.ts';
import { VersionsList } from './versions-list.ts';

const now = Date.UTC(2026, 10, 23, 14, 32, 5);
const { hour, day } = limits.past.ranges;
const iso = (at: number) => new Date(at).toISOString();

/** A report of which so much is kept; the questions are remembered. */
function build(kept: number) {
  const clock = new TestClock(now);
  const questions: { readonly from?: string; readonly to?: string }[] = [];
  let at: number | undefined;
  const { call } = scriptedCalls({
    versions(input) {
      questions.push(input as (typeof questions)[number]);
      const bucket = { kind: 'publish', versions: 1, cells: 1, bytes: 1, by: 'ACME/bot' };
      const one = { ...bucket, from: iso(now - 5), to: iso(now - 5), firstVersion: 77, lastVersion: 77 };
      return { buckets: [one], oldestUtc: iso(now - kept), newestUtc: iso(now - 5), newestVersion: 77 };
    },
  });
  const topic = parseTopic('ACME/FX/SPOT');
  if (!topic) throw new Error('malformed');
  const list = new VersionsList({ call, clock, topic, now: () => clock.now(), at: () => at });
  return {
    ...{ list, clock, questions },
    goTo(moment: number) {
      at = moment;
      list.refresh();
    },
    settle: () => clock.advance(limits.past.address),
  };
}

test('a day is shown where more is kept, and all of it where less is', async () => {
  const long = build(30 * day);
  long.list.start();
  await long.settle();
  expect(long.list.state.getState()).toMatchObject({ range: 'day', span: { from: now - day, to: now } });
  const short = build(hour / 2);
  short.list.start();
  await short.settle();
  expect(short.list.state.getState()).toMatchObject({ range: 'all', span: { from: now - hour / 2, to: now } });
  expect(short.questions.at(-1)?.from).toBe(iso(now - hour / 2));
  // The newest version may be later than this page's present.
  expect(long.questions.concat(short.questions).filter(({ to }) => to !== undefined)).toEqual([]);
});

test('a moment before what is shown widens it, and the range that was chosen comes back after it', async () => {
  const { list, goTo, settle } = build(30 * day);
  list.start();
  await settle();
  list.choose('hour');
  await settle();
  expect(list.state.getState().range).toBe('hour');
  goTo(now - 3 * day);
  await settle();
  expect(list.state.getState()).toMatchObject({ range: 'week' });
  goTo(now - 5);
  list.choose('hour');
  await settle();
  expect(list.state.getState().range).toBe('hour');
});

test('versions that come are asked for now and then, not each', async () => {
  const { list, clock, questions, settle } = build(hour / 2);
  list.start();
  await settle();
  const before = questions.length;
  for (let n = 0; n < 50; n++) {
    list.refresh();
    await clock.advance(limits.past.fresh / 50);
  }
  await settle();
  expect(questions.length - before).toBe(1);
});

test('a fault of this page is told to the console, and the list is asked for again', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const topic = parseTopic('ACME/FX/SPOT');
  if (!topic) throw new Error('malformed');
  const clock = new TestClock(now);
  const fault = new TypeError('buckets is undefined');
  let asked = 0;
  const call = () => {
    asked++;
    return Promise.reject(asked === 1 ? fault : new NetworkFailure(fault));
  };
  const list = new VersionsList({ call, clock, topic, now: () => clock.now(), at: () => undefined });
  list.start();
  await clock.advance(limits.past.address);
  expect(told.mock.calls).toEqual([['Page error', fault]]);
  await clock.advance(limits.past.fresh);
  expect([asked, told.mock.calls.length]).toEqual([2, 1]);
  told.mockRestore();
});

test('the first version after a time is found where those between are thinned out', async () => {
  const { list } = build(day);
  expect(await list.firstAfter(now - hour)).toBe(77);
});

test('the oldest moment is told at once when it is known, else once when it comes', async () => {
  const { list, settle } = build(3 * hour);
  const told: (number | undefined)[] = [];
  list.start();
  list.whenKnown((known) => told.push(known?.oldest));
  list.whenKnown(() => told.push(0))?.();
  expect(told).toEqual([]);
  await settle();
  expect(list.whenKnown((known) => told.push(known?.oldest))).toBeUndefined();
  await settle();
  expect(told).toEqual([now - 3 * hour, now - 3 * hour]);
});

test('a list that was stopped asks for nothing more, whatever is heard or fails after it, until it is started again', async () => {
  const { list, questions, clock, settle } = build(3 * hour);
  const stop = list.start();
  await settle();
  stop();
  const before = questions.length;
  list.refresh();
  list.again();
  await clock.advance(3 * limits.past.fresh);
  expect(questions.length).toBe(before);
  list.start();
  await settle();
  expect(questions.length).toBeGreaterThan(before);
});

test('a question that fails once the list was stopped is not asked again', async () => {
  const topic = parseTopic('ACME/FX/SPOT');
  if (!topic) throw new Error('malformed');
  const clock = new TestClock(now);
  let asked = 0;
  const cut = Promise.withResolvers<never>();
  const call = () => {
    asked++;
    return cut.promise;
  };
  const list = new VersionsList({ call, clock, topic, now: () => clock.now(), at: () => undefined });
  const stop = list.start();
  await clock.advance(limits.past.address);
  stop();
  cut.reject(new NetworkFailure(new Error('cut')));
  await clock.advance(3 * limits.past.fresh);
  expect(asked).toBe(1);
});

import { expect, test } from 'vitest';
import { silences } from './silences.ts';

const minute = 60_000;
const hour = 60 * minute;
const begin = Date.UTC(2026, 10, 23, 14);
const iso = (at: number) => new Date(begin + at).toISOString();
const bucket = (from: number, to: number) => ({ from: iso(from), to: iso(to) });
const told = (published: ReturnType<typeof bucket>[], asked: { from?: number; until: number; last?: number }) =>
  silences(published, {
    from: begin + (asked.from ?? 0),
    until: begin + asked.until,
    last: asked.last === undefined ? undefined : begin + asked.last,
  }).map(({ from, to }) => [from - begin, to - begin]);

test('where one publisher goes on while another stops there is no silence', () => {
  // Of each part the one publishes all the time, and the other once.
  const parts = [0, 1, 2].flatMap((n) => [
    bucket(n * hour, (n + 1) * hour - 1000),
    bucket(n * hour + 5000, n * hour + 5000),
  ]);
  expect(told(parts, { until: 3 * hour })).toEqual([]);
});

test('buckets that lie in each other make no usual wait shorter', () => {
  const often = [0, 1, 2, 3, 4].map((n) => bucket(n * 10 * minute, n * 10 * minute));
  const within = [bucket(0, 40 * minute), ...often.slice(1)];
  expect(told([...often, bucket(60 * minute, 60 * minute)], { until: 60 * minute })).toEqual([]);
  expect(told([...within, bucket(60 * minute, 60 * minute)], { until: 60 * minute })).toEqual([]);
});

test('a silence is told from the beginning of what is asked for, and without any version in it', () => {
  expect(told([], { from: 5 * minute, until: 10 * minute, last: 0 })).toEqual([[5 * minute, 10 * minute]]);
  expect(told([bucket(9 * minute, 9 * minute)], { from: 5 * minute, until: 9 * minute, last: 0 })).toEqual([
    [5 * minute, 9 * minute],
  ]);
  expect(told([bucket(9 * minute, 9 * minute)], { from: 5 * minute, until: 9 * minute })).toEqual([]);
  expect(told([], { from: 5 * minute, until: 10 * minute })).toEqual([]);
});

test('a wait that began before what is asked for is as long as it was', () => {
  expect(told([bucket(1000, 1000)], { until: 1000, last: -2 * minute })).toEqual([[0, 1000]]);
  expect(told([], { from: 1000, until: 30_000, last: 0 })).toEqual([]);
});

test('what is usual for a report is no silence', () => {
  const slow = [0, 1, 2, 3].map((n) => bucket(n * 5 * minute, n * 5 * minute));
  expect(told(slow, { until: 60 * minute })).toEqual([]);
  expect(told(slow, { until: 66 * minute })).toEqual([[15 * minute, 66 * minute]]);
});

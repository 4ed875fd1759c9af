import { expect, test } from 'vitest';
import type { ReportStatus } from '#features/viewer-ports.ts';
import { notLiveWords, statusWords } from './status-words.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const text = (status: ReportStatus) => statusWords(status, noon).text;
const silentSince = (ms: number) => text({ state: 'publisher-silent', sinceUtc: new Date(noon - ms).toISOString() });

test('only a live report says Live, and only it is green', () => {
  expect(statusWords({ state: 'live' }, noon)).toEqual({ text: 'Live', icon: 'live', tone: 'green' });
  const others: ReportStatus[] = [
    { state: 'waiting' },
    { state: 'paused', behind: 0 },
    { state: 'held', behind: 0, by: 'picker' },
    { state: 'reconnecting' },
    { state: 'disconnected' },
    { state: 'catching-up', behind: 3 },
    { state: 'publisher-silent', sinceUtc: new Date(noon).toISOString() },
    { state: 'published', atUtc: new Date(noon).toISOString() },
    { state: 'snapshot', date: '2026-11-19' },
  ];
  for (const status of others) expect(statusWords(status, noon).tone).not.toBe('green');
});

test('a pause tells how many versions went by', () => {
  expect(statusWords({ state: 'paused', behind: 0 }, noon).behind).toBe(0);
  expect(statusWords({ state: 'paused', behind: 12 }, noon).behind).toBe(12);
});

test('updates that wait for a date or an entry say so, and how many', () => {
  expect(statusWords({ state: 'held', behind: 2, by: 'picker' }, noon)).toMatchObject({
    text: 'Waiting for a date',
    behind: 2,
  });
  expect(text({ state: 'held', behind: 1, by: 'entry' })).toBe('Waiting for your entry');
});

test('a silent publisher is named with how long', () => {
  expect(silentSince(30_000)).toBe('Publisher silent for 1 min');
  expect(silentSince(4.9 * 60_000)).toBe('Publisher silent for 4 min');
  expect(silentSince(3 * 3_600_000)).toBe('Publisher silent for 3 h');
  expect(silentSince(5 * 86_400_000)).toBe('Publisher silent for 5 days');
});

test('a snapshot names the day that is really shown', () => {
  expect(text({ state: 'snapshot', date: '2026-11-19' })).toBe('Snapshot 2026-11-19');
  expect(text({ state: 'snapshot', date: null })).toBe('No snapshot');
});

test('a report that nobody publishes says how old it is, in minutes, hours and days', () => {
  const published = (ms: number) => text({ state: 'published', atUtc: new Date(noon - ms).toISOString() });
  const minute = 60_000;
  const [hour, day] = [60 * minute, 24 * 60 * minute];
  expect(published(0)).toBe('Published just now');
  expect(published(minute - 1)).toBe('Published just now');
  expect(published(minute)).toBe('Published 1 minute ago');
  expect(published(59.9 * minute)).toBe('Published 59 minutes ago');
  expect(published(hour)).toBe('Published 1 hour ago');
  expect(published(23.9 * hour)).toBe('Published 23 hours ago');
  expect(published(day)).toBe('Published 1 day ago');
  expect(published(3.5 * day)).toBe('Published 3 days ago');
});

test('a publish that this clock calls the future was just now', () => {
  expect(text({ state: 'published', atUtc: new Date(noon + 90_000).toISOString() })).toBe('Published just now');
});

test('what a text begins with stays while it only counts on: the state is told once, not each minute', () => {
  const at = (ms: number) => new Date(noon - ms).toISOString();
  for (const ago of [60_000, 3 * 3_600_000, 5 * 86_400_000]) {
    const silent = statusWords({ state: 'publisher-silent', sinceUtc: at(ago) }, noon);
    const published = statusWords({ state: 'published', atUtc: at(ago) }, noon);
    expect([silent.state, published.state]).toEqual(['Publisher silent', 'Published']);
    for (const { text, state = '' } of [silent, published]) expect(text.startsWith(`${state} `)).toBe(true);
  }
  expect(statusWords({ state: 'published', atUtc: undefined }, noon).state).toBeUndefined();
});

test('a file says why what it was made of was not live', () => {
  const told = (status: ReportStatus) => notLiveWords(status);
  expect(told({ state: 'live' })).toBeUndefined();
  expect(told({ state: 'paused', behind: 0 })).toBe('paused');
  expect(told({ state: 'paused', behind: 1 })).toBe('paused, 1 newer version');
  expect(told({ state: 'held', behind: 0, by: 'entry' })).toBeUndefined();
  expect(told({ state: 'held', behind: 3, by: 'entry' })).toBe('paused, 3 newer versions');
  expect(told({ state: 'catching-up', behind: 2 })).toBe('not live, 2 newer versions');
  expect(told({ state: 'disconnected' })).toBe('not live, disconnected');
});

import { expect, test } from 'vitest';
import type { ReportStatus } from '#features/viewer-ports.ts';
import { statusWords } from './status-words.ts';

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

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startKeepingSettings } from './keep-settings.ts';

const minute = 60_000;
const noFault = (fault: unknown) => {
  throw fault;
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 23, 50) });
});
afterEach(() => {
  vi.useRealTimers();
});

function storesOf(keepDay: () => Promise<void>) {
  return { stores: { now: async () => Date.now(), settingsBackups: { keepDay } } };
}

test('the settings are kept at the start, five minutes after midnight UTC, and once an hour it looks again', async () => {
  const kept: string[] = [];
  const stop = startKeepingSettings(
    storesOf(async () => void kept.push(new Date().toISOString().slice(5, 16))),
    noFault,
  );
  await vi.advanceTimersByTimeAsync(80 * minute);
  await stop();
  expect(kept).toEqual(['11-21T23:50', '11-22T00:05', '11-22T01:05']);
});

test('a fault is told and tried again, and a stop waits for what is under way', async () => {
  const faults: unknown[] = [];
  const going = Promise.withResolvers<void>();
  let runs = 0;
  const keepDay = () => (++runs === 1 ? Promise.reject(new Error('disk full')) : going.promise);
  const stop = startKeepingSettings(storesOf(keepDay), (fault) => faults.push(fault));
  await vi.advanceTimersByTimeAsync(minute);
  expect([runs, faults.length]).toEqual([2, 1]);
  const stopped = stop();
  going.resolve();
  await stopped;
  await vi.advanceTimersByTimeAsync(200 * minute);
  expect(runs).toBe(2);
});

import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { timeDigits } from '#report/publish-times.ts';
import { thinnedBefore } from './thinned.ts';

const topic = branded<'Topic'>('ACME/PAST/THINNED');
const hour = 3_600_000;
const now = Date.UTC(2026, 10, 23, 14);

/** What is told of a report whose oldest kept version is so old. */
function told(age: number | undefined, minuteDays = 7) {
  const oldest = async () =>
    age === undefined ? undefined : { version: 1, time: timeDigits(now - age), sender: 'ACME/bot' };
  const kept = { versionHours: 24, minuteDays, hourDays: 90 };
  const keptOf = async () => ({ kept, isLess: false });
  return thinnedBefore({ past: { oldest }, storeNow: async () => now, keptOf }, topic);
}
const before = (age: number) => new Date(now - age).toISOString();

test('since when versions are kept less densely is told once one of them is so old', async () => {
  expect(await told(undefined)).toEqual([]);
  expect(await told(23 * hour)).toEqual([]);
  expect(await told(25 * hour)).toEqual([{ before: before(24 * hour), every: 'minute' }]);
  expect(await told(8 * 24 * hour)).toEqual([
    { before: before(24 * hour), every: 'minute' },
    { before: before(7 * 24 * hour), every: 'hour' },
  ]);
});

test('where no version a minute is kept there is one an hour after those that all are', async () => {
  expect(await told(25 * hour, 0)).toEqual([{ before: before(24 * hour), every: 'hour' }]);
});

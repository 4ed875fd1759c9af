import type { Op } from '@sheetwire/contract/live';
import { expect, test } from 'vitest';
import { RecentSteps, type VersionStep } from './recent-steps.ts';
import { daily } from './testing/engine-rig.ts';

const MIB = 1024 * 1024;

function step(from: number, text: string): VersionStep {
  const ops: Op[] = [[0, 'p', text]];
  return { topic: daily, from, to: from + 1, time: '', sender: '', ops };
}

test('the last steps lead to the newest version', () => {
  const steps = new RecentSteps();
  for (let n = 1; n <= 300; n++) steps.add(step(n, 'x'));
  expect(steps.since(301)).toEqual([]);
  expect(steps.since(290)?.map(({ from }) => from)).toEqual([290, 291, 292, 293, 294, 295, 296, 297, 298, 299, 300]);
  expect(steps.since(2)).toBeUndefined();
});

test('however large the steps are, few bytes are kept', () => {
  const steps = new RecentSteps();
  for (let n = 1; n <= 100; n++) steps.add(step(n, 'x'.repeat(MIB / 4)));
  expect(steps.bytes).toBeLessThanOrEqual(2 * MIB);
  expect(steps.since(100)).toHaveLength(1);
  steps.clear();
  expect(steps.bytes).toBe(0);
});

test('a step that is larger than all that may be kept is told as one to fetch', () => {
  const steps = new RecentSteps();
  steps.add(step(1, 'x'.repeat(2 * MIB)));
  expect(steps.since(1)).toMatchObject([{ from: 1, to: 2, ops: undefined }]);
});

test('the times of the last ten versions are known though their steps were dropped, or never here', () => {
  const steps = new RecentSteps();
  const timeOf = (n: number) => `202601010000000${10 + n}`;
  steps.begin([1, 2, 3].map(timeOf));
  expect(steps.times).toEqual([1, 2, 3].map(timeOf));
  steps.add({ ...step(2, 'x'), time: timeOf(3) });
  expect(steps.times).toEqual([1, 2, 3].map(timeOf));
  for (let n = 4; n <= 12; n++) steps.add({ ...step(n, 'x'.repeat(MIB / 2)), time: timeOf(n) });
  expect(steps.since(4)).toBeUndefined();
  expect(steps.times).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(timeOf));
  steps.clear();
  expect(steps.times).toEqual([]);
});

import { limits } from '@sheetwire/contract/limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeFor, rangesOf, shareOf, spanOf, timeAt } from './strip-scale.ts';

const now = Date.UTC(2026, 10, 23, 14, 32, 5);
const { hour, day, week } = limits.past.ranges;

test('a time and its place on the strip lead to each other, to the second', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 90 * 24 * 3600 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (seconds, share) => {
        const span = { from: now - seconds * 1000, to: now };
        const at = timeAt(share, span);
        expect(at).toBeGreaterThanOrEqual(span.from);
        expect(at).toBeLessThanOrEqual(span.to);
        expect(Math.abs(shareOf(at, span) - share) * seconds).toBeLessThanOrEqual(0.51);
        expect(timeAt(shareOf(at, span), span)).toBe(at);
      },
    ),
  );
});

test('what lies beyond the ends stands at them, and a strip of one moment at its end', () => {
  const span = { from: now - hour, to: now };
  expect([shareOf(now - day, span), shareOf(now + day, span)]).toEqual([0, 1]);
  expect([timeAt(-1, span), timeAt(2, span)]).toEqual([span.from, now]);
  expect(shareOf(now, { from: now, to: now })).toBe(1);
});

test('ranges are offered that are shorter than what is kept', () => {
  expect(rangesOf(now - hour / 2, now)).toEqual(['all']);
  expect(rangesOf(now - 2 * hour, now)).toEqual(['hour', 'all']);
  expect(rangesOf(now - 2 * week, now)).toEqual(['hour', 'day', 'week', 'all']);
  expect(spanOf('day', now - hour, now)).toEqual({ from: now - hour, to: now });
  expect(spanOf('hour', now - week, now)).toEqual({ from: now - hour, to: now });
});

test('the strip shows more than was chosen where the moment would not be on it', () => {
  const ends = { oldest: now - 30 * day, now };
  expect(rangeFor('hour', undefined, ends)).toBe('hour');
  expect(rangeFor('hour', now - hour / 2, ends)).toBe('hour');
  expect(rangeFor('hour', now - 2 * hour, ends)).toBe('day');
  expect(rangeFor('hour', now - 20 * day, ends)).toBe('all');
  expect(rangeFor('all', now, ends)).toBe('all');
  expect(rangeFor('day', now, { oldest: now - hour / 2, now })).toBe('all');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, weekdayOf, weeksOf } from './month.ts';

test('a month starts on its weekday, Monday first', () => {
  const weeks = weeksOf('2026-11-20');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01']);
  expect(weeks[5]?.[0]).toBe('2026-11-30');
});

test('a month later keeps the day or takes the last one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
});

test('days go on over months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(weekdayOf('2026-11-20')).toBe(4);
});

test('no day comes after the last that can be written', () => {
  const last = '9999-12-31';
  expect([addDays(last, 1), addMonths(last, 1), addMonths('9999-06-15', 12)]).toEqual([last, last, last]);
  expect(weeksOf(last).flat().filter(Boolean).at(-1)).toBe(last);
});

test('every day of a month stands once, under its weekday', () => {
  const month = fc.tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 1, max: 12 }));
  fc.assert(
    fc.property(month, ([year, number]) => {
      const weeks = weeksOf(`${year}-${String(number).padStart(2, '0')}-01`);
      for (const week of weeks) for (const [place, day] of week.entries()) if (day) expect(weekdayOf(day)).toBe(place);
      expect(weeks.flat().filter(Boolean)).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate());
    }),
  );
});

import { type Day, dayOf, monthsAway, weekdayOf } from '../formula/values/calendar.ts';

type Period = (day: number) => boolean;

/** The test of a period (ECMA-376 part 1, 18.18.82) for serial numbers, by the day of today; undefined for no period. */
export function periodHolds(period: string, today: number, has1904Dates: boolean): Period | undefined {
  const whole =
    (test: Period): Period =>
    (value) =>
      test(Math.floor(value));
  const weekStart = today - weekdayOf(today, has1904Dates);
  switch (period) {
    case 'today':
      return whole((day) => day === today);
    case 'yesterday':
      return whole((day) => day === today - 1);
    case 'tomorrow':
      return whole((day) => day === today + 1);
    case 'last7Days':
      return whole((day) => day > today - 7 && day <= today);
    case 'thisWeek':
      return whole((day) => day >= weekStart && day < weekStart + 7);
    case 'lastWeek':
      return whole((day) => day >= weekStart - 7 && day < weekStart);
    case 'nextWeek':
      return whole((day) => day >= weekStart + 7 && day < weekStart + 14);
    case 'thisMonth':
      return monthPeriod(today, 0, has1904Dates);
    case 'lastMonth':
      return monthPeriod(today, -1, has1904Dates);
    case 'nextMonth':
      return monthPeriod(today, 1, has1904Dates);
    default:
      return undefined;
  }
}

function monthPeriod(today: number, away: number, has1904Dates: boolean): Period {
  const now = dayOf(today, has1904Dates);
  const sought: Day | undefined = now && monthsAway({ ...now, day: 1 }, away);
  return (value) => {
    const day = dayOf(value, has1904Dates);
    return day !== undefined && day.year === sought?.year && day.month === sought.month;
  };
}

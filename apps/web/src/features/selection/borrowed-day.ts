type Day = string | undefined;

/** A day that is shown because it is compared, and what was shown before. */
export interface Borrowed {
  readonly before: Day;
  readonly date: Day;
}

/** The parts of a selection that a comparison of two other days changes. */
interface Dated {
  readonly date: Day;
  readonly compare: Day;
  readonly borrowed?: Borrowed | undefined;
}

/**
 * A day that a comparison brought goes with it, however it ends: by its button, or since another report was chosen. What
 * an address or the date field names meanwhile is nobody's loan.
 */
export function withDayBack<T extends Dated>(before: T, after: T, isChosen: boolean): T {
  const isShown = before.borrowed !== undefined && before.borrowed.date === after.date;
  const borrowed = isShown && !isChosen ? before.borrowed : undefined;
  if (after.compare !== undefined) return { ...after, borrowed };
  return { ...after, date: borrowed ? borrowed.before : after.date, borrowed: undefined };
}

/** A comparison shows this day: what was shown before any is remembered. */
export function borrowing<T extends Dated>(before: T, date: Day): Borrowed | undefined {
  if (date === before.date) return before.borrowed;
  const first = before.borrowed?.date === before.date ? before.borrowed?.before : before.date;
  return { before: first, date };
}

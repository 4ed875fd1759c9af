/** A limit of the desk, in thousands of USD. */
export interface Limit {
  readonly measure: string;
  readonly book: string;
  readonly limit: number;
  readonly used: number;
}

/** What a viewer set, and what came of it. */
export interface LogLine {
  readonly time: string;
  readonly user: string;
  readonly what: string;
}

/** What stands on the sheet beside its limits: one field for each control. */
export interface LimitsState {
  readonly book: string;
  readonly shift: number;
  readonly onlyBreaches: boolean;
  readonly asOf: string | null;
  readonly cutOff: string | null;
  readonly review: string | null;
  readonly comment: string | null;
  readonly runs: number;
  readonly measure: string;
  readonly newLimit: string | null;
  readonly reason: string | null;
  readonly limits: readonly Limit[];
  readonly log: readonly LogLine[];
}

export const books: readonly string[] = ['All books', 'USD swaps', 'EUR swaps', 'Govt bonds'];
export const shifts: readonly number[] = [-100, -50, 0, 50, 100];
const LOG_LINES = 15;

/** The sheet as it is opened. */
export const firstState: LimitsState = {
  book: 'All books',
  shift: 0,
  onlyBreaches: false,
  asOf: null,
  cutOff: '17:00',
  review: null,
  comment: 'Reviewed with risk; no change this week.',
  runs: 0,
  measure: 'DV01, net',
  newLimit: null,
  reason: null,
  limits: [
    { measure: 'DV01, net', book: 'USD swaps', limit: 1600, used: 1244 },
    { measure: 'DV01, gross', book: 'USD swaps', limit: 2800, used: 2317 },
    { measure: 'DV01, net', book: 'EUR swaps', limit: 1900, used: 1672 },
    { measure: 'DV01, gross', book: 'EUR swaps', limit: 3200, used: 2105 },
    { measure: 'DV01, net', book: 'Govt bonds', limit: 900, used: 912 },
    { measure: 'Loss, month', book: 'Govt bonds', limit: 4500, used: 1380 },
  ],
  log: [],
};

/** What a control's value makes of the sheet; a text says why it is refused. */
export function withValue(state: LimitsState, name: string, value: string | null): LimitsState | string {
  switch (name) {
    case 'Book':
      return value !== null && books.includes(value) ? { ...state, book: value } : 'Unknown book';
    case 'Shift':
      return { ...state, shift: Number(value) };
    case 'OnlyBreaches':
      return { ...state, onlyBreaches: value === 'true' };
    case 'AsOf':
      return { ...state, asOf: value };
    case 'CutOff':
      return { ...state, cutOff: value };
    case 'Review':
      return { ...state, review: value };
    case 'Comment':
      return { ...state, comment: value };
    case 'Recalculate':
      return { ...state, runs: state.runs + 1 };
    default:
      return withNewLimit(state, name, value);
  }
}

function withNewLimit(state: LimitsState, name: string, value: string | null): LimitsState | string {
  switch (name) {
    case 'Measure':
      return { ...state, measure: value ?? '' };
    case 'NewLimit':
      return value === null || Number(value) > 0 ? { ...state, newLimit: value } : 'A limit must be a number above 0';
    case 'Reason':
      return { ...state, reason: value };
    case 'SetLimit':
      return setLimit(state);
    default:
      return 'Unknown control';
  }
}

/** Takes the new limit over for the chosen measure in the chosen book, or in all books. */
function setLimit(state: LimitsState): LimitsState | string {
  const { measure, newLimit, book } = state;
  if (newLimit === null) return 'Enter a limit first';
  const limits = state.limits.map((limit) =>
    limit.measure === measure && isOf(limit, book) ? { ...limit, limit: Number(newLimit) } : limit,
  );
  return { ...state, limits, newLimit: null, reason: null };
}

/** Writes down who set what. */
export function logged(state: LimitsState, line: LogLine): LimitsState {
  return { ...state, log: [line, ...state.log].slice(0, LOG_LINES) };
}

/** The limits that the sheet shows, with what the shift of rates uses of them. */
export function shownLimits({ limits, book, shift, onlyBreaches }: LimitsState): readonly Limit[] {
  const shifted = limits.map((limit) => ({ ...limit, used: Math.round(limit.used * (1 + Math.abs(shift) / 400)) }));
  return shifted.filter((limit) => isOf(limit, book) && (!onlyBreaches || limit.used >= limit.limit));
}

function isOf({ book }: Limit, chosen: string): boolean {
  return chosen === 'All books' || chosen === book;
}

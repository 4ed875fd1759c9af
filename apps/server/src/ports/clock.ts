/** The time of day, passed in so that tests can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds of a watch that nobody sets; without it the time of day serves. */
  steady?(): number;
}

/** Chance, passed in so that tests can repeat it. */
export interface Chance {
  /** `count` bytes that nobody can guess. */
  bytes(count: number): Uint8Array;
}

/** When what is out of view may wait. */
export interface WaitOptions {
  /** Asked before each delta. */
  readonly mayWait: () => boolean;
  /** The next delta is on its way: what waits would be written once more. */
  readonly isMoving?: () => boolean;
  /** How long a cell may wait at most, ms; left out as long as a hand moves. */
  readonly longest?: () => number;
  /** So many ops are written as they come. */
  readonly atOnce?: number;
}

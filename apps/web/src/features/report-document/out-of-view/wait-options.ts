/** When what is out of view may wait. */
export interface WaitOptions {
  /** Asked before each delta. */
  readonly mayWait: () => boolean;
  /** The next delta is on its way: what waits would be written once more. */
  readonly isMoving?: () => boolean;
  /** So many ops are written as they come. */
  readonly atOnce?: number;
}

/** How long, in ms, what is promised may take (docs/operate/promises.md). */
export interface Bounds {
  /** Words on a screen that are not true any more. */
  readonly untrueWords: number;
  /** From the end of a fault to the newest version on every screen. */
  readonly whole: number;
  /** A report on the screen of who may view it no more; and the same while a fault lasts. */
  readonly lostRight: number;
  readonly lostRightInFault: number;
}

const second = 1000;

/** The promises, on a machine that has time for the portal. */
export const promised: Bounds = {
  untrueWords: 6 * second,
  whole: 10 * second,
  lostRight: second,
  lostRightInFault: 8 * second,
};

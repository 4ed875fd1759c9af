import { MiB } from '../units.ts';

/** Telling whether a figure is what was published (time 6). */
export const verifyLimits = {
  verify: {
    /** Figures of one question. */
    figures: 2000,
    /** Bytes of such a question. */
    body: MiB,
    /** Characters of one: what a cell of a workbook holds. */
    text: 32_767,
    /** Bytes of the texts of an answer; beyond, each is cut to `brief` characters. */
    told: 4 * MiB,
    brief: 200,
  },
} as const;

import { MiB, minute } from './units.ts';

/** Copies of the settings (semantics 7). */
export const settingsLimits = {
  settingsBackups: {
    /** After midnight UTC, when the copies of a day without changes are written. */
    at: 5 * minute,
    /** After a fault. */
    retry: 1 * minute,
    /** Dates that are kept of each kind, and recoveries that can be undone. */
    dates: 400,
    undoPoints: 20,
    /** Names of each sort that a preview lists. */
    names: 500,
    /** An unpacked copy beyond this is refused. */
    bytes: 512 * MiB,
    /** Users whose sessions end at once after a recovery. */
    endedAtOnce: 100,
  },
} as const;

import { MiB, minute, s } from './units.ts';

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
    /** Rows of a kind that are read and packed within the day's first change; more are copied on a thread before it. */
    atOnce: 1000,
    /** That thread: what waits for it, its time for one job, its memory (MiB), and how long it stays for the next. */
    waiting: 16,
    time: 5 * minute,
    memory: 2048,
    idle: 10 * s,
    /** Users whose sessions end at once after a recovery. */
    endedAtOnce: 100,
  },
} as const;

import { KiB, minute, s } from './units.ts';

/** The server as a process, and the callers it knows. */
export const serverLimits = {
  pruneEvery: 10 * minute,
  /** A clock that is this much ahead of a watch was set. */
  clockStep: 30 * s,
  sweepEvery: 10 * minute,
  /** How long the store and the bus may take to say that they are up, and how long that is believed. */
  readinessWait: 3 * s,
  readinessKept: 1 * s,
  /** A stop waits this long for answers under way. */
  stopWait: 10 * s,
  /** From the first byte of a request to its last. */
  requestTime: 120 * s,
  /** A command of the operator, on its socket. */
  controlLineWait: 30 * s,
  /** Any one check of `sheetwire doctor`. */
  doctorCheck: 10 * s,
  maxBody: 64 * KiB,
  /** Callers whose rate or record is held in memory at once. */
  maxKnownCallers: 20_000,
} as const;

import { realTimers, type Timers } from '#controls/timers.ts';

/** How much longer a test waits than the product: a busy machine is no fault of what it shows. */
const PATIENCE = 12;

/** Timers of tests in which nothing is to happen by the clock. */
export const patientTimers: Timers = {
  after: (ms, work) => realTimers.after(ms * PATIENCE, work),
};

import type { Clock } from '@sheetwire/client/clock';

/** The clock of the running page. */
export const pageClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

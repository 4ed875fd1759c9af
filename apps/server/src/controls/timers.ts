/** What happens later, passed in so that tests can let time pass. */
export interface Timers {
  /** Calls back once after so many ms; the answer takes it back. */
  after(ms: number, work: () => void): () => void;
}

/** The timers of the process; none keeps it alive. */
export const realTimers: Timers = {
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

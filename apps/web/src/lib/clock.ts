/** Time and waiting, passed in so that every rule about them is tested without waiting. */
export interface Clock {
  now(): number;
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** The clock of the running page. */
export const pageClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Time and waiting, passed in so that every rule about them is tested without waiting. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** What a pool of cleaning threads takes, and what its threads may. */
export interface CleanPoolOptions {
  /** Threads at most; they start when first needed. */
  readonly size: number;
  /** Jobs that may wait and how long, the longest page that is cleaned in place, and the thread's own work for one job. */
  readonly queue?: number;
  readonly wait?: number;
  readonly inline?: number;
  readonly time?: number;
  /** Memory of a thread in MiB. */
  readonly memory?: number;
  /** What a thread runs. */
  readonly script?: URL;
}

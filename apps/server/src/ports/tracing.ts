/** A part of a publish that is told apart in its trace; never a name of a report or a user. */
export type StepName =
  | 'wait for turn'
  | 'work out'
  | 'judge'
  | 'tell viewers'
  | 'read report'
  | 'read cells'
  | 'clean page'
  | 'cut page'
  | 'compare pages'
  | 'follow version';

/** A request as its span names it: no address, no query, no header. */
export interface TracedRequest {
  readonly method: string;
  /** The template of its route; undefined where none fits. */
  readonly route: string | undefined;
  readonly scheme: string;
  /** Its `traceparent`, as it came. */
  readonly parent: string | undefined;
}

/** Where the time of requests goes, for a collector of traces (decision 89). Absent on a server without one. */
export interface Tracing {
  /** Runs what follows a request as part of its span; the returned function ends that, once, with the status. */
  request(asked: TracedRequest, run: () => void): (status: number) => void;
  /** Runs a step of the request under way, which ends with it or with its promise; outside of one it just runs. */
  readonly step: <T>(name: StepName, work: () => T) => T;
  /** Begins a step that ends elsewhere; of one that never ends nothing is told. */
  readonly begin: (name: StepName) => () => void;
  /** Runs a question to the store; what answers at once is told of by no span. */
  readonly stored: <T>(name: string, work: () => T) => T;
  /** The `traceparent` of what is under way; undefined where nobody records it. */
  readonly here: () => string | undefined;
  /** Runs what another server's `traceparent` led to; what is none, or is not recorded there, just runs. */
  readonly follow: <T>(parent: string | undefined, work: () => T) => T;
  /** Spans so far, by what became of them. */
  readonly spans: Readonly<Record<SpanEnd, number>>;
  /** Sends what waits, for a bounded time. */
  close(): Promise<void>;
}

/** `dropped` spans found too many waiting; `failed` ones the collector did not take. */
export type SpanEnd = 'exported' | 'failed' | 'dropped';

import { createHistogram, performance } from 'node:perf_hooks';
import { limits } from '@sheetwire/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** How often the loop is looked at: each look wakes an idle server. */
const RESOLUTION = 20;
const nanoseconds = 1e6;
const nanosecond = 1e-9;

/** What watches the event loop: its delays since the last look, and the turns that took longer than one request may. */
export interface LoopWatch {
  /** Percentiles and the longest delay since the last look, in seconds. */
  read(): { readonly p50: number; readonly p99: number; readonly max: number };
  readonly longTurns: number;
  stop(): void;
}

export function watchLoop(turn: number = limits.loopTurn): LoopWatch {
  const delay = createHistogram();
  let longTurns = 0;
  let last = performance.now();
  // A timer that comes late was held by a turn.
  const timer = setInterval(() => {
    const now = performance.now();
    const late = now - last - RESOLUTION;
    delay.record(Math.max(1, Math.round(late * nanoseconds)));
    if (late > turn) longTurns++;
    last = now;
  }, RESOLUTION);
  timer.unref();
  return {
    read: () => {
      const [p50, p99] = [delay.percentile(50), delay.percentile(99)];
      const read = { p50: p50 * nanosecond, p99: p99 * nanosecond, max: delay.max * nanosecond };
      delay.reset();
      return read;
    },
    get longTurns() {
      return longTurns;
    },
    stop: () => clearInterval(timer),
  };
}

/** The figures of the event loop in `/metrics` (docs/operate, Figures). */
export function addLoopFigures(app: FastifyInstance, metrics: Metrics): void {
  const watch = watchLoop();
  app.addHook('onClose', async () => watch.stop());
  // One look for each answer: they are written in the order in which they were added.
  let read = { p50: 0, p99: 0, max: 0 };
  metrics.gauge('event_loop_delay_p50_seconds', 'Event loop delay since the last scrape, median.', () => {
    read = watch.read();
    return read.p50;
  });
  metrics.gauge(
    'event_loop_delay_p99_seconds',
    'Event loop delay since the last scrape, 99th percentile.',
    () => read.p99,
  );
  metrics.gauge('event_loop_delay_max_seconds', 'Longest event loop delay since the last scrape.', () => read.max);
  metrics.gauge(
    'event_loop_long_turns_total',
    'Event loop turns that exceeded the limit for one request.',
    () => watch.longTurns,
  );
}

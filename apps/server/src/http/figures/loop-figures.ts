import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { limits } from '@sheetwire/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Any delay up to this is the loop's own rhythm. */
const RESOLUTION = 10;
const nanosecond = 1e-9;

/** What watches the event loop: its delays since the last look, and the turns that took longer than one request may. */
export interface LoopWatch {
  /** Percentiles and the longest delay since the last look, in seconds. */
  read(): { readonly p50: number; readonly p99: number; readonly max: number };
  readonly longTurns: number;
  stop(): void;
}

export function watchLoop(turn: number = limits.loopTurn): LoopWatch {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  let longTurns = 0;
  let last = performance.now();
  // A timer that comes late by more than the turn was held by one.
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last - RESOLUTION > turn) longTurns++;
    last = now;
  }, RESOLUTION);
  timer.unref();
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds * nanosecond - RESOLUTION / 1000);
  return {
    read: () => {
      const read = { p50: delay.percentile(50), p99: delay.percentile(99), max: delay.count === 0 ? 0 : delay.max };
      delay.reset();
      return { p50: seconds(read.p50), p99: seconds(read.p99), max: seconds(read.max) };
    },
    get longTurns() {
      return longTurns;
    },
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}

/** The figures of the event loop in `/metrics` (docs/operate, Figures). */
export function addLoopFigures(app: FastifyInstance, metrics: Metrics): void {
  const watch = watchLoop();
  app.addHook('onClose', async () => watch.stop());
  // One look for each answer: they are written in the order in which they were added.
  let read = { p50: 0, p99: 0, max: 0 };
  metrics.gauge(
    'event_loop_delay_p50_seconds',
    'Delay of the event loop since the last look, half were shorter.',
    () => {
      read = watch.read();
      return read.p50;
    },
  );
  metrics.gauge(
    'event_loop_delay_p99_seconds',
    'Delay of the event loop since the last look, 99 of 100 were shorter.',
    () => read.p99,
  );
  metrics.gauge(
    'event_loop_delay_max_seconds',
    'The longest delay of the event loop since the last look.',
    () => read.max,
  );
  metrics.gauge(
    'event_loop_long_turns_total',
    'Turns of the event loop longer than one request may take.',
    () => watch.longTurns,
  );
}

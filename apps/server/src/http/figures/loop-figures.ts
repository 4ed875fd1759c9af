import { limits } from '@sheetwire/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** How often the loop is looked at: each look wakes an idle server. */
const RESOLUTION = 20;
const millisecond = 1e-3;
/** Around what one request may take in a turn. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** What is told of the event loop. */
export interface LoopWatch {
  /** The longest delay in ms of the last minute and of the one before, whoever asked for it meanwhile. */
  readonly longest: number;
  readonly longTurns: number;
  /** Forgets the delays so far: before a server listens it holds nobody up. */
  forget(): void;
  stop(): void;
}

/** Watches the event loop: tells each delay in ms, and counts the turns that took longer than one request may. */
export function watchLoop(told: (delay: number) => void, turn: number = limits.loopTurn): LoopWatch {
  let longTurns = 0;
  let recent = new RecentMost(limits.longestDelay);
  let last = performance.now();
  // A timer that comes late was held by a turn.
  const timer = setInterval(() => {
    const now = performance.now();
    const late = Math.max(0, now - last - RESOLUTION);
    told(late);
    recent.add(late, now);
    if (late > turn) longTurns++;
    last = now;
  }, RESOLUTION);
  timer.unref();
  return {
    get longest() {
      return recent.most(performance.now());
    },
    get longTurns() {
      return longTurns;
    },
    forget() {
      recent = new RecentMost(limits.longestDelay);
      last = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}

/** The most of a while, by two halves of which the older is dropped: nobody who asks takes it from the next. */
export class RecentMost {
  readonly #span: number;
  #from = 0;
  #now = 0;
  #before = 0;

  constructor(span: number) {
    this.#span = span;
  }

  add(value: number, at: number): void {
    this.#turn(at);
    this.#now = Math.max(this.#now, value);
  }

  most(at: number): number {
    this.#turn(at);
    return Math.max(this.#now, this.#before);
  }

  #turn(at: number): void {
    const halves = Math.floor((at - this.#from) / this.#span);
    if (halves < 1) return;
    this.#before = halves === 1 ? this.#now : 0;
    this.#now = 0;
    this.#from += halves * this.#span;
  }
}

/** The figures of the event loop in `/metrics` (docs/operate, The event loop). */
export function addLoopFigures(app: FastifyInstance, metrics: Metrics): void {
  const delays = metrics.histogram('event_loop_delay_seconds', 'Delay of the event loop.', BOUNDS).begin();
  const watch = watchLoop((late) => delays.observe(late * millisecond));
  app.addHook('onListen', async () => watch.forget());
  app.addHook('onClose', async () => watch.stop());
  metrics.gauge(
    'event_loop_delay_max_seconds',
    'Longest event loop delay of the last one to two minutes.',
    () => watch.longest * millisecond,
  );
  metrics.counted(
    'event_loop_long_turns_total',
    'Event loop turns that exceeded the limit for one request.',
    () => watch.longTurns,
  );
}

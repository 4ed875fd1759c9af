import { monitorEventLoopDelay } from 'node:perf_hooks';
import { limits } from '@sheetwire/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Metrics, SeenElsewhere } from './metrics.ts';

/** How often the loop is looked at, ms: each look wakes an idle server. */
const RESOLUTION = 20;
const millisecond = 1e-3;
const nanosecond = 1e-6;
const PERCENT = 100;
/** Around what one request may take in a turn. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** What is told of the event loop, in ms. */
export interface LoopWatch {
  /** All delays since the start. */
  readonly delays: LoopDelays;
  /** The longest delay of the last minute and of the one before, whoever asked for it meanwhile. */
  readonly longest: number;
  /** Turns that took longer than one request may. */
  readonly longTurns: number;
  /** Forgets the delays so far: before a server listens it holds nobody up. */
  forget(): void;
  stop(): void;
}

/**
 * Delays of the event loop as a timer of Node's own sees them, in ms: it comes late when a turn holds it. No JavaScript
 * runs at a look: with cold caches that cost an idle server more than all else it does.
 */
export class LoopDelays {
  readonly #seen = monitorEventLoopDelay({ resolution: RESOLUTION });
  #sum = 0;

  constructor() {
    this.#seen.enable();
  }

  get count(): number {
    return this.#seen.count;
  }

  /** Never less than before: a look may come a little early. */
  get sum(): number {
    if (this.count > 0) this.#sum = Math.max(this.#sum, this.count * (this.#seen.mean * nanosecond - RESOLUTION));
    return this.#sum;
  }

  get longest(): number {
    return this.count === 0 ? 0 : Math.max(0, this.#seen.max * nanosecond - RESOLUTION);
  }

  /** How many were so long at most: found by halving, as Node answers what stands at a rank. */
  within(most: number): number {
    const { count } = this;
    let [within, beyond] = [0, count + 1];
    while (beyond - within > 1) {
      const rank = Math.floor((within + beyond) / 2);
      const late = this.#seen.percentile((rank / count) * PERCENT) * nanosecond - RESOLUTION;
      if (late <= most) within = rank;
      else beyond = rank;
    }
    return within;
  }

  forget(): void {
    this.#seen.reset();
    this.#sum = 0;
  }

  stop(): void {
    this.#seen.disable();
  }
}

/** Watches the event loop until it is stopped; `turn` is what one request may take, `span` how long the longest is told. */
export function watchLoop(turn: number = limits.loopTurn, span: number = limits.longestDelay): LoopWatch {
  const delays = new LoopDelays();
  // One of them is forgotten at the end of each span: the other has seen it whole.
  const recent = [new LoopDelays(), new LoopDelays()];
  const timer = setInterval(() => {
    const [older] = recent.splice(0, 1);
    if (older === undefined) return;
    older.forget();
    recent.push(older);
  }, span);
  timer.unref();
  const all = [delays, ...recent];
  return {
    delays,
    get longest() {
      return Math.max(...recent.map(({ longest }) => longest));
    },
    get longTurns() {
      return delays.count - delays.within(turn);
    },
    forget() {
      for (const each of all) each.forget();
    },
    stop() {
      clearInterval(timer);
      for (const each of all) each.stop();
    },
  };
}

function inSeconds({ delays }: LoopWatch): SeenElsewhere {
  const { count, sum } = delays;
  return { count, sum: sum * millisecond, within: (bound) => delays.within(bound / millisecond) };
}

/** The figures of the event loop in `/metrics` (docs/operate, The event loop). */
export function addLoopFigures(app: FastifyInstance, metrics: Metrics): void {
  const watch = watchLoop();
  metrics.distribution('event_loop_delay_seconds', 'Delay of the event loop.', BOUNDS, () => inSeconds(watch));
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

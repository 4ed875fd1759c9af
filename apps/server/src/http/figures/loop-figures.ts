import { monitorEventLoopDelay } from 'node:perf_hooks';
import { limits } from '@sheetwire/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Metrics, SeenElsewhere } from './metrics.ts';

/** How often it is looked whether a timer comes in time, ms: each look wakes an idle server. */
const LOOK = 1000;
const millisecond = 1e-3;
const nanosecond = 1e-6;
const PERCENT = 100;
/** Around what one request may take in a turn. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** What is told of the event loop, in ms. */
export interface LoopWatch {
  /** All turns since the start. */
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
 * How long the turns of the event loop took, in ms: whatever comes in a turn waits for its end. Node itself measures each
 * turn, without the wait for the next one: nothing wakes an idle server, which with cold caches cost more than all else
 * that it does.
 */
export class LoopDelays {
  readonly #turns = monitorEventLoopDelay({ samplePerIteration: true });
  #sum = 0;
  /** A machine that stands still between two turns is seen by a timer that comes late. */
  #latest = 0;

  constructor() {
    this.#turns.enable();
  }

  get count(): number {
    return this.#turns.count;
  }

  /** Never less than before, though the mean is rounded. */
  get sum(): number {
    if (this.count > 0) this.#sum = Math.max(this.#sum, this.count * this.#turns.mean * nanosecond);
    return this.#sum;
  }

  get longest(): number {
    return this.count === 0 ? this.#latest : Math.max(this.#latest, this.#turns.max * nanosecond);
  }

  /** How many were so long at most: found by halving, as Node answers what stands at a rank. */
  within(most: number): number {
    const { count } = this;
    let [within, beyond] = [0, count + 1];
    while (beyond - within > 1) {
      const rank = Math.floor((within + beyond) / 2);
      if (this.#turns.percentile((rank / count) * PERCENT) * nanosecond <= most) within = rank;
      else beyond = rank;
    }
    return within;
  }

  /** A timer came so late. */
  cameLate(by: number): void {
    this.#latest = Math.max(this.#latest, by);
  }

  forget(): void {
    this.#turns.reset();
    this.#sum = 0;
    this.#latest = 0;
  }

  stop(): void {
    this.#turns.disable();
  }
}

/** Watches the event loop until it is stopped; `turn` is what one request may take. */
export function watchLoop(turn: number = limits.loopTurn): LoopWatch {
  const delays = new LoopDelays();
  // One of them is forgotten at the end of each span: the other has seen it whole.
  const recent = [new LoopDelays(), new LoopDelays()];
  const swap = () => {
    const [older] = recent.splice(0, 1);
    if (older === undefined) return;
    older.forget();
    recent.push(older);
  };
  let due = performance.now() + LOOK;
  const look = () => {
    const now = performance.now();
    for (const each of recent) each.cameLate(now - due);
    due = now + LOOK;
  };
  const timers = [setInterval(swap, limits.longestDelay).unref(), setInterval(look, LOOK).unref()];
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
      for (const timer of timers) clearInterval(timer);
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
  metrics.distribution('event_loop_delay_seconds', 'Turns of the event loop.', BOUNDS, () => inSeconds(watch));
  app.addHook('onListen', async () => watch.forget());
  app.addHook('onClose', async () => watch.stop());
  metrics.gauge(
    'event_loop_delay_max_seconds',
    'Longest event loop turn or timer delay in the last one to two minutes.',
    () => watch.longest * millisecond,
  );
  metrics.counted(
    'event_loop_long_turns_total',
    'Event loop turns that exceeded the limit for one request.',
    () => watch.longTurns,
  );
}

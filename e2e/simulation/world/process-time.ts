import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Cancel, Scheduler } from './scheduler.ts';

/** The time of day at which every simulation begins. */
export const dawn: number = Date.UTC(2026, 10, 21, 9, 0, 52);

/** Now and then work takes so long that it has to be put off. */
const BUSY = { chance: 0.02, ms: 20 };
const LOOK_MS = 0.001;

interface Wait {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

/** What `setTimeout` gives. */
class SimTimer {
  cancel: Cancel = () => undefined;
  readonly again: (timer: SimTimer) => void;

  constructor(again: (timer: SimTimer) => void) {
    this.again = again;
    again(this);
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }

  refresh(): this {
    this.cancel();
    this.again(this);
    return this;
  }
}

/**
 * Puts the process's own timers, clocks and chance in the hands of a simulation: code that takes them from the process is
 * simulated as well as code that is given them. The answer puts the real ones back.
 */
export function takeTime(scheduler: Scheduler, chance: () => number): () => void {
  const fakes = fakesOf(scheduler, chance);
  const back = [
    ...Object.entries(fakes.globals).map(([name, value]) => replace(globalThis, name, value)),
    replace(Date, 'now', () => Math.floor(dawn + scheduler.now + (scheduler.current?.ahead ?? 0))),
    replace(performance, 'now', fakes.watch),
    replace(Math, 'random', chance),
    replace(AbortSignal, 'timeout', fakes.signalAfter),
  ];
  const timers: unknown = createRequire(import.meta.url)('node:timers/promises');
  if (typeof timers === 'object' && timers !== null) {
    back.push(...Object.entries(fakes.promised).map(([name, value]) => replace(timers, name, value)));
  }
  syncBuiltinESMExports();
  return () => {
    for (const restore of back) restore();
    syncBuiltinESMExports();
  };
}

function replace(of: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(of, name);
  Object.defineProperty(of, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: before?.enumerable ?? true,
  });
  return () => {
    if (before) Object.defineProperty(of, name, before);
    else Reflect.deleteProperty(of, name);
  };
}

type Work = (...given: readonly unknown[]) => void;

function fakesOf(scheduler: Scheduler, chance: () => number) {
  const once = (run: Work, ms = 0, ...given: readonly unknown[]) =>
    new SimTimer((timer) => {
      timer.cancel = scheduler.plan({ after: Math.max(1, ms), what: 'timer', run: () => run(...given) });
    });
  const often = (run: Work, ms = 0, ...given: readonly unknown[]) =>
    new SimTimer((timer) => {
      const turn = () => {
        timer.cancel = scheduler.plan({ after: Math.max(1, ms), what: 'interval', run: turn });
        run(...given);
      };
      timer.cancel = scheduler.plan({ after: Math.max(1, ms), what: 'interval', run: turn });
    });
  const soon = (run: Work, ...given: readonly unknown[]) =>
    new SimTimer((timer) => {
      timer.cancel = scheduler.plan({ after: 0, what: 'turn', run: () => run(...given) });
    });
  const clear = (timer: unknown) => {
    if (timer instanceof SimTimer) timer.cancel();
  };
  const promised = (begin: (run: Work, ms: number) => SimTimer) => {
    return (ms: number, value: unknown, { signal }: Wait = {}) => waiting((run) => begin(run, ms), value, signal);
  };
  let last = 0;
  return {
    globals: {
      ...{ setTimeout: once, setInterval: often, setImmediate: soon },
      ...{ clearTimeout: clear, clearInterval: clear, clearImmediate: clear },
    },
    promised: {
      setTimeout: promised(once),
      setImmediate: (value: unknown, { signal }: Wait = {}) => waiting(soon, value, signal),
    },
    /** Within a happening time passes for who looks at the watch. */
    watch: () => {
      last = Math.max(scheduler.now, last) + (chance() < BUSY.chance ? BUSY.ms : LOOK_MS);
      return last;
    },
    signalAfter: (ms: number) => {
      const control = new AbortController();
      once(() => control.abort(new DOMException('too late', 'TimeoutError')), ms);
      return control.signal;
    },
  };
}

function waiting(begin: (run: Work) => SimTimer, value: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fault = () => new DOMException('The operation was aborted', 'AbortError');
    if (signal?.aborted) {
      reject(fault());
      return;
    }
    const timer = begin(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    });
    const onAbort = () => {
      timer.cancel();
      reject(fault());
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

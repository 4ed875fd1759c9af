import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { Stop } from '#exit.ts';
import type { Terminal } from '#terminal.ts';
import { faultOf, type Taken } from './call-fault.ts';

interface Patience {
  readonly server: URL;
  readonly terminal: Pick<Terminal, 'now' | 'wait' | 'warn' | 'signal'>;
  /** What may be done again: a call that may have counted already only where twice is the same as once. */
  readonly mayRepeat: readonly Taken[];
}

const second = 1000;

/** Makes a call; a line that is lost, or a server that asks for patience, is tried again for a while. */
export async function patiently<T>(patience: Patience, call: () => Promise<T>): Promise<T> {
  const { terminal, server } = patience;
  for (let failed: Failed | undefined; ; ) {
    try {
      const answer = await call();
      if (failed !== undefined) terminal.warn(`${server.origin} is responding again`);
      return answer;
    } catch (thrown) {
      failed = await waitAfter(thrown, patience, failed);
    }
  }
}

/** The end for a server that asks for more patience than there is. */
export function asksTooMuch(message: string, asked: number): Stop {
  return new Stop(exits.network, `${message}; the server asks you to wait ${Math.ceil(asked / second)} s`);
}

/** Since when nothing succeeds, and how long is waited next. */
interface Failed {
  readonly until: number;
  readonly pause: number;
}

/** Waits for the next try, or ends with what stands in the way. */
async function waitAfter(
  thrown: unknown,
  { terminal, server, mayRepeat }: Patience,
  before: Failed | undefined,
): Promise<Failed> {
  terminal.signal.throwIfAborted();
  const fault = faultOf(thrown, server);
  if (fault.kind === 'final') throw fault.stop;
  const { message, taken, wait: asked } = fault;
  if (!mayRepeat.includes(taken)) throw new Stop(exits.network, message);
  const { first, most } = limits.publishRetry;
  const { until, pause } = before ?? { until: terminal.now() + limits.publishPatience, pause: first };
  const left = until - terminal.now();
  if (asked !== undefined && asked > left) throw asksTooMuch(message, asked);
  if (left <= 0) throw new Stop(exits.network, `${message}; gave up after ${limits.publishPatience / second} s`);
  if (before === undefined) {
    terminal.warn(`${message}; trying again for ${limits.publishPatience / second} s, Ctrl-C stops`);
  }
  await terminal.wait(Math.max(asked ?? 0, Math.min(pause, left)));
  return { until, pause: Math.min(most, pause * 2) };
}

import { createCaller } from '@sheetwire/client/caller';
import type { Clock } from '@sheetwire/client/clock';
import { fetchTransport } from '@sheetwire/client/stream-transport';
import { pageHidden } from '#lib/page-hidden.ts';
import { workerAddress } from '#lib/trusted-types.ts';
import { LiveHub } from './live-hub.ts';
import type { LiveLine } from './live-line.ts';
import { pageLine } from './page-line.ts';
import { portOf } from './port-messages.ts';
import { RestingLine } from './resting-line.ts';
import workerUrl from './stream.worker.ts?sharedworker&url';
import { WorkerLine } from './worker-line.ts';

export interface OpenLiveDeps {
  readonly clock: Clock;
  readonly chance: () => number;
  readonly browserId: string;
}

/**
 * Opens this tab's end of the browser's one stream; without shared workers or locks the page has its own stream. What the
 * stream asks is its own matter, as in a worker: behind a balancer servers that do not have it answer first, and that is no
 * loss of the line.
 */
export function openLive(deps: OpenLiveDeps): LiveLine {
  const { browserId } = deps;
  const makeLine = () =>
    pageLine(new LiveHub({ ...deps, call: createCaller(), transport: fetchTransport({ browserId }) }));
  const makePageLine = () => new RestingLine({ clock: deps.clock, isHidden: pageHidden, makeLine });
  const port = sharedPort();
  if (!port) return online(makePageLine());
  const { clock } = deps;
  const lock = `sheetwire-tab-${crypto.randomUUID()}`;
  const line = new WorkerLine({ port: portOf(port), locks: navigator.locks, clock, browserId, lock, makePageLine });
  addEventListener('pagehide', () => line.close());
  addEventListener('pageshow', () => line.rejoin());
  return online(line);
}

/** News of the network leads to an attempt at once. */
function online(line: LiveLine): LiveLine {
  addEventListener('online', () => line.retryNow());
  return line;
}

/**
 * The worker's port; undefined where there are no shared workers, no locks (plain http), or the policy refuses. Under
 * Trusted Types the address is an object that the compiler's type of the constructor does not know.
 */
function sharedPort(): MessagePort | undefined {
  if (!('SharedWorker' in globalThis) || !('locks' in navigator)) return undefined;
  try {
    const options: WorkerOptions = { type: 'module', name: 'sheetwire' };
    const worker: SharedWorker = Reflect.construct(SharedWorker, [workerAddress(workerUrl), options]);
    return worker.port;
  } catch {
    return undefined;
  }
}

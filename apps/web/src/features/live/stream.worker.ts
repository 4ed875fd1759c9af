import { createCaller } from '@sheetwire/client/caller';
import type { Clock } from '@sheetwire/client/clock';
import { fetchTransport } from '@sheetwire/client/stream-transport';
import { LiveHub } from './live-hub.ts';
import { portOf } from './port-messages.ts';
import { WorkerHub } from './worker-hub.ts';

const clock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const hub = new WorkerHub({
  locks: navigator.locks,
  makeHub: (browserId) =>
    new LiveHub({ transport: fetchTransport({ browserId }), call: createCaller(), clock, chance: Math.random }),
});

addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return;
  for (const port of event.ports) hub.connect(portOf(port));
});

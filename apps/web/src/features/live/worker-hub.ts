import type { HubTab, LiveHub } from './live-hub.ts';
import type { Locks, Port, TabMessage, WorkerMessage } from './port-messages.ts';

export interface WorkerDeps {
  readonly locks: Locks;
  /** Made with the first tab's browser id. */
  makeHub(browserId: string): LiveHub;
}

/** The shared worker's side: each port becomes a tab of the hub until it leaves, or its lock shows that it is gone. */
export class WorkerHub {
  readonly #deps: WorkerDeps;
  #hub: LiveHub | undefined;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  connect(port: Port<WorkerMessage, TabMessage>): void {
    let tab: HubTab | undefined;
    const leave = () => {
      tab?.leave();
      tab = undefined;
    };
    port.listen((data) => {
      if (data.kind === 'join') {
        leave();
        tab = this.#join(port, data.browserId);
        this.#watchLock(data.lock, tab);
      } else if (data.kind === 'leave') leave();
      else if (data.kind === 'watch') tab?.watch(data.topics);
      else tab?.retryNow();
    });
  }

  #join(port: Port<WorkerMessage, TabMessage>, browserId: string): HubTab {
    this.#hub ??= this.#deps.makeHub(browserId);
    port.post({ kind: 'joined' });
    return this.#hub.join({
      onEvent: (event) => port.post({ kind: 'event', event }),
      onState: (state) => port.post({ kind: 'state', state }),
      onGap: () => port.post({ kind: 'gap' }),
      onAlive: () => port.post({ kind: 'alive' }),
    });
  }

  /** The lock comes free when the tab closes or crashes, which nothing else tells. */
  #watchLock(lock: string, tab: HubTab): void {
    const gone = () => tab.leave();
    this.#deps.locks.request(lock, gone).catch(gone);
  }
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { StoreFault } from '#lib/store-fault.ts';
import type { StoredReport } from '#ports/report-log.ts';
import { keyframeOf, type PackedKeyframe } from './keyframe-of.ts';
import { own } from './packing.ts';
import { type Chain, replay } from './replay.ts';

/** What the thread is asked for, and what it answers. */
export interface ChainJob {
  readonly chain: Chain;
  readonly wants: 'keyframe' | 'report';
}
export interface ChainAnswer {
  readonly keyframe?: PackedKeyframe;
  readonly report?: StoredReport;
  readonly fault?: string;
}

/**
 * Replays chains and makes keyframes of them: small ones at once, large ones on a thread of their own, so that no viewer
 * waits for them.
 */
export class KeyframeMaker {
  #worker: Worker | undefined;
  #isClosed = false;
  #tail: Promise<unknown> = Promise.resolve();

  async make(chain: Chain): Promise<PackedKeyframe> {
    if (bytesOf(chain) < limits.store.packAside) return keyframeOf(chain);
    const made = await this.#inTurn({ chain, wants: 'keyframe' });
    if (!made.keyframe) throw new StoreFault(`a keyframe could not be made: ${made.fault}`);
    return made.keyframe;
  }

  /** The report at the end of a chain. */
  async replay(chain: Chain): Promise<StoredReport> {
    if (chain.deltas.length === 0 || bytesOf(chain) < limits.store.packAside) return replay(chain);
    const { report, fault } = await this.#inTurn({ chain, wants: 'report' });
    if (!report) throw new StoreFault(`a report could not be replayed: ${fault}`);
    return report;
  }

  #inTurn(job: ChainJob): Promise<ChainAnswer> {
    const answer = this.#tail.then(() => this.#ask(job));
    this.#tail = answer.catch(() => undefined);
    return answer;
  }

  async #ask({ chain, wants }: ChainJob): Promise<ChainAnswer> {
    if (this.#isClosed) throw new StoreFault('the store is closed');
    this.#worker ??= this.#start();
    const ended = new AbortController();
    try {
      this.#worker.postMessage({ chain: alone(chain), wants });
      const [made]: ChainAnswer[] = await Promise.race([
        once(this.#worker, 'message', { signal: ended.signal }),
        once(this.#worker, 'exit', { signal: ended.signal }).then(() => [{ fault: 'the thread ended' }]),
      ]);
      return made ?? { fault: 'the thread said nothing' };
    } finally {
      ended.abort();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./keyframe-worker.ts', import.meta.url));
    worker.on('error', () => worker.terminate());
    worker.on('exit', () => {
      this.#worker = undefined;
    });
    worker.unref();
    return worker;
  }
}

function bytesOf({ keyframe, deltas }: Chain): number {
  return deltas.reduce((sum, delta) => sum + delta.body.length, keyframe.length);
}

/** The chain without the buffers that its bytes are views of. */
function alone({ keyframe, deltas }: Chain): Chain {
  return { keyframe: own(keyframe), deltas: deltas.map((delta) => ({ ...delta, body: own(delta.body) })) };
}

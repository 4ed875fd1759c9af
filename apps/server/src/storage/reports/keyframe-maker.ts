import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { StoreFault } from '../faults.ts';
import { keyframeOf, type PackedKeyframe } from './keyframe-of.ts';
import { own } from './packing.ts';
import type { Chain } from './replay.ts';

interface Made {
  readonly keyframe?: PackedKeyframe;
  readonly fault?: string;
}

/** Makes keyframes: small ones at once, large ones on a thread of their own, so that no viewer waits for them. */
export class KeyframeMaker {
  #worker: Worker | undefined;

  /** One call at a time. */
  async make(chain: Chain): Promise<PackedKeyframe> {
    if (bytesOf(chain) < limits.store.packAside) return keyframeOf(chain);
    this.#worker ??= this.#start();
    const ended = new AbortController();
    try {
      this.#worker.postMessage(alone(chain));
      const [made]: Made[] = await Promise.race([
        once(this.#worker, 'message', { signal: ended.signal }),
        once(this.#worker, 'exit', { signal: ended.signal }).then(() => [{ fault: 'the thread ended' }]),
      ]);
      if (!made?.keyframe) throw new StoreFault(`a keyframe could not be made: ${made?.fault}`);
      return made.keyframe;
    } finally {
      ended.abort();
    }
  }

  async close(): Promise<void> {
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

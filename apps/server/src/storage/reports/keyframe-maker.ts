import { Worker } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { heapRoom, watchHeap } from '#lib/watch-heap.ts';
import type { CellPlace } from '#ports/past/report-past.ts';
import type { ChangeCounts, StoredReport } from '#ports/report-log.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { contentsOf, type HitsAsk } from './cells/cell-hits.ts';
import type { HeldContent } from './cells/held-content.ts';
import { pagesInFrame } from './frame.ts';
import { keyframeOfReport, type PackedKeyframe } from './keyframe-of.ts';
import { unpackHere } from './packing.ts';
import { cellTexts, type PageText } from './past/cell-texts.ts';
import type { CellWalk, CellWalkAsk } from './past/cell-walk.ts';
import type { StepsAsk, WalkedSteps } from './past/past-steps.ts';
import { type Chain, replay, replayHere, type StoredDelta } from './replay.ts';
import type { MergedStep } from './thin-commands.ts';
import { TOO_MUCH, textsIn, wordsOf } from './thread/answers.ts';
import { type ChainAnswer, type ChainJob, movedWith, sentJob } from './thread/chain-jobs.ts';

/** What one replay on the thread may take; tests ask for less. */
interface Bounds {
  /** ms. */
  readonly time: number;
  /** MiB. */
  readonly memory: number;
}

const { packAside, replayTime, replayMemory } = limits.store;
const second = 1000;

/**
 * Replays chains and makes keyframes of them: what unpacks to little at once, the others on a thread of their own, so that
 * no viewer waits for them. One that takes the thread too long, or too much memory, is a fault; the next one is made.
 */
export class KeyframeMaker {
  readonly #bounds: Bounds;
  #worker: Worker | undefined;
  #isClosed = false;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(bounds: Bounds = { time: replayTime, memory: replayMemory }) {
    this.#bounds = bounds;
  }

  async make(chain: Chain): Promise<PackedKeyframe> {
    const here = replayHere(chain, packAside);
    if (here) return keyframeOfReport(here);
    const made = await this.#inTurn({ chain, wants: 'keyframe' });
    if (!made.keyframe) throw new StoreFault(`a keyframe could not be made: ${made.fault}`);
    return made.keyframe;
  }

  /** The report at the end of a chain. */
  async replay(chain: Chain): Promise<StoredReport> {
    // Without steps there is nothing to do but to unpack, which has a thread already.
    if (chain.deltas.length === 0) return replay(chain);
    const here = replayHere(chain, packAside);
    if (here) return here;
    const { report, fault } = await this.#inTurn({ chain, wants: 'report' });
    if (!report) throw new StoreFault(`a report could not be replayed: ${fault}`);
    return report;
  }

  /**
   * The ops of the steps after a chain, on the way forward or back; undefined where they are too many to be told, which the
   * thread finds, so that nobody here reads them in vain.
   */
  async steps(ask: StepsAsk): Promise<WalkedSteps | undefined> {
    const { walked, fault } = await this.#inTurn({ ...ask, wants: 'steps' });
    if (!walked) throw new StoreFault(`the steps of a report could not be read: ${fault}`);
    return walked.ops === null ? undefined : { ...walked, ops: JSON.parse(walked.ops) };
  }

  /** What a cell held along a chain; undefined where it is not there at the end. */
  async walk(ask: CellWalkAsk): Promise<CellWalk | undefined> {
    const { cell, fault } = await this.#inTurn({ ...ask, wants: 'cell' });
    if (cell === undefined) throw new StoreFault(`a cell could not be followed: ${fault}`);
    return cell ?? undefined;
  }

  /** The pages of a keyframe, without their content: a large one is unpacked where a cell is followed from it. */
  async pages(keyframe: Uint8Array): Promise<WalkedSteps['pages']> {
    const here = unpackHere(keyframe, packAside);
    if (here) return pagesInFrame(here);
    const { pages, fault } = await this.#inTurn({ chain: { keyframe, deltas: [] }, wants: 'pages' });
    if (!pages) throw new StoreFault(`the pages of a report could not be read: ${fault}`);
    return pages;
  }

  /** Steps as one. */
  async merged(steps: readonly StoredDelta[]): Promise<MergedStep> {
    const { merged, fault } = await this.#inTurn({ steps, wants: 'merged' });
    if (!merged) throw new StoreFault(`the steps of a report could not be merged: ${fault}`);
    return merged;
  }

  /** What a cell came to hold with steps that set it: here where they are short. */
  async contents(ask: HitsAsk): Promise<readonly (HeldContent | undefined)[]> {
    const bytes = ask.steps.reduce((sum, { body }) => sum + body.length, 0);
    if (bytes <= packAside && ask.steps.every(({ is_packed }) => is_packed === 0)) return contentsOf(ask);
    const { contents, fault } = await this.#inTurn({ ...ask, wants: 'contents' });
    if (!contents) throw new StoreFault(`the steps of a cell could not be read: ${fault}`);
    return contents;
  }

  /** The index of the cells that a chain's steps changed; undefined where none is kept. */
  async index(chain: Chain): Promise<Uint8Array | undefined> {
    const { index, fault } = await this.#inTurn({ chain, wants: 'index' });
    if (index === undefined) throw new StoreFault(`changed cells could not be indexed: ${fault}`);
    return index ?? undefined;
  }

  /** How much each of some steps changed; undefined of one that is too long to be looked at. */
  async counts(steps: readonly StoredDelta[]): Promise<readonly (ChangeCounts | undefined)[]> {
    const { counts, fault } = await this.#inTurn({ steps, wants: 'counts' });
    if (!counts) throw new StoreFault(`the steps of a report could not be counted: ${fault}`);
    return counts;
  }

  /** What cells show at the end of a chain; undefined of one that is not there. */
  async texts(chain: Chain, places: readonly (CellPlace | undefined)[]): Promise<readonly (string | undefined)[]> {
    const here = replayHere(chain, packAside);
    if (here) return cellTexts(here.pages, places);
    return textsIn(await this.#inTurn({ chain, places, wants: 'texts' }));
  }

  /** The same of pages that are at hand. */
  async textsOf(
    pages: readonly PageText[],
    places: readonly (CellPlace | undefined)[],
  ): Promise<readonly (string | undefined)[]> {
    return textsIn(await this.#inTurn({ pages, places, wants: 'page texts' }));
  }

  /** Whether the report at the end of a chain shows what these pages show. */
  async isSame(chain: Chain, pages: StoredReport['pages']): Promise<boolean> {
    const { isSame, fault } = await this.#inTurn({ chain, pages, wants: 'same' });
    if (isSame === undefined) throw new StoreFault(`a report could not be compared: ${fault}`);
    return isSame;
  }

  #inTurn(job: ChainJob): Promise<ChainAnswer> {
    const answer = this.#tail.then(() => this.#ask(job));
    this.#tail = answer.catch(() => undefined);
    return answer;
  }

  async #ask(job: ChainJob): Promise<ChainAnswer> {
    if (this.#isClosed) throw new StoreFault('the store is closed');
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const { time, memory } = this.#bounds;
    const { promise, resolve } = Promise.withResolvers<ChainAnswer>();
    const giveUp = (fault: string) => {
      resolve({ fault });
      // Whatever it still does, nobody waits for it.
      this.#end(worker);
    };
    const timer = setTimeout(() => giveUp(`it takes longer than ${time / second} s`), time);
    const unwatch = watchHeap(worker, memory, () => giveUp(TOO_MUCH));
    const onError = (error: unknown) => resolve({ fault: wordsOf(error) });
    const onExit = () => resolve({ fault: 'the thread ended' });
    worker.once('message', resolve).once('error', onError).once('exit', onExit);
    try {
      const sent = sentJob(job);
      worker.postMessage(sent, movedWith(sent));
      return await promise;
    } finally {
      clearTimeout(timer);
      unwatch();
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    void worker.terminate();
  }

  #start(): Worker {
    const { memory } = this.#bounds;
    const worker = new Worker(new URL('./keyframe-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapRoom(memory) },
    });
    // Told to whoever waits for it; between two chains nobody does, and its end is enough.
    worker.on('error', () => worker.terminate());
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.unref();
    return worker;
  }
}

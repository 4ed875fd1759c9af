import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Access } from '../../access.ts';
import type { KeyframeMaker } from '../keyframe-maker.ts';
import { readDeltas, readKeyframe } from '../past/past-chain.ts';

/** The steps from one keyframe up to another version. */
export interface Segment {
  readonly topic: Topic;
  readonly from: number;
  readonly to: number;
}

/**
 * Writes indexes of changed cells in the background, one segment at a time: a publish never waits for one, and who asks for
 * a cell where there is none waits for the steps. One that fails is made when somebody asks again.
 */
export class CellIndexes {
  readonly #access: Access;
  readonly #maker: Pick<KeyframeMaker, 'index'>;
  readonly #onFault: (error: unknown) => void;
  readonly #due = new Map<string, Segment>();
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(access: Access, maker: Pick<KeyframeMaker, 'index'>, onFault: (error: unknown) => void) {
    this.#access = access;
    this.#maker = maker;
    this.#onFault = onFault;
  }

  /** Notes that a segment has no index; beyond so many that wait nothing is noted. */
  due(segment: Segment): void {
    if (this.#isClosed || this.#due.size >= limits.log.indexesWaiting) return;
    this.#due.set(`${segment.to} ${segment.topic}`, segment);
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is due. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#due.clear();
    await this.#running;
  }

  async #run(): Promise<void> {
    await Promise.resolve();
    for (const [key, segment] of this.#due) {
      await this.#write(segment).catch(this.#onFault);
      this.#due.delete(key);
    }
    this.#running = undefined;
  }

  async #write({ topic, from, to }: Segment): Promise<void> {
    const { db } = this.#access;
    const keyframe = await readKeyframe(db, topic, from);
    const deltas = await readDeltas(db, topic, { from, to });
    if (keyframe?.version !== from || !deltas || deltas.length < limits.log.indexedSteps) return;
    const body = await this.#maker.index({ keyframe: keyframe.body, deltas });
    if (body) await this.#access.write('putCellIndex', { topic, version: to, from, steps: deltas.length, body });
  }
}

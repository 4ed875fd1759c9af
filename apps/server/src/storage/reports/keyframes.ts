import type { Topic } from '@sheetwire/rules/topic';
import type { Access } from '../access.ts';
import type { Segment } from './cells/cell-indexes.ts';
import { KeyframeMaker } from './keyframe-maker.ts';
import type { RowSeals } from './sealed/row-seals.ts';
import { chainOf, proofOf, readSealedChain } from './sealed/sealed-chain.ts';

interface KeyframeNews {
  readonly seals: RowSeals | undefined;
  readonly onFault: (error: unknown) => void;
  /** Told of the steps that a keyframe was made of. */
  readonly onSegment: (segment: Segment) => void;
}

/**
 * Writes keyframes in the background, one topic at a time, so that an append never waits for a whole report. One that
 * fails is due again with the next append; until then reading only replays more.
 */
export class Keyframes {
  readonly #access: Access;
  readonly #onFault: (error: unknown) => void;
  readonly #seals: RowSeals | undefined;
  readonly #onSegment: (segment: Segment) => void;
  readonly #maker = new KeyframeMaker();
  readonly #due = new Set<Topic>();
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(access: Access, { seals, onFault, onSegment }: KeyframeNews) {
    this.#access = access;
    this.#seals = seals;
    this.#onFault = onFault;
    this.#onSegment = onSegment;
  }

  /** Notes that a topic needs a keyframe; a set, so there is at most one entry a topic. */
  due(topic: Topic): void {
    if (this.#isClosed) return;
    this.#due.add(topic);
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
    await this.#maker.close();
  }

  async #run(): Promise<void> {
    await Promise.resolve();
    for (const topic of this.#due) {
      await this.#write(topic).catch(this.#onFault);
      this.#due.delete(topic);
    }
    this.#running = undefined;
  }

  async #write(topic: Topic): Promise<void> {
    const sealed = await readSealedChain(this.#access.db, topic);
    const chain = sealed && chainOf(sealed);
    if (!chain || chain.deltas.length === 0) return;
    const keyframe = await this.#maker.make(chain);
    // What was tampered with is not made good by a keyframe of it.
    const seal = this.#seals?.frame({ topic, ...keyframe }, await proofOf(this.#seals, sealed)) ?? '';
    const isPut = await this.#access.write('putKeyframe', { topic, ...keyframe, seal });
    if (isPut) this.#onSegment({ topic, from: sealed.frame.version, to: keyframe.version });
  }
}

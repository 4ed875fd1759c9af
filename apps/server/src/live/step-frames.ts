import { limits } from '@sheetwire/contract/limits';
import type { Addressee } from '@sheetwire/rules/addressee';
import type { Topic } from '@sheetwire/rules/topic';
import type { VersionStep } from '#report/recent-steps.ts';
import { type Frame, frame } from './frames.ts';

/** What a viewer is given of a step: the ops over the pages that this user receives, or nothing but the news. */
export interface Tailor {
  /** As the pages of a topic are addressed now; it stays so while a version is told, whatever is published meanwhile. */
  now(topic: Topic): Cut;
}

export interface Cut {
  /** The same for as long as the pages are the same and addressed the same. */
  readonly addressing: symbol;
  /** Tells users with private pages of the topic apart; undefined when all users receive the same pages. */
  readonly variantOf: ((addressee: Addressee) => string) | undefined;
  opsOf(step: VersionStep, addressee: Addressee): VersionStep['ops'];
}

/** A delta larger than this is fetched instead. */
const MAX_FRAME = 1024 * 1024;

/** The bytes of one step, made when first needed and shared by every viewer who receives the same pages. */
export class StepFrames {
  readonly step: VersionStep;
  readonly #cut: Cut;
  readonly #variants = new Map<string, Frame>();
  #common: Frame | undefined;
  #changed: Frame | undefined;

  /** `common` is what all users receive, where it was made before. */
  constructor(step: VersionStep, cut: Cut, common?: Frame) {
    this.step = step;
    this.#cut = cut;
    this.#common = common;
  }

  /** The news that there is a version to fetch. */
  get changed(): Frame {
    this.#changed ??= frame('changed', { topic: this.step.topic, version: this.step.to });
    return this.#changed;
  }

  /** The owner is looked at only when pages differ: a look into memory for each viewer is felt. */
  deltaFor(owner: { readonly addressee: Addressee }): Frame {
    const { variantOf } = this.#cut;
    if (variantOf === undefined) {
      this.#common ??= this.#encode(owner.addressee);
      return this.#common;
    }
    const variant = variantOf(owner.addressee);
    const delta = this.#variants.get(variant) ?? this.#encode(owner.addressee);
    this.#variants.set(variant, delta);
    return delta;
  }

  #encode(addressee: Addressee): Frame {
    const ops = this.#cut.opsOf(this.step, addressee);
    const { topic, from, to, time } = this.step;
    const delta = ops && frame('delta', { topic, from, to, time, ops: [...ops] });
    return delta && delta.plain.length <= MAX_FRAME ? delta : this.changed;
  }
}

/** A step as all users receive it. */
interface Kept {
  readonly addressing: symbol;
  readonly delta: Frame;
  readonly bytes: number;
}

/**
 * Steps as returning viewers are given them: after a restart ten thousand of them lack the same ones. Bounded in bytes; what
 * was made first goes first. Where a page is one user's own nothing is shared.
 */
export class ReturningFrames {
  readonly #tailor: Tailor;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(tailor: Tailor) {
    this.#tailor = tailor;
  }

  of(step: VersionStep, owner: { readonly addressee: Addressee }): StepFrames {
    const cut = this.#tailor.now(step.topic);
    if (cut.variantOf !== undefined || !step.ops) return new StepFrames(step, cut);
    const { addressing } = cut;
    const key = `${step.topic} ${step.from} ${step.to}`;
    const known = this.#kept.get(key);
    if (known?.addressing === addressing) return new StepFrames(step, cut, known.delta);
    const frames = new StepFrames(step, cut);
    const delta = frames.deltaFor(owner);
    // As it is and, at most as long, in gzip.
    this.#keep(key, { addressing, delta, bytes: 2 * delta.plain.length });
    return frames;
  }

  #keep(key: string, kept: Kept): void {
    this.#drop(key);
    this.#kept.set(key, kept);
    this.#bytes += kept.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= limits.catchUp.shared) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

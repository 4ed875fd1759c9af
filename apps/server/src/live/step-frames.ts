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

  constructor(step: VersionStep, tailor: Tailor) {
    this.step = step;
    this.#cut = tailor.now(step.topic);
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

import type { Addressee } from '@sheetwire/rules/addressee';
import type { Topic } from '@sheetwire/rules/topic';
import type { VersionStep } from '#report/recent-steps.ts';
import { frame } from './frames.ts';

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
  readonly #variants = new Map<string, Buffer>();
  #common: Buffer | undefined;
  #changed: Buffer | undefined;

  constructor(step: VersionStep, tailor: Tailor) {
    this.step = step;
    this.#cut = tailor.now(step.topic);
  }

  /** The news that there is a version to fetch. */
  get changed(): Buffer {
    this.#changed ??= frame('changed', { topic: this.step.topic, version: this.step.to });
    return this.#changed;
  }

  /** The owner is looked at only when pages differ: a look into memory for each viewer is felt. */
  deltaFor(owner: { readonly addressee: Addressee }): Buffer {
    const { variantOf } = this.#cut;
    if (variantOf === undefined) {
      this.#common ??= this.#encode(owner.addressee);
      return this.#common;
    }
    const variant = variantOf(owner.addressee);
    const bytes = this.#variants.get(variant) ?? this.#encode(owner.addressee);
    this.#variants.set(variant, bytes);
    return bytes;
  }

  #encode(addressee: Addressee): Buffer {
    const ops = this.#cut.opsOf(this.step, addressee);
    const { topic, from, to, time } = this.step;
    const bytes = ops && frame('delta', { topic, from, to, time, ops: [...ops] });
    return bytes && bytes.length <= MAX_FRAME ? bytes : this.changed;
  }
}

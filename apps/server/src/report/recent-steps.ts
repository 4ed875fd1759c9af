import type { Op } from '@sheetwire/contract/live';
import type { Topic } from '@sheetwire/rules/topic';

/** One version as viewers hear of it; without ops they fetch the report. */
export interface VersionStep {
  readonly topic: Topic;
  readonly from: number;
  readonly to: number;
  readonly time: string;
  readonly sender: string;
  /** Over stored pages; undefined when more changed than ops say. */
  readonly ops: readonly Op[] | undefined;
}

const MAX_STEPS = 256;

/** The last steps of a topic, so that a short break is mended without asking the store. */
export class RecentSteps {
  #steps: VersionStep[] = [];

  add(step: VersionStep): void {
    this.#steps.push(step);
    if (this.#steps.length > MAX_STEPS) this.#steps = this.#steps.slice(-MAX_STEPS / 2);
  }

  /** The steps that lead from a version to the newest one; undefined when they are not all here. */
  since(from: number): readonly VersionStep[] | undefined {
    if (this.#steps.at(-1)?.to === from) return [];
    const first = this.#steps.findIndex((step) => step.from === from);
    return first < 0 ? undefined : this.#steps.slice(first);
  }

  clear(): void {
    this.#steps = [];
  }
}

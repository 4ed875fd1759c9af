import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { opText } from '@sheetwire/contract/ops';
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
/** Roughly the bytes of ops kept for one topic; who lacks more fetches the report. */
const MAX_BYTES = 2 * 1024 * 1024;
const STEP_BYTES = 200;
const OP_BYTES = 100;

/** The last steps of a topic, so that a short break is mended without asking the store. */
export class RecentSteps {
  #steps: VersionStep[] = [];
  #sizes: number[] = [];
  #bytes = 0;
  /** Of the last versions, also of those whose steps are not here. */
  #times: readonly string[] = [];

  /** Roughly what the steps take in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What came before the steps that are added: the times of versions, oldest first. */
  begin(times: readonly string[]): void {
    for (const time of times) this.#note(time);
  }

  add(step: VersionStep): void {
    this.#note(step.time);
    const size = sizeOf(step.ops);
    const isKept = size <= MAX_BYTES;
    this.#steps.push(isKept ? step : { ...step, ops: undefined });
    this.#sizes.push(isKept ? size : STEP_BYTES);
    this.#bytes += isKept ? size : STEP_BYTES;
    if (this.#steps.length > MAX_STEPS) this.#drop(MAX_STEPS / 2);
    while (this.#bytes > MAX_BYTES) this.#drop(Math.ceil(this.#steps.length / 2));
  }

  /** The times of the last versions, oldest first: the publisher's rhythm (semantics 4). */
  get times(): readonly string[] {
    return this.#times;
  }

  /** The steps that lead from a version to the newest one; undefined when they are not all here. */
  since(from: number): readonly VersionStep[] | undefined {
    if (this.#steps.at(-1)?.to === from) return [];
    const first = this.#steps.findIndex((step) => step.from === from);
    return first < 0 ? undefined : this.#steps.slice(first);
  }

  clear(): void {
    this.#steps = [];
    this.#sizes = [];
    this.#bytes = 0;
    this.#times = [];
  }

  /** Each version is later than the one before: what is not was told before. */
  #note(time: string): void {
    if (time > (this.#times.at(-1) ?? '')) this.#times = [...this.#times, time].slice(-limits.publisherSilent.versions);
  }

  #drop(count: number): void {
    this.#steps = this.#steps.slice(count);
    for (const size of this.#sizes.splice(0, count)) this.#bytes -= size;
  }
}

function sizeOf(ops: readonly Op[] | undefined): number {
  return (ops ?? []).reduce((sum, op) => sum + OP_BYTES + 2 * opText(op).length, STEP_BYTES);
}

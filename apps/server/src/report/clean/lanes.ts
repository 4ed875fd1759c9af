/** Whose job it is: a publisher by name, or viewers, who wait for a report that is loaded. */
export type Owner = string | typeof viewers;

export const viewers = Symbol('viewers');

/**
 * Jobs that wait, a lane for each owner. Viewers are served first, publishers in turn, so that nobody waits for all that
 * another one sent (safety 3).
 */
export class Lanes<J extends { readonly owner: Owner }> {
  readonly #most: number;
  /** In the order of their turns; no lane is empty. */
  readonly #lanes = new Map<Owner, J[]>();

  /** `most` jobs of viewers may wait, and as many of all publishers. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether anybody but this owner waits. */
  hasOthers(owner: Owner): boolean {
    return this.#lanes.size > (this.#lanes.has(owner) ? 1 : 0);
  }

  /** Puts a job in its lane. Answers the one that has no place: the job itself, or the last of a much longer lane. */
  push(job: J): J | undefined {
    const lane = this.#lanes.get(job.owner) ?? [];
    const rivals = job.owner === viewers ? [lane] : this.#ofPublishers();
    const isFull = rivals.reduce((sum, { length }) => sum + length, 0) >= this.#most;
    const longest = rivals.reduce((most, rival) => (rival.length > most.length ? rival : most), lane);
    if (isFull && longest.length <= lane.length + 1) return job;
    lane.push(job);
    this.#lanes.set(job.owner, lane);
    return isFull ? longest.pop() : undefined;
  }

  /** The next job that may start, of viewers before others; its lane has its next turn after all others. */
  take(mayStart: (job: J) => boolean): J | undefined {
    const lane = [this.#lanes.get(viewers) ?? [], ...this.#lanes.values()].find(([job]) => job && mayStart(job));
    const job = lane?.shift();
    if (!lane || !job) return undefined;
    this.#lanes.delete(job.owner);
    if (lane.length > 0) this.#lanes.set(job.owner, lane);
    return job;
  }

  /** Takes out a job that waits no longer. */
  remove(job: J): void {
    const left = this.#lanes.get(job.owner)?.filter((other) => other !== job) ?? [];
    if (left.length > 0) this.#lanes.set(job.owner, left);
    else this.#lanes.delete(job.owner);
  }

  /** All that wait; nobody does after it. */
  clear(): J[] {
    const all = [...this.#lanes.values()].flat();
    this.#lanes.clear();
    return all;
  }

  #ofPublishers(): J[][] {
    return [...this.#lanes].flatMap(([owner, lane]) => (owner === viewers ? [] : [lane]));
  }
}

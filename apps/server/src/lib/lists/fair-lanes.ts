/** Whose job it is: somebody by name, or those who come first. */
export type Owner = string | symbol;

/**
 * Jobs that wait, a lane for each owner. One owner may be served first, the others are in turn, so that nobody waits for all
 * that another one sent (safety 3).
 */
export class FairLanes<J extends { readonly owner: Owner }> {
  readonly #most: number;
  readonly #first: Owner | undefined;
  /** In the order of their turns; no lane is empty. */
  readonly #lanes = new Map<Owner, J[]>();

  /** So many jobs may wait: of the owner who is served first, and as many of all others. */
  constructor(most: number, first?: Owner) {
    this.#most = most;
    this.#first = first;
  }

  /** Whether anybody but this owner waits. */
  hasOthers(owner: Owner): boolean {
    return this.#lanes.size > (this.#lanes.has(owner) ? 1 : 0);
  }

  /** Puts a job in its lane. Answers the one that has no place: the job itself, or the last of a much longer lane. */
  push(job: J): J | undefined {
    const lane = this.#lanes.get(job.owner) ?? [];
    const rivals = job.owner === this.#first ? [lane] : this.#ofOthers();
    const isFull = rivals.reduce((sum, { length }) => sum + length, 0) >= this.#most;
    const longest = rivals.reduce((most, rival) => (rival.length > most.length ? rival : most), lane);
    if (isFull && longest.length <= lane.length + 1) return job;
    lane.push(job);
    this.#lanes.set(job.owner, lane);
    return isFull ? longest.pop() : undefined;
  }

  /** The next job that may start, of the first owner before others; its lane has its next turn after all others. */
  take(mayStart: (job: J) => boolean = () => true): J | undefined {
    const first = this.#first === undefined ? [] : (this.#lanes.get(this.#first) ?? []);
    const lane = [first, ...this.#lanes.values()].find(([job]) => job && mayStart(job));
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

  #ofOthers(): J[][] {
    return [...this.#lanes].flatMap(([owner, lane]) => (owner === this.#first ? [] : [lane]));
  }
}

import { limits } from '@sheetwire/contract/limits';
import { OneAtATime } from '#lib/one-at-a-time.ts';
import type { DueRun } from '#ports/snapshot-schedule.ts';
import { HeldRuns } from './held-runs.ts';
import { endMissed, type TakeDeps, takeRun } from './take-run.ts';

const FAILED = 'it failed; see the server log';

export interface SchedulerDeps extends TakeDeps {
  readonly onFault: (fault: unknown) => void;
}

/**
 * Takes daily snapshots when they are due, with the other servers on the store: it sleeps until the next due instant and
 * a bounded number are taken at once. The store's clock decides; a look now and then notices that it was set.
 */
export class SnapshotScheduler {
  readonly #deps: SchedulerDeps;
  readonly #held: HeldRuns;
  readonly #turn = new OneAtATime(() => this.#round());
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #captured = 0;
  #missed = 0;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    this.#held = new HeldRuns({ ...deps, schedule: deps.stores.snapshotSchedule });
  }

  /** Snapshots that this server took since it started. */
  get captured(): number {
    return this.#captured;
  }

  /** Those that it had to record as missed. */
  get missed(): number {
    return this.#missed;
  }

  /** Looks now; also after a change of settings, here or on another server. */
  wake(): void {
    if (!this.#isStopped) this.look().catch(this.#deps.onFault);
  }

  /** Takes what is due; resolves when nothing is left for this server. */
  look(): Promise<void> {
    return this.#turn.run();
  }

  /** What is under way ends first; what was taken on and not begun is another server's at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#turn.settle();
    clearTimeout(this.#timer);
  }

  async #round(): Promise<void> {
    const { snapshotSchedule } = this.#deps.stores;
    clearTimeout(this.#timer);
    let wait: number = limits.snapshots.retry;
    try {
      while (!this.#isStopped && (await snapshotSchedule.expand()));
      const lanes = await Promise.allSettled(Array.from({ length: limits.snapshots.atOnce }, () => this.#lane()));
      for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
      wait = await this.#untilNext();
    } finally {
      this.#sleep(wait);
    }
  }

  async #untilNext(): Promise<number> {
    const { stores } = this.#deps;
    const next = await stores.snapshotSchedule.nextAt();
    const { look, least } = limits.snapshots;
    return next === undefined ? look : Math.min(look, Math.max(least, next - (await stores.now())));
  }

  #sleep(wait: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.wake(), wait);
    this.#timer.unref();
  }

  async #lane(): Promise<void> {
    const { stores, owner } = this.#deps;
    while (!this.#isStopped) {
      const runs = await stores.snapshotSchedule.claim(owner, limits.snapshots.claim, limits.snapshots.lease);
      if (runs.length === 0) return;
      this.#held.add(runs);
      try {
        for (const run of runs) await this.#end(run);
      } finally {
        for (const run of runs) this.#held.delete(run);
      }
    }
  }

  async #end(run: DueRun): Promise<void> {
    const { stores, owner } = this.#deps;
    if (this.#isStopped) await stores.snapshotSchedule.release(run, owner, 0);
    else await this.#take(run);
    this.#held.delete(run);
  }

  /** One report that cannot be captured keeps no other from it. */
  async #take(run: DueRun): Promise<void> {
    const { stores, owner, onFault } = this.#deps;
    try {
      const taken = await takeRun(this.#deps, run);
      if (taken === 'missed') this.#missed++;
      if (taken === 'captured') this.#captured++;
    } catch (fault) {
      onFault(fault);
      if (run.tries < limits.snapshots.tries) {
        await stores.snapshotSchedule.release(run, owner, limits.snapshots.retry * run.tries);
      } else {
        const ended = await endMissed(this.#deps, run, { now: await stores.now(), reason: FAILED });
        if (ended === 'missed') this.#missed++;
      }
    }
  }
}

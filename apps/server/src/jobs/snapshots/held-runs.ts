import { limits } from '@sheetwire/contract/limits';
import type { DueRun, SnapshotSchedule } from '#ports/snapshot-schedule.ts';

interface HeldRunsDeps {
  readonly schedule: Pick<SnapshotSchedule, 'renew'>;
  /** This server's name among those on the store. */
  readonly owner: string;
  readonly onFault: (fault: unknown) => void;
}

/** What this server took on: its lease is renewed for as long as it works on it, however long that takes. */
export class HeldRuns {
  readonly #deps: HeldRunsDeps;
  readonly #runs = new Set<DueRun>();
  #timer: NodeJS.Timeout | undefined;
  #isRenewing = false;

  constructor(deps: HeldRunsDeps) {
    this.#deps = deps;
  }

  add(runs: readonly DueRun[]): void {
    for (const run of runs) this.#runs.add(run);
    if (this.#runs.size === 0) return;
    this.#timer ??= setInterval(() => void this.#renew(), limits.snapshots.renew).unref();
  }

  delete(run: DueRun): void {
    this.#runs.delete(run);
    if (this.#runs.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const { schedule, owner, onFault } = this.#deps;
    try {
      await schedule.renew([...this.#runs], owner, limits.snapshots.lease);
    } catch (fault) {
      onFault(fault);
    } finally {
      this.#isRenewing = false;
    }
  }
}

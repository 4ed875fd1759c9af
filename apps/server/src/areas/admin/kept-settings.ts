import { limits } from '@sheetwire/contract/limits';
import { type Gropic, isReportGropic } from '@sheetwire/rules/gropic';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import type { SnapshotSetting, SnapshotSettingStore } from '#ports/snapshot-schedule.ts';

interface Kept {
  readonly readAt: number;
  readonly setting: Promise<SnapshotSetting | undefined>;
}

/** Snapshot settings that open pages ask for several times a second, read again when somebody changed them. */
export class KeptSettings {
  readonly #store: Pick<SnapshotSettingStore, 'effective'>;
  readonly #clock: Clock;
  readonly #kept = new BoundedMap<Gropic, Kept>(limits.maxAdmins);

  constructor(store: Pick<SnapshotSettingStore, 'effective'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  effective(gropic: Gropic): Promise<SnapshotSetting | undefined> {
    const now = steadyTime(this.#clock);
    const kept = this.#kept.get(gropic);
    if (kept && Math.abs(now - kept.readAt) < limits.namesKept) return kept.setting;
    const setting = this.#store.effective(gropic);
    this.#kept.set(gropic, { readAt: now, setting });
    setting.catch(() => this.#kept.delete(gropic));
    return setting;
  }

  /** A setting changed; a group's holds for its reports, and without a gropic any may have. */
  changed(gropic: Gropic | undefined): void {
    if (gropic !== undefined && isReportGropic(gropic)) this.#kept.delete(gropic);
    else this.#kept.clear();
  }
}

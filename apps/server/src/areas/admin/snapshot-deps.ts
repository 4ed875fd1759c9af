import type { Gropic } from '@sheetwire/rules/gropic';
import type { Topic } from '@sheetwire/rules/topic';
import type { Rights } from '#policies/rights.ts';
import type { Stores } from '#ports/stores.ts';

/** What the calls about snapshots need. */
export interface SnapshotDeps {
  readonly stores: Pick<Stores, 'snapshots' | 'snapshotSettings' | 'reports' | 'now' | 'throttle'>;
  readonly rights: () => Rights;
  /** Told of a setting that was saved. */
  readonly onSettings: (gropic: Gropic) => void;
  /** Told of a snapshot that was taken. */
  readonly onCaptured: (topic: Topic) => void;
  /** Reports of which a snapshot is being taken by hand. */
  readonly busy: Set<Topic>;
}

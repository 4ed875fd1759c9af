import type { Gropic } from '@sheetwire/rules/gropic';
import type { Topic } from '@sheetwire/rules/topic';
import type { Actor } from '#lib/actor.ts';
import { mayConfigure } from '#policies/administering.ts';
import type { Rights } from '#policies/rights.ts';
import type { Stores } from '#ports/stores.ts';

/** What the calls about snapshots need. */
export interface SnapshotDeps {
  readonly stores: Pick<Stores, 'snapshots' | 'snapshotSettings' | 'reports' | 'now' | 'throttle'>;
  readonly rights: () => Rights;
  /** Reads what other servers changed in the rights; who asks meanwhile shares the next reading. */
  readonly readRights: () => Promise<void>;
  /** Told of a setting that was saved. */
  readonly onSettings: (gropic: Gropic) => void;
  /** Told of a snapshot that was taken. */
  readonly onCaptured: (topic: Topic) => void;
  /** Reports of which a snapshot is being taken by hand. */
  readonly busy: Set<Topic>;
}

/** Whom the rights here refuse is judged by those of the store: another server may have given the right a moment ago. */
export async function maySnapshot(
  { rights, readRights }: Pick<SnapshotDeps, 'rights' | 'readRights'>,
  actor: Actor,
  gropic: Gropic,
): Promise<boolean> {
  if (mayConfigure(rights(), actor, gropic)) return true;
  await readRights();
  return mayConfigure(rights(), actor, gropic);
}

import type { Gropic } from '@sheetwire/rules/gropic';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { ClaimRule } from '#policies/claiming.ts';
import type { Rights } from '#policies/rights.ts';
import type { Clock } from '#ports/clock.ts';
import type { Stores } from '#ports/stores.ts';

/** What the calls of the Admin page need. */
export interface AdminDeps {
  readonly stores: Pick<Stores, 'perms' | 'users' | 'snapshotSettings' | 'throttle'>;
  readonly clock: Clock;
  readonly rights: () => Rights;
  /** Has every node read a gropic's lists again; resolves once this one obeys them. */
  readonly tellRights: (gropic: Gropic) => Promise<void>;
  /** Told of whatever administrators are told of: `snapshots`, with the gropic or of any. */
  readonly onTold: (listener: (kind: string, gropic: Gropic | undefined) => void) => void;
  readonly isSuperAdmin: (user: User) => boolean;
  /** True when the report asks for a secret of who views it. */
  readonly hasViewSecret: (topic: Topic) => boolean;
  readonly settings: {
    readonly company: string;
    readonly entities: readonly string[];
    readonly claim: ClaimRule;
  };
}

import type { Group } from '@sheetwire/rules/principal';
import type { KnownRequest } from '#http/route.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { Clock } from '#ports/clock.ts';
import type { GroupStore } from '#ports/perms.ts';
import type { NameLists } from '#principals/name-lists.ts';

export interface UserGroupsDeps {
  readonly stores: { readonly groups: GroupStore };
  readonly clock: Clock;
  readonly names: NameLists;
  /** SHEETWIRE_ENTITIES; empty is any. */
  readonly entities: readonly string[];
  /** A group came or has other members: what lists or obeys it follows on every node. */
  readonly groupChanged: (group: Group) => Promise<void>;
  /** A group went, with rights and memberships. */
  readonly groupGone: () => Promise<void>;
}

export const noSuchGroup = 'User group not found';
export const groupOfDirectory = 'This group is managed in the directory; change it there';

/** A row of the audit log about a group. */
export function noteOf(
  { clock }: Pick<UserGroupsDeps, 'clock'>,
  { actor, address }: Pick<KnownRequest, 'actor' | 'address'>,
  what: { readonly action: string; readonly object: Group; readonly before?: unknown; readonly after?: unknown },
): AuditNote {
  return { at: clock.now(), actor: actor.user, address, ...what };
}

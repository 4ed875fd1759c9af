import type { adminDetails } from '@sheetwire/contract/admin';
import type { Output } from '@sheetwire/contract/call';
import { defaultSnapshotLocation } from '@sheetwire/rules/snapshot-time';
import type { Perms, RightsTab } from './perms.ts';
import type { PermsSaver } from './perms-saver.ts';
import type { SnapshotSaver, SnapshotSettings } from './snapshot-saver.ts';

type Details = Output<typeof adminDetails>;

/** The individual users who hold each right, through however many groups. */
export type Members = Readonly<Record<RightsTab | 'interactors', readonly string[]>>;

/** The gropic that is administered on the page. */
export interface Selected {
  readonly gropic: string;
  readonly rights: PermsSaver;
  readonly snapshot: SnapshotSaver;
  readonly members: Members | undefined;
}

export interface AdminState {
  readonly isKnown: boolean;
  /** Why nothing is known yet. */
  readonly failure: string;
  /** This account may administer nothing (spec 6, blockAdminPage). */
  readonly isBlocked: boolean;
  readonly asSuperAdmin: boolean;
  readonly admined: readonly string[];
  /** Why the user may not add what nobody administers; '' when it may. */
  readonly claimRefusal: string;
  readonly principals: readonly string[];
  readonly locations: readonly string[];
  readonly defaultLocation: string;
  readonly selected: Selected | undefined;
  /** Of the principal that is selected in the dropdown or in the list. */
  readonly membersOf: { readonly principal: string; readonly users: readonly string[] } | undefined;
  /** A gropic that is administered no more while it was selected. */
  readonly lost: string;
}

export const firstState: AdminState = {
  isKnown: false,
  failure: '',
  isBlocked: false,
  asSuperAdmin: false,
  admined: [],
  claimRefusal: '',
  principals: [],
  locations: [],
  defaultLocation: defaultSnapshotLocation,
  selected: undefined,
  membersOf: undefined,
  lost: '',
};

/** The lists that an answer brings, where they changed; the server tells the same list more than once. */
export function listsOf(answer: Details, known: AdminState): Partial<AdminState> {
  const { principalsChanged, principals, adminedChanged, admined, tzLocations, defaultTzLocation } = answer;
  return {
    claimRefusal: answer.claimRefusal ?? '',
    ...(principalsChanged && principals ? { principals } : {}),
    ...(adminedChanged && admined && !areSame(admined, known.admined) ? { admined } : {}),
    ...(tzLocations ? { locations: tzLocations } : {}),
    ...(defaultTzLocation ? { defaultLocation: defaultTzLocation } : {}),
  };
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, n) => each === b[n]);
}

/** True when the account may administer nothing at all; one that lost only what it selected is still told its list. */
export function isBlockedBy({ unauthorized, adminedChanged }: Details): boolean {
  return unauthorized === true && adminedChanged === undefined;
}

/** The changed rights that an answer brings. */
export function permsOf({ gropicPermsChanged, gropicPerms }: Details): Perms | undefined {
  return gropicPermsChanged ? gropicPerms : undefined;
}

/** Who holds the rights, as they came with them. */
export function membersOf(answer: Details): Members {
  return {
    viewers: answer.viewersAllUsers ?? [],
    publishers: answer.publishersAllUsers ?? [],
    interactors: answer.interactorsAllUsers ?? [],
    admins: answer.adminsAllUsers ?? [],
  };
}

/** The snapshot settings of an answer that carries them. */
export function snapshotOf(answer: Details): SnapshotSettings | undefined {
  const { captureDailySnapshot, snapshotTime, snapshotTimeLocation, backdateSnapshot } = answer;
  if (captureDailySnapshot === undefined || snapshotTime === undefined || snapshotTimeLocation === undefined)
    return undefined;
  return {
    isDaily: captureDailySnapshot,
    time: snapshotTime,
    location: snapshotTimeLocation,
    isPredated: backdateSnapshot ?? false,
  };
}

import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import { isPast } from '#identity/span.ts';
import type { Chance } from '#ports/clock.ts';
import type { StoredInfo } from '#ports/sessions.ts';
import type { Stores } from '#ports/stores.ts';
import { deriveKey, hashSecret, newId, newSecret, seal, unseal } from '#secrets/secrets.ts';

export interface StoredInfoDeps {
  readonly stores: Pick<Stores, 'storedInfo' | 'now'>;
  readonly chance: Chance;
}

/** What a browser keeps, and the family it belongs to. */
export interface IssuedInfo {
  readonly info: string;
  readonly family: string;
}

/** The answer to a presented info: its successor, nothing, or a theft whose family must die (safety 3). */
export type UsedInfo =
  | ({ readonly outcome: 'good'; readonly user: User } & IssuedInfo)
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'replayed'; readonly user: User; readonly family: string };

const FORM = /^v1\.([\w-]{16})\.([\w-]{43})$/;
const refused: UsedInfo = { outcome: 'refused' };

/** A new family for a browser that signed in. */
export async function issueInfo({ stores, chance }: StoredInfoDeps, user: User): Promise<IssuedInfo> {
  const family = newId(chance);
  const info = newInfo(chance, family);
  const now = await stores.now();
  const kept = { family, user, currentHash: hashSecret(info), previousHash: null, sealedSuccessor: null };
  await stores.storedInfo.save({ ...kept, rotatedAt: now, createdAt: now });
  return { info, family };
}

/**
 * Uses an info once. The one just before it is answered with the same successor for 30 s, for two tabs that started
 * together; any older one is a replay. Time is the store's: two servers whose clocks differ would take the second tab for a
 * thief, and one that is far ahead would forget everybody.
 */
export async function useInfo(deps: StoredInfoDeps, presented: string): Promise<UsedInfo> {
  const family = FORM.exec(presented)?.[1];
  const { storedInfo } = deps.stores;
  const kept = family === undefined ? undefined : await storedInfo.byFamily(family);
  if (kept === undefined) return refused;
  const now = await deps.stores.now();
  if (isOver(kept, now)) {
    await storedInfo.endFamily(kept.family);
    return refused;
  }
  if (kept.currentHash !== hashSecret(presented)) return useOld(kept, presented, now);
  return (await rotate(deps, kept, { presented, now })) ?? useAfterRace(deps, kept.family, presented);
}

async function rotate(
  { chance, stores }: StoredInfoDeps,
  kept: StoredInfo,
  { presented, now }: { readonly presented: string; readonly now: number },
): Promise<UsedInfo | undefined> {
  const info = newInfo(chance, kept.family);
  const previousHash = hashSecret(presented);
  const sealedSuccessor = seal(chance, successorKey(presented), info);
  const next = { ...kept, currentHash: hashSecret(info), previousHash, sealedSuccessor, rotatedAt: now };
  const isRotated = await stores.storedInfo.rotate(next, kept.currentHash);
  return isRotated ? { outcome: 'good', user: kept.user, info, family: kept.family } : undefined;
}

/** Another tab was first: its successor is ours too. */
async function useAfterRace(deps: StoredInfoDeps, family: string, presented: string): Promise<UsedInfo> {
  const kept = await deps.stores.storedInfo.byFamily(family);
  return kept === undefined ? refused : useOld(kept, presented, await deps.stores.now());
}

function useOld(kept: StoredInfo, presented: string, now: number): UsedInfo {
  const { user, family, sealedSuccessor } = kept;
  const isPrevious = kept.previousHash === hashSecret(presented);
  const isWithinGrace = !isPast(kept.rotatedAt, limits.storedInfoGrace, now);
  const info =
    isPrevious && isWithinGrace && sealedSuccessor !== null
      ? unseal(successorKey(presented), sealedSuccessor)
      : undefined;
  return info === undefined ? { outcome: 'replayed', user, family } : { outcome: 'good', user, info, family };
}

function isOver({ rotatedAt, createdAt }: StoredInfo, now: number): boolean {
  return isPast(rotatedAt, limits.storedInfoIdle, now) || isPast(createdAt, limits.storedInfoLife, now);
}

function newInfo(chance: Chance, family: string): string {
  return newSecret(chance, `v1.${family}.`);
}

function successorKey(presented: string): Uint8Array {
  return deriveKey(presented, 'stored login info');
}

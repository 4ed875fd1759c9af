import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import { isPast } from '#identity/span.ts';
import type { Chance, Clock } from '#ports/clock.ts';
import type { StoredInfo, StoredInfoStore } from '#ports/sessions.ts';
import { deriveKey, hashSecret, newId, newSecret, seal, unseal } from '#secrets/secrets.ts';

export interface StoredInfoDeps {
  readonly store: StoredInfoStore;
  readonly clock: Clock;
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
export async function issueInfo({ store, clock, chance }: StoredInfoDeps, user: User): Promise<IssuedInfo> {
  const family = newId(chance);
  const info = newInfo(chance, family);
  const now = clock.now();
  const kept = { family, user, currentHash: hashSecret(info), previousHash: null, sealedSuccessor: null };
  await store.save({ ...kept, rotatedAt: now, createdAt: now });
  return { info, family };
}

/**
 * Uses an info once. The one just before it is answered with the same successor for 30 s, for two tabs that started
 * together; any older one is a replay.
 */
export async function useInfo(deps: StoredInfoDeps, presented: string): Promise<UsedInfo> {
  const family = FORM.exec(presented)?.[1];
  const kept = family === undefined ? undefined : await deps.store.byFamily(family);
  if (kept === undefined) return refused;
  if (isOver(kept, deps.clock.now())) {
    await deps.store.endFamily(kept.family);
    return refused;
  }
  if (kept.currentHash !== hashSecret(presented)) return useOld(deps, kept, presented);
  return (await rotate(deps, kept, presented)) ?? useAfterRace(deps, kept.family, presented);
}

async function rotate(deps: StoredInfoDeps, kept: StoredInfo, presented: string): Promise<UsedInfo | undefined> {
  const { chance, clock, store } = deps;
  const info = newInfo(chance, kept.family);
  const previousHash = hashSecret(presented);
  const sealedSuccessor = seal(chance, successorKey(presented), info);
  const next = { ...kept, currentHash: hashSecret(info), previousHash, sealedSuccessor, rotatedAt: clock.now() };
  const isRotated = await store.rotate(next, kept.currentHash);
  return isRotated ? { outcome: 'good', user: kept.user, info, family: kept.family } : undefined;
}

/** Another tab was first: its successor is ours too. */
async function useAfterRace(deps: StoredInfoDeps, family: string, presented: string): Promise<UsedInfo> {
  const kept = await deps.store.byFamily(family);
  return kept === undefined ? refused : useOld(deps, kept, presented);
}

function useOld({ clock }: StoredInfoDeps, kept: StoredInfo, presented: string): UsedInfo {
  const { user, family, sealedSuccessor } = kept;
  const isPrevious = kept.previousHash === hashSecret(presented);
  const isWithinGrace = !isPast(kept.rotatedAt, limits.storedInfoGrace, clock.now());
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

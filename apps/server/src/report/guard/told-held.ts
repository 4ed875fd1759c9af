import { limits } from '@sheetwire/contract/limits';
import type { HeldPublish } from '#ports/guard/guard-store.ts';

/** A held publish as its publisher is told (time 5). */
export function toldHeld({ number, since, broken }: HeldPublish) {
  return { version: number, sinceUtc: iso(since), rules: [...broken] };
}

interface Around {
  /** Minutes; 0 is never. */
  readonly releaseAfterMin: number;
  readonly liveVersion: number;
}

/** The same as who may decide about it is told. */
export function toldWaiting(held: HeldPublish, { releaseAfterMin, liveVersion }: Around) {
  const { sender: by, changedAt, revision } = held;
  const releaseUtc = releaseAfterMin > 0 ? iso(releasedAt(held, releaseAfterMin)) : undefined;
  return { ...toldHeld(held), by, revision, timeUtc: iso(changedAt), liveVersion, ...(releaseUtc && { releaseUtc }) };
}

/** When a held publish is released by itself, epoch ms. */
export function releasedAt({ numberedAt }: Pick<HeldPublish, 'numberedAt'>, releaseAfterMin: number): number {
  return numberedAt + releaseAfterMin * limits.guard.leastWait;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

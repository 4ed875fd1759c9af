import { limits } from '@sheetwire/contract/limits';
import type { Actor } from '#lib/actor.ts';
import { Refusal } from '#lib/refusal.ts';
import { waitWords } from '#lib/wait-words.ts';
import type { Stores } from '#ports/stores.ts';

const second = 1000;

/** A script would claim a whole entity, or fill the audit log, which nobody may shorten. */
const counted = {
  claims: { key: 'claim', words: (most: number) => `You became admin of ${most} groups and reports in a short time` },
  rightsChanges: {
    key: 'rights',
    words: (most: number) => `You changed rights or snapshot settings ${most} times in a short time`,
  },
} as const;

/** One caller changes so much at a time, on all servers together; throws `too_many` (safety 3). */
export async function takeAdminTurn(
  { stores }: { readonly stores: Pick<Stores, 'throttle'> },
  { user, isSuperAdmin }: Actor,
  what: keyof typeof counted,
): Promise<void> {
  const { within, mostOfSuperAdmin } = limits[what];
  const most = isSuperAdmin ? mostOfSuperAdmin : limits[what].most;
  const wait = await stores.throttle.takeTurn({ key: `${counted[what].key}:${user}`, most, within });
  if (wait <= 0) return;
  const retryAfter = Math.ceil(wait / second);
  const message = `${counted[what].words(most)}; wait ${waitWords(retryAfter)} and try again`;
  throw new Refusal('too_many', { message, retryAfter });
}

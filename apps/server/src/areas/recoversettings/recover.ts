import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { recover as call } from '@sheetwire/contract/recoversettings';
import { branded } from '@sheetwire/rules/name';
import type { KnownRequest } from '#http/route.ts';
import { Slice } from '#lib/slices.ts';
import type { KindChange, Recovery } from '#ports/settings-backups.ts';
import { choiceOf, type RecoverDeps } from './recover-deps.ts';
import { refusalOf, summaryOf } from './words.ts';

/** Replaces settings whole by a copy: a kind, and what is recovered with it (semantics 7). */
export async function recover(
  deps: RecoverDeps,
  chosen: Parsed<typeof call>,
  { actor, address }: KnownRequest,
): Promise<Output<typeof call>> {
  const outcome = await deps.stores.settingsBackups.recover(await choiceOf(deps, chosen, actor.user), address);
  if ('refused' in outcome) return { success: false, message: refusalOf(chosen, outcome) };
  await follow(deps, outcome.recovery);
  return { success: true, message: summaryOf(chosen, outcome.recovery) };
}

/** Sessions of users who went, and rights that went, are over at once on every node. */
async function follow(deps: RecoverDeps, { also, ended, ...own }: Recovery): Promise<void> {
  for (const change of [own, ...also]) {
    if (change.kind === 'users') await followUsers(deps, change, ended);
    await deps.settingsChanged(change.kind);
  }
}

async function followUsers(
  { lines }: RecoverDeps,
  { added, removed, changed }: KindChange,
  ended: Recovery['ended'],
): Promise<void> {
  const slice = new Slice();
  for (const names of [added, removed, changed]) {
    for (const name of names) {
      lines.changedUser(branded<'User'>(name));
      await slice.rest();
    }
  }
  const { endedAtOnce } = limits.settingsBackups;
  for (let at = 0; at < ended.length; at += endedAtOnce) {
    const some = ended.slice(at, at + endedAtOnce);
    await Promise.all(some.map(({ user, what }) => lines.endUser(user, what)));
  }
}

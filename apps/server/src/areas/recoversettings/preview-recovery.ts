import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { previewRecovery as call } from '@sheetwire/contract/recoversettings';
import type { KnownRequest } from '#http/route.ts';
import { choiceOf, type RecoverDeps } from './recover-deps.ts';
import { refusalOf, summaryOf } from './words.ts';

/** What YES-Recover would change (semantics 7); nothing is written. */
export async function previewRecovery(
  deps: RecoverDeps,
  chosen: Parsed<typeof call>,
  { actor }: KnownRequest,
): Promise<Output<typeof call>> {
  const outcome = await deps.stores.settingsBackups.preview(await choiceOf(deps, chosen, actor.user));
  if ('refused' in outcome) return { message: refusalOf(chosen, outcome.refused) };
  const { total, added, removed, changed, leftOut, ended } = outcome.recovery;
  return {
    message: '',
    summary: summaryOf(chosen, outcome.recovery),
    total,
    added: some(added),
    removed: some(removed),
    changed: some(changed),
    leftOut: some(leftOut),
    signedOut: some(ended.map(({ user }) => user)),
  };
}

function some(names: readonly string[]): { count: number; names: string[] } {
  return { count: names.length, names: names.slice(0, limits.settingsBackups.names) };
}

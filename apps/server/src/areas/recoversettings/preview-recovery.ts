import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { previewRecovery as call } from '@sheetwire/contract/recoversettings';
import type { KnownRequest } from '#http/route.ts';
import type { KindChange, LostRight } from '#ports/settings-backups.ts';
import { choiceOf, type RecoverDeps } from './recover-deps.ts';
import { refusalOf, summaryOf } from './words.ts';

/** What YES-Recover would change (semantics 7); nothing is written. */
export async function previewRecovery(
  deps: RecoverDeps,
  chosen: Parsed<typeof call>,
  { actor }: KnownRequest,
): Promise<Output<typeof call>> {
  const outcome = await deps.stores.settingsBackups.preview(await choiceOf(deps, chosen, actor.user));
  if ('refused' in outcome) return { message: refusalOf(chosen, outcome) };
  const { ended, lost, also, offered } = outcome.recovery;
  return {
    message: '',
    summary: summaryOf(chosen, outcome.recovery),
    ...shown(outcome.recovery),
    signedOut: some(ended.map(({ user }) => user)),
    lost: { count: lost.length, rights: lost.slice(0, limits.settingsBackups.names).map(copied) },
    also: also.map((change) => ({ settings: change.kind, ...shown(change) })),
    offered: [...offered],
  };
}

function shown({ total, added, removed, changed, leftOut }: KindChange) {
  return { total, added: some(added), removed: some(removed), changed: some(changed), leftOut: some(leftOut) };
}

function copied({ rights, ...right }: LostRight) {
  return { ...right, rights: [...rights] };
}

function some(names: readonly string[]): { count: number; names: string[] } {
  return { count: names.length, names: names.slice(0, limits.settingsBackups.names) };
}

import type { assumeAdmin as call } from '@sheetwire/contract/admin';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { texts } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import { type Gropic, groupOf, isReportGropic } from '@sheetwire/rules/gropic';
import type { KnownRequest } from '#http/route.ts';
import { assumeRefusal } from '#policies/administering.ts';
import { noLists } from '#policies/saved-lists.ts';
import type { JudgedBy, Perms, PermsOutcome } from '#ports/perms.ts';
import type { AdminDeps } from './admin-deps.ts';
import { takeAdminTurn } from './admin-turns.ts';

type Answer = Output<typeof call>;

/** Makes the caller the only admin and empties the other lists; of several at once one succeeds (semantics 2). */
export async function assumeAdmin(
  deps: AdminDeps,
  { gropic }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Answer> {
  const { actor } = request;
  if (actor.blockAdminPage) return { unauthorized: true, reason: texts.adminBlocked };
  const { perms } = deps.stores;
  for (let tries = 0; tries < limits.rightsTries; tries++) {
    const group = isReportGropic(gropic) ? await perms.get(groupOf(gropic)) : undefined;
    const own = await perms.get(gropic);
    const refusalNow = () => assumeRefusal(deps.rights(), actor, gropic, { own, group, ...deps.settings });
    let refusal = refusalNow();
    if (!refusal && tries === 0) {
      await takeAdminTurn(deps, actor, 'claims');
      // A right by a group may have gone while the turn was waited for.
      refusal = refusalNow();
    }
    if (refusal) return { unauthorized: true, reason: refusal.reason, currAdmins: [...refusal.admins] };
    const outcome = await claim(deps, { gropic, own, judgedBy: judgedBy(gropic, group) }, request);
    if (outcome.state === 'unknown') return { unauthorized: true, reason: `Account ${actor.user} not found` };
    if (outcome.state === 'stale') continue;
    await deps.tellRights(gropic);
    return {};
  }
  return { unauthorized: true, reason: 'Someone else is changing it; try again' };
}

/** A report is judged by its group too, which somebody may claim at this moment. */
function judgedBy(gropic: Gropic, group: Perms | undefined): JudgedBy | undefined {
  return isReportGropic(gropic) ? { gropic: groupOf(gropic), version: group?.version ?? 0 } : undefined;
}

interface Claim {
  readonly gropic: Gropic;
  readonly own: Perms | undefined;
  readonly judgedBy: JudgedBy | undefined;
}

function claim(
  { stores, clock }: AdminDeps,
  { gropic, own, judgedBy: group }: Claim,
  { actor, address }: KnownRequest,
): Promise<PermsOutcome> {
  const lists = { ...noLists, admins: [actor.user] };
  const before = own === undefined ? undefined : { ...noLists, ...own };
  const note = { at: clock.now(), actor: actor.user, action: 'admin assumed', object: gropic, address };
  return stores.perms.change({
    perms: { gropic, ...lists, version: own?.version ?? 0 },
    ...(group && { judgedBy: group }),
    note: { ...note, before, after: lists },
  });
}

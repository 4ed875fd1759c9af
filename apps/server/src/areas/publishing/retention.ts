import type { Output, Parsed } from '@sheetwire/contract/call';
import type { retention as call } from '@sheetwire/contract/publishing/retention';
import { gropicOf } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { mayConfigure } from '#policies/administering.ts';
import { narrowed, type OwnRetention, type Retention } from '#ports/past/retention.ts';
import type { PublishingDeps } from './publishing-deps.ts';

type Answer = Output<typeof call>;

/** For how long a report keeps its versions: for its admins, and never longer than the server does (time 1). */
export async function retention(
  deps: PublishingDeps,
  { topic, kept: own }: Parsed<typeof call>,
  { actor, address }: KnownRequest,
): Promise<Answer> {
  deps.rate.take(actor.user);
  const mayNow = () => mayConfigure(deps.rights(), actor, gropicOf(topic));
  if (!mayNow()) return { unauthorized: true };
  const before = await deps.retention.of(topic);
  if (own) {
    assertNotLonger(deps.kept, own);
    if (!mayNow()) return { unauthorized: true };
    const note = { at: await deps.storeNow(), actor: actor.user, action: 'retention changed', object: topic, address };
    await deps.retention.save(topic, own, {
      ...note,
      before: narrowed(deps.kept, before),
      after: narrowed(deps.kept, own),
    });
  }
  return mayNow()
    ? { kept: narrowed(deps.kept, own ?? before), server: narrowed(deps.kept, {}) }
    : { unauthorized: true };
}

/** A report keeps less than its server, which has to hold it all. */
function assertNotLonger(server: Retention, own: OwnRetention): void {
  for (const name of ['versionHours', 'minuteDays', 'hourDays'] as const) {
    if ((own[name] ?? 0) <= server[name]) continue;
    throw new Refusal('malformed', { message: `${name} must be ${server[name]} or less: this server keeps no more` });
  }
}

import type { userSettings as call } from '@sheetwire/contract/accounts';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { UserStore } from '#ports/users.ts';

/** Keeps the caller's recent reports, most recent first; an empty list clears them (spec 7). */
export async function userSettings(
  { users }: { readonly users: UserStore },
  { recentReports }: Parsed<typeof call>,
  { actor }: KnownRequest,
): Promise<Output<typeof call>> {
  const topics = new Set(recentReports.map(topicOf));
  await users.update(actor.user, { recentReports: [...topics] });
  return {};
}

function topicOf(text: string, index: number): Topic {
  const topic = parseTopic(text);
  if (topic === undefined)
    throw new Refusal('malformed', {
      message: `recentReports[${index}] must be a report, written ENTITY/GROUP/REPORT`,
    });
  return topic;
}

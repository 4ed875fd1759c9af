import type { Output, Parsed } from '@sheetwire/contract/call';
import type { guardTest as call } from '@sheetwire/contract/guard/calls';
import { limits } from '@sheetwire/contract/limits';
import { rulesFault } from '@sheetwire/page/guard/rule-words';
import { gropicOf } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { mayConfigure } from '#policies/administering.ts';
import { timeOfDigits } from '#report/publish-times.ts';
import type { GuardCallDeps } from './guard-deps.ts';
import { rehearse } from './rehearse.ts';

type Answer = Output<typeof call>;

const HOUR = 3_600_000;
/** Seconds, when the turn came too late. */
const RETRY_AFTER = 30;

/** How often and when rules would have fired on the last hours of the log; nothing is changed (time 5). */
export async function guardTest(
  deps: GuardCallDeps,
  { topic, rules, hours = limits.guard.hours }: Parsed<typeof call>,
  { actor, signal }: KnownRequest,
): Promise<Answer> {
  const mayNow = () => mayConfigure(deps.rights(), actor, gropicOf(topic));
  if (!mayNow()) return { unauthorized: true };
  const fault = rulesFault(rules);
  if (fault !== undefined) throw new Refusal('malformed', { message: fault });
  const since = deps.guard.now() - hours * HOUR;
  const end = performance.now() + limits.guard.rehearsing;
  // Nobody waits for the answer to a call that was given up.
  const isOver = () => signal.aborted || performance.now() >= end;
  const found = await deps.rehearsals.run(actor.user, () => {
    if (isOver()) throw new Refusal('busy', { retryAfter: RETRY_AFTER });
    return rehearse(deps, topic, { rules, since, isOver });
  });
  if (!mayNow()) return { unauthorized: true };
  return {
    results: found.fired.map(({ count, first }, rule) => ({
      rule,
      fired: count,
      versions: first.map(({ version, time, words }) => ({ version, utc: utcOf(time), words })),
    })),
    versions: found.versions,
    ...(found.released > 0 && { released: found.released }),
    fromUtc: found.from === undefined ? null : utcOf(found.from),
    toUtc: found.to === undefined ? null : utcOf(found.to),
    isWhole: found.isWhole,
  };
}

function utcOf(time: string): string {
  return new Date(timeOfDigits(time)).toISOString();
}

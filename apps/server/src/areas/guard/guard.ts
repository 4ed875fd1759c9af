import type { Output, Parsed } from '@sheetwire/contract/call';
import type { guard as call } from '@sheetwire/contract/guard/calls';
import { actionWords, rulesFault, ruleWords } from '@sheetwire/page/guard/rule-words';
import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { mayConfigure } from '#policies/administering.ts';
import type { GuardSetting } from '#ports/guard/guard-store.ts';
import { toldWaiting } from '#report/guard/told-held.ts';
import type { GuardCallDeps } from './guard-deps.ts';
import { heldChanges, heldSides, lookAt } from './held-changes.ts';

type Input = Parsed<typeof call>;
type Answer = Output<typeof call>;

/** Marked versions that are told. */
const MARKED = 20;

/** The rules of a report and what waits for approval, for its admins; with rules in place of those before (time 5). */
export async function guard(deps: GuardCallDeps, input: Input, { actor, address }: KnownRequest): Promise<Answer> {
  const mayNow = () => mayConfigure(deps.rights(), actor, gropicOf(input.topic));
  if (!mayNow()) return { unauthorized: true };
  const answer = await answered(deps, input, { actor, address, mayNow });
  // What was read may have taken longer than the right to it.
  return mayNow() ? answer : { unauthorized: true };
}

interface Caller extends Pick<KnownRequest, 'actor' | 'address'> {
  mayNow(): boolean;
}

async function answered(deps: GuardCallDeps, input: Input, { actor, address, mayNow }: Caller): Promise<Answer> {
  const { topic } = input;
  const before = (await deps.guardStore.setting(topic)) ?? noRules(topic);
  const isStale = input.rulesId !== undefined && input.rulesId !== String(before.revision);
  const isChange = input.rules !== undefined || input.releaseAfterMin !== undefined;
  if (isChange && isStale) return { ...(await shown(deps, before, { input, actor })), stale: true };
  if (!isChange) return shown(deps, before, { input, actor });
  const { rules = before.rules, releaseAfterMin = before.releaseAfterMin } = input;
  const fault = rulesFault(rules);
  if (fault !== undefined) throw new Refusal('malformed', { message: fault });
  if (!mayNow()) return { unauthorized: true };
  const wanted = { ...before, rules, releaseAfterMin };
  const note = { at: deps.guard.now(), actor: actor.user, action: 'guard changed', object: topic, address };
  const isSaved = await deps.guard.save(wanted, { ...note, before: noted(before), after: noted(wanted) });
  const now = (await deps.guardStore.setting(topic)) ?? noRules(topic);
  if (isSaved) deps.onRules(topic);
  return { ...(await shown(deps, now, { input, actor })), ...(!isSaved && { stale: true }) };
}

/** As the audit log tells it: each rule in a sentence, with all that it holds. */
function noted({ rules, releaseAfterMin }: GuardSetting) {
  return {
    rules: rules.map((rule) => `${ruleWords(rule)}: ${actionWords[rule.action].toLowerCase()}`),
    releaseAfterMin,
  };
}

function noRules(topic: Topic): GuardSetting {
  return { topic, rules: [], releaseAfterMin: 0, revision: 0 };
}

interface Asker {
  readonly input: Input;
  readonly actor: KnownRequest['actor'];
}

async function shown(deps: GuardCallDeps, setting: GuardSetting, { input, actor }: Asker): Promise<Answer> {
  const { topic, rules, releaseAfterMin, revision } = setting;
  const isLook = input.difference === true || input.sides === true;
  if (isLook) deps.lookRate.take(actor.user);
  const looked = isLook ? await deps.looks.run(actor.user, () => look(deps, input, actor)) : undefined;
  const held = looked?.held ?? (await deps.guardStore.held(topic));
  const marked = await deps.guardStore.marked(topic, MARKED);
  return {
    topic,
    rules: [...rules],
    rulesId: String(revision),
    releaseAfterMin,
    marked: marked.map(({ version, at, broken }) => ({ version, timeUtc: iso(at), rules: [...broken] })),
    ...(held && {
      held: {
        ...toldWaiting(held, { releaseAfterMin, liveVersion: deps.engine.head(topic)?.version ?? 0 }),
        ...looked?.changes,
        ...(looked?.sides && { sides: looked.sides }),
      },
    }),
  };
}

/** What is looked at may be released, whatever comes into it meanwhile. */
async function look(deps: GuardCallDeps, { topic, difference, sides }: Input, { addressee }: Asker['actor']) {
  const looked = await lookAt(deps, topic);
  if (!looked) return undefined;
  return {
    held: looked.held,
    changes: difference === true ? await heldChanges(deps, looked, addressee) : undefined,
    sides: sides === true ? await heldSides(deps, looked, addressee) : undefined,
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

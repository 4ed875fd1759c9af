import type { GuardRule } from '@sheetwire/contract/guard/rules';

/** Rules as they are edited. */
export interface Edited {
  readonly rules: readonly GuardRule[];
  readonly releaseAfterMin: number;
}

/** Whether they say the same, whoever wrote them. */
export function isSame(one: Edited, other: Edited): boolean {
  return one.releaseAfterMin === other.releaseAfterMin && keyOf(one.rules) === keyOf(other.rules);
}

/** A rule that is being edited, and its place when that began; no rule for a new one. */
export interface EditedRule {
  readonly at: number;
  readonly rule: GuardRule | undefined;
}

/** Where an edited rule stands by now: others may have been saved or removed since. A new one, or one that is gone, is the last. */
export function placeOf({ at, rule }: EditedRule, rules: readonly GuardRule[]): number {
  if (rule === undefined) return rules.length;
  const isIt = (other: GuardRule | undefined) => other !== undefined && keyOf([other]) === keyOf([rule]);
  if (isIt(rules[at])) return at;
  const found = rules.findIndex(isIt);
  return found < 0 ? rules.length : found;
}

/** One form for each rule that is edited: what was typed for one is never saved over another that took its place. */
export function formKey({ at, rule }: EditedRule): string {
  return `${at} ${rule ? keyOf([rule]) : 'new'}`;
}

/** The same for the same rules, in whatever order their fields came. */
export function keyOf(rules: readonly GuardRule[]): string {
  return JSON.stringify(rules.map((rule) => Object.entries(rule).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

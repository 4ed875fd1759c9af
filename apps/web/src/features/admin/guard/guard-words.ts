import type { GuardRule, RuleKind, RuleSince } from '@sheetwire/contract/guard/rules';
import { guardLimits } from '@sheetwire/contract/limits/time/guard';
import type { GuardState, Rehearsed } from './guard-model.ts';
import type { RuleEntry, TextField } from './rule-entry.ts';

/** What a kind of rule watches for, as it is chosen, and in a sentence. */
export const kindWords: Readonly<Record<RuleKind, { readonly name: string; readonly says: string }>> = {
  errors: {
    name: 'New error values',
    says: 'A cell shows an error such as #REF! or #DIV/0! that it did not show before.',
  },
  moved: {
    name: 'A figure moves too far',
    says: 'A cell, or any cell of a range, moves by more than a set percentage.',
  },
  range: { name: 'A figure leaves its bounds', says: 'A cell, or any cell of a range, is below or above a value.' },
  fewer: {
    name: 'Rows or pages go missing',
    says: 'The number of pages, or of rows on a page, drops by more than a set percentage.',
  },
  changed: {
    name: 'Too much changes at once',
    says: 'More than a set percentage of the cells changes in one publish.',
  },
  sum: { name: 'A total does not add up', says: 'A cell is not the sum of other cells, as both are shown.' },
  asof: {
    name: 'A date is not today',
    says: 'A cell with an as-of date shows a day other than today, or no date.',
  },
  publisher: {
    name: 'Not the usual publisher',
    says: 'The publisher published none of the last 50 versions, or is not listed here.',
  },
};

export const sinceWords: Readonly<Record<RuleSince, string>> = {
  version: 'The last version',
  open: 'The first version of the day',
  snapshot: 'Yesterday’s snapshot',
};

interface FieldWords {
  readonly label: string;
  readonly note: string;
}

/** The label of a field, and what to enter there. */
export function fieldWords({ kind }: Pick<RuleEntry, 'kind'>, field: TextField): FieldWords {
  switch (field) {
    case 'cell':
      return kind === 'sum' || kind === 'asof'
        ? { label: kind === 'sum' ? 'Total' : 'Cell', note: 'For example, B4.' }
        : { label: 'Cell or range', note: 'For example, B4 or B4:B20.' };
    case 'of':
      return kind === 'sum'
        ? { label: 'Sum of', note: 'For example, B4:B20.' }
        : {
            label: 'Publishers',
            note: 'For example, ACME/bot, ACME/ann. Leave empty for the publishers of the last 50 versions.',
          };
    case 'percent':
      return kind === 'sum'
        ? { label: 'May differ by %', note: 'Leave empty to allow only rounding.' }
        : { label: 'More than %', note: 'For example, 10.' };
    case 'min':
      return { label: 'Lowest', note: 'Leave empty for no lower bound.' };
    case 'max':
      return { label: 'Highest', note: 'Leave empty for no upper bound.' };
    case 'page':
      return {
        label: 'Page',
        note: isOnCells(kind) ? 'Leave empty for the first page.' : 'Leave empty for all pages.',
      };
  }
}

function isOnCells(kind: RuleKind): boolean {
  return kind === 'moved' || kind === 'range' || kind === 'sum' || kind === 'asof';
}

/** After how long a publish that waits is released by itself. */
const waits: readonly (readonly [minutes: number, words: string])[] = [
  [0, 'Until an admin decides'],
  [5, '5 minutes'],
  [15, '15 minutes'],
  [30, '30 minutes'],
  [60, '1 hour'],
  [240, '4 hours'],
  [1440, '24 hours'],
];

/** What may be chosen, with what was set elsewhere. */
export function waitChoices(now: number): readonly (readonly [number, string])[] {
  return waits.some(([minutes]) => minutes === now)
    ? waits
    : [...waits, [now, now === 1 ? '1 minute' : `${now} minutes`]];
}

/** Whether saving what is chosen lets go at once what has been waiting for longer than that. */
export function releasesAtOnce({ kept, releaseAfterMin }: Pick<GuardState, 'kept' | 'releaseAfterMin'>, now: number) {
  if (!kept?.held || releaseAfterMin === 0 || releaseAfterMin === kept.releaseAfterMin) return false;
  return Date.parse(kept.held.sinceUtc) + releaseAfterMin * guardLimits.guard.leastWait <= now;
}

export const hourChoices: readonly (readonly [number, string])[] = [
  [1, 'Last hour'],
  [6, 'Last 6 hours'],
  [24, 'Last 24 hours'],
];

/** A key for each rule: the same rule may stand in a list twice. */
export function ruleKeys(rules: readonly GuardRule[]): string[] {
  const seen = new Map<string, number>();
  return rules.map((rule) => {
    const text = JSON.stringify(rule);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return `${text} ${count}`;
  });
}

const deeds = { warn: 'marked', hold: 'held', refuse: 'refused' } as const;

/** What a rule would have done: `Would have held 3 of 1,204 publishes`. */
export function firedWords({ rules, result }: Rehearsed, n: number): string {
  const fired = result.results?.[n]?.fired ?? 0;
  const all = result.versions ?? 0;
  if (fired === 0) return 'Would not have fired';
  return `Would have ${deeds[rules[n]?.action ?? 'hold']} ${fired.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} ${all === 1 ? 'publish' : 'publishes'}`;
}

/** What was looked at. */
export function lookedWords({ hours, result }: Rehearsed): string {
  const all = result.versions ?? 0;
  const time = hours === 1 ? 'the last hour' : `the last ${hours} hours`;
  const { released = 0 } = result;
  const held = released === 0 ? '' : ` ${releasedWords(released)}`;
  if (all === 0 && result.isWhole === false) return 'No version could be checked in time. Try again later.';
  if (all === 0 && released > 0) return `Nothing else was published in ${time}.${held}`;
  if (all === 0) return `Nothing was published in ${time}.`;
  const many = `${all.toLocaleString('en-US')} ${all === 1 ? 'version' : 'versions'} of ${time}`;
  return result.isWhole === false
    ? `Only ${many} ${all === 1 ? 'was' : 'were'} checked; there were more.${held}`
    : `${many}.${held}`;
}

function releasedWords(released: number): string {
  return released === 1
    ? '1 version that was held and then released is not counted.'
    : `${released.toLocaleString('en-US')} versions that were held and then released are not counted.`;
}

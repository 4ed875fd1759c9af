import type { GuardRule, RuleAction, RuleSince } from '@sheetwire/contract/guard/rules';
import { guardLimits } from '@sheetwire/contract/limits/time/guard';
import { namedCells } from './named-cells.ts';

type Field = 'page' | 'cell' | 'percent' | 'min' | 'max' | 'of' | 'since';

/** What rules of a kind need, and what they may have beside. */
const takes: Readonly<Record<GuardRule['kind'], { readonly needs: readonly Field[]; readonly may: readonly Field[] }>> =
  {
    errors: { needs: [], may: ['page'] },
    moved: { needs: ['cell', 'percent'], may: ['page', 'since'] },
    range: { needs: ['cell'], may: ['page', 'min', 'max'] },
    fewer: { needs: ['percent'], may: ['page', 'since'] },
    changed: { needs: ['percent'], may: ['page'] },
    sum: { needs: ['cell', 'of'], may: ['page', 'percent'] },
    asof: { needs: ['cell'], may: ['page'] },
    publisher: { needs: [], may: ['of'] },
  };
const fields = ['page', 'cell', 'percent', 'min', 'max', 'of', 'since'] as const;

/** What is wrong with rules, in a sentence that names the rule; undefined for rules that can be kept. */
export function rulesFault(rules: readonly GuardRule[]): string | undefined {
  for (const [n, rule] of rules.entries()) {
    const fault = ruleFault(rule);
    if (fault !== undefined) return `Rule ${n + 1}: ${fault}`;
  }
  return undefined;
}

/** What is wrong with one rule; undefined for one that can be kept. */
export function ruleFault(rule: GuardRule): string | undefined {
  const { needs, may } = takes[rule.kind];
  for (const field of fields) {
    const isThere = rule[field] !== undefined && rule[field] !== '';
    if (needs.includes(field) && !isThere) return `a rule of kind ${rule.kind} needs ${field}`;
    if (isThere && !needs.includes(field) && !may.includes(field))
      return `a rule of kind ${rule.kind} takes no ${field}`;
    if (isBlank(rule[field])) return `${field} is empty; leave it out`;
  }
  return percentFault(rule) ?? boundsFault(rule) ?? cellsFault(rule);
}

/** It would name a page or a publisher that there never is. */
function isBlank(value: string | number | undefined): boolean {
  return typeof value === 'string' && value.trim() === '';
}

const MOST_PERCENT = 1_000_000;

function percentFault({ kind, percent }: GuardRule): string | undefined {
  if (percent === undefined) return undefined;
  if (percent < 0) return 'percent must be 0 or more';
  if (percent > MOST_PERCENT) return `percent must be at most ${MOST_PERCENT.toLocaleString('en-US')}`;
  const isShare = kind === 'fewer' || kind === 'changed';
  return isShare && percent >= 100 ? `percent must be less than 100 in a rule of kind ${kind}` : undefined;
}

function boundsFault({ kind, min, max }: GuardRule): string | undefined {
  if (kind !== 'range') return undefined;
  if (min === undefined && max === undefined) return 'give min, max or both';
  return min !== undefined && max !== undefined && min > max ? 'min must not be above max' : undefined;
}

function cellsFault({ kind, cell, of }: GuardRule): string | undefined {
  const isOne = kind === 'asof' || kind === 'sum';
  return cellFault('cell', cell, isOne) ?? (kind === 'sum' ? cellFault('of', of, false) : undefined);
}

function cellFault(field: 'cell' | 'of', text: string | undefined, isOne: boolean): string | undefined {
  if (text === undefined) return undefined;
  const named = namedCells(text);
  if (named === undefined) return `${field} must be a cell such as B4 or a range such as B4:B20, not “${text}”`;
  if (named === 'too many') return `${field} may name at most ${guardLimits.guard.cells} cells`;
  return isOne && named.isRange ? `${field} must be one cell, not a range` : undefined;
}

const sinceWords: Readonly<Record<RuleSince, string>> = {
  version: 'since the last version',
  open: 'since the first version of the day',
  snapshot: "since yesterday's snapshot",
};

/** What each action does to a publish that breaks the rule. */
export const actionWords: Readonly<Record<RuleAction, string>> = {
  warn: 'Publish and mark',
  hold: 'Hold for approval',
  refuse: 'Refuse',
};

/** A rule as a reader says it: what it watches for. */
export function ruleWords(rule: GuardRule): string {
  const { page, cell, percent, of } = rule;
  const on = page === undefined ? '' : ` on ${page}`;
  const since = sinceWords[rule.since ?? 'version'];
  switch (rule.kind) {
    case 'errors':
      return `New error values${on}`;
    case 'moved':
      return `${cell}${on} moves by more than ${percent}% ${since}`;
    case 'range':
      return `${cell}${on} is ${boundsWords(rule)}`;
    case 'fewer':
      return page === undefined
        ? `More than ${percent}% fewer pages or rows ${since}`
        : `More than ${percent}% fewer rows${on} ${since}`;
    case 'changed':
      return `More than ${percent}% of cells${on} change at once`;
    case 'sum':
      return `${cell}${on} is not the sum of ${of}${percent === undefined ? '' : `, by more than ${percent}%`}`;
    case 'asof':
      return `${cell}${on} does not show today's date`;
    case 'publisher':
      return of === undefined ? 'Not the usual publisher' : `Not published by ${of}`;
  }
}

function boundsWords({ min, max }: GuardRule): string {
  if (min === undefined) return `above ${max}`;
  return max === undefined ? `below ${min}` : `below ${min} or above ${max}`;
}

import type { GuardRule, RuleAction, RuleKind, RuleSince } from '@sheetwire/contract/guard/rules';
import { namedCells } from '@sheetwire/page/guard/named-cells';
import { ruleFault } from '@sheetwire/page/guard/rule-words';

/** The fields of a rule that are entered as text. */
export const textFields = ['cell', 'of', 'percent', 'min', 'max', 'page'] as const;
export type TextField = (typeof textFields)[number];

/** A rule as it is entered. */
export interface RuleEntry extends Readonly<Record<TextField, string>> {
  readonly kind: RuleKind;
  readonly since: RuleSince;
  readonly action: RuleAction;
}

/** What is wrong with an entry, by its field; '' for what is wrong with all of it. */
export type EntryFaults = Partial<Record<TextField | '', string>>;

export type CheckedEntry =
  | { readonly rule: GuardRule; readonly faults?: undefined }
  | { readonly rule?: undefined; readonly faults: EntryFaults };

/** The text fields of each kind, in the order that they are filled in. */
export const fieldsOf: Readonly<Record<RuleKind, readonly TextField[]>> = {
  errors: ['page'],
  moved: ['cell', 'percent', 'page'],
  range: ['cell', 'min', 'max', 'page'],
  fewer: ['percent', 'page'],
  changed: ['percent', 'page'],
  sum: ['cell', 'of', 'percent', 'page'],
  asof: ['cell', 'page'],
  publisher: ['of'],
};

/** Kinds that compare with an earlier version. */
export const comparing: ReadonlySet<RuleKind> = new Set(['moved', 'fewer']);
const oneCell: ReadonlySet<RuleKind> = new Set(['sum', 'asof']);
const shares: ReadonlySet<RuleKind> = new Set(['fewer', 'changed']);
const ALL = 100;

export const newEntry: RuleEntry = {
  ...{ kind: 'moved', cell: '', of: '', percent: '10', min: '', max: '', page: '' },
  ...{ since: 'version', action: 'hold' },
};

/** A rule as the form shows it. */
export function entryOf({ kind, action, since = 'version', cell, of, percent, min, max, page }: GuardRule): RuleEntry {
  const text = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    ...{ kind, action, since, cell: cell ?? '', of: of ?? '', page: page ?? '' },
    ...{ percent: text(percent), min: text(min), max: text(max) },
  };
}

/** The rule that was entered, or what is to be put right in each field. */
export function checkEntry(entry: RuleEntry): CheckedEntry {
  const { kind, since, action } = entry;
  const texts: Partial<Record<'cell' | 'of' | 'page', string>> = {};
  const numbers: Partial<Record<'percent' | 'min' | 'max', number>> = {};
  const faults: EntryFaults = {};
  for (const field of fieldsOf[kind]) {
    const text = entry[field].trim();
    const fault = fieldFault(entry, field, text);
    if (fault !== undefined) faults[field] = fault;
    if (text === '') continue;
    if (isNumberField(field)) numbers[field] = numberIn(text);
    else texts[field] = text;
  }
  if (Object.keys(faults).length > 0) return { faults };
  const rule: GuardRule = { kind, ...texts, ...numbers, ...(comparing.has(kind) && { since }), action };
  const fault = ruleFault(rule);
  return fault === undefined ? { rule } : { faults: { '': `This rule cannot be used: ${fault}.` } };
}

function fieldFault(entry: RuleEntry, field: TextField, text: string): string | undefined {
  switch (field) {
    case 'cell':
      return cellFault(text, oneCell.has(entry.kind));
    case 'of':
      return entry.kind === 'sum' ? cellFault(text, false) : undefined;
    case 'percent':
      return percentFault(entry.kind, text);
    case 'min':
    case 'max':
      return boundFault(entry, field, text);
    case 'page':
      return undefined;
  }
}

function cellFault(text: string, isOne: boolean): string | undefined {
  const named = namedCells(text);
  if (named === 'too many') return 'Too many cells. Name fewer of them.';
  if (named === undefined)
    return isOne ? 'Enter a cell, such as B4.' : 'Enter a cell, such as B4, or a range, such as B4:B20.';
  return isOne && named.isRange ? 'Enter one cell, such as B4, not a range.' : undefined;
}

function percentFault(kind: RuleKind, text: string): string | undefined {
  if (text === '') return kind === 'sum' ? undefined : 'Enter a percentage, such as 10.';
  const percent = numberIn(text);
  if (Number.isNaN(percent) || percent < 0) return 'Enter a percentage, such as 10 or 0.5.';
  return shares.has(kind) && percent >= ALL ? 'Enter less than 100.' : undefined;
}

function boundFault({ min, max }: RuleEntry, field: 'min' | 'max', text: string): string | undefined {
  if (text !== '' && Number.isNaN(numberIn(text))) return 'Enter a number, such as 2.5.';
  if (field === 'min') return min.trim() === '' && max.trim() === '' ? 'Enter a lowest or a highest value.' : undefined;
  return numberIn(min) > numberIn(max) && min.trim() !== '' && text !== ''
    ? 'The highest value is below the lowest.'
    : undefined;
}

function isNumberField(field: TextField): field is 'percent' | 'min' | 'max' {
  return field === 'percent' || field === 'min' || field === 'max';
}

/** NaN for what is no number that a cell shows: none is without end, or of other digits. */
function numberIn(text: string): number {
  const plain = text.replace('%', '').replace('−', '-').trim();
  const number = /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(number) ? number : Number.NaN;
}

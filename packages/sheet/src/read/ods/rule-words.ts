import type { Attributes } from '../xml.ts';
import { plainReference } from './addresses.ts';

/** What a condition of a document says: the attributes of the same rule in a workbook, and its formulas. */
interface RuleWords {
  readonly attributes: Attributes;
  readonly formulas: readonly string[];
}

/** A condition as other workbooks have it; undefined for one that they do not know. */
export function ruleWords(value: string): RuleWords | undefined {
  const text = value.trim();
  const plain = words.get(text);
  if (plain) return { attributes: plain, formulas: [] };
  const [, name = '', inner = ''] = /^([a-z-]+)\((.*)\)$/s.exec(text) ?? [];
  const called = calls.get(name);
  if (called) return withFormulas(called, name.endsWith('between') ? argumentsOf(inner) : [inner]);
  const ranked = ranks.get(name);
  if (ranked) return /^\d+$/.test(inner) ? { attributes: { ...ranked, rank: inner }, formulas: [] } : undefined;
  const worded = texts.get(name);
  if (worded) return { attributes: { type: worded, text: unquoted(inner) }, formulas: [] };
  const [sign, operator] = signs.find(([one]) => text.startsWith(one)) ?? [];
  if (sign === undefined || operator === undefined) return undefined;
  return withFormulas({ type: 'cellIs', operator }, [text.slice(sign.length)]);
}

function withFormulas(attributes: Attributes, parts: readonly string[]): RuleWords | undefined {
  const formulas = parts.map(plainFormula);
  return formulas.every((formula) => formula !== undefined) ? { attributes, formulas } : undefined;
}

/** A formula of OpenDocument (`[.A1]>5;2`) as other workbooks write it; undefined where it has what they write otherwise. */
export function plainFormula(formula: string): string | undefined {
  let text = '';
  for (const [piece] of formula.replace(/^(?:of:)?=/, '').matchAll(PIECES)) {
    if (piece.startsWith('[')) {
      const reference = plainReference(piece.slice(1, -1));
      if (reference === undefined) return undefined;
      text += reference;
    } else if (/^[{}!~|[\]]$/.test(piece)) return undefined;
    else text += piece === ';' ? ',' : piece;
  }
  return text.trim() === '' ? undefined : text;
}

/** Texts, references, and what stands between them. */
const PIECES = /"[^"]*"|\[[^[\]]*\]|[^"[\]{};!~|]+|[\s\S]/g;

/** The arguments of a call, cut at the commas or semicolons that stand in no brackets and no text. */
function argumentsOf(inner: string): string[] {
  const found: string[] = [''];
  let depth = 0;
  for (const [piece] of inner.matchAll(/"[^"]*"|\[[^[\]]*\]|[\s\S]/g)) {
    if (piece === '(') depth++;
    if (piece === ')') depth--;
    if (depth === 0 && (piece === ',' || piece === ';')) found.push('');
    else found[found.length - 1] += piece;
  }
  return found;
}

function unquoted(text: string): string {
  return text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"');
}

const words = new Map<string, Attributes>([
  ['duplicate', { type: 'duplicateValues' }],
  ['unique', { type: 'uniqueValues' }],
  ['above-average', { type: 'aboveAverage' }],
  ['below-average', { type: 'aboveAverage', aboveAverage: '0' }],
  ['above-equal-average', { type: 'aboveAverage', equalAverage: '1' }],
  ['below-equal-average', { type: 'aboveAverage', aboveAverage: '0', equalAverage: '1' }],
  ['is-error', { type: 'containsErrors' }],
  ['is-no-error', { type: 'notContainsErrors' }],
]);
const calls = new Map<string, Attributes>([
  ['formula-is', { type: 'expression' }],
  ['is-true-formula', { type: 'expression' }],
  ['between', { type: 'cellIs', operator: 'between' }],
  ['not-between', { type: 'cellIs', operator: 'notBetween' }],
]);
const ranks = new Map<string, Attributes>([
  ['top-elements', { type: 'top10' }],
  ['bottom-elements', { type: 'top10', bottom: '1' }],
  ['top-percent', { type: 'top10', percent: '1' }],
  ['bottom-percent', { type: 'top10', percent: '1', bottom: '1' }],
]);
const texts = new Map([
  ['begins-with', 'beginsWith'],
  ['ends-with', 'endsWith'],
  ['contains-text', 'containsText'],
  ['not-contains-text', 'notContainsText'],
]);
/** Longer ones first. */
const signs = [
  ['!=', 'notEqual'],
  ['<>', 'notEqual'],
  ['<=', 'lessThanOrEqual'],
  ['>=', 'greaterThanOrEqual'],
  ['<', 'lessThan'],
  ['>', 'greaterThan'],
  ['=', 'equal'],
] as const;

/** What a document calls the end or a step of a scale. */
export const pointTypes: Readonly<Record<string, string>> = {
  number: 'num',
  percent: 'percent',
  percentile: 'percentile',
  formula: 'formula',
  minimum: 'min',
  maximum: 'max',
  'auto-minimum': 'autoMin',
  'auto-maximum': 'autoMax',
};

/** The periods that both know. */
export const periods: Readonly<Record<string, string>> = {
  today: 'today',
  yesterday: 'yesterday',
  tomorrow: 'tomorrow',
  'last-7-days': 'last7Days',
  'this-week': 'thisWeek',
  'last-week': 'lastWeek',
  'next-week': 'nextWeek',
  'this-month': 'thisMonth',
  'last-month': 'lastMonth',
  'next-month': 'nextMonth',
};

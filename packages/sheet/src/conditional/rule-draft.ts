import { limits } from '@sheetwire/contract/limits';
import { cornerOf, parseRange } from '../address.ts';
import type { CellRange } from '../model.ts';
import { type Attributes, isOn, whole } from '../read/xml.ts';
import type { Rule, RulePoint } from './rule.ts';

/** A rule while it is read. */
export type RuleDraft = { -readonly [K in keyof Rule]: Rule[K] } & {
  points: RulePoint[];
  colors: (string | undefined)[];
  formulas: string[];
  /** What ties the rule to its extension. */
  id: string;
};

/** A rule by its attributes. */
export function draftOf(attributes: Attributes, ranges: readonly CellRange[]): RuleDraft {
  return {
    id: '',
    ranges,
    start: cornerOf(ranges),
    type: attributes.type ?? '',
    priority: whole(attributes.priority) ?? 0,
    stops: isOn(attributes.stopIfTrue),
    format: whole(attributes.dxfId),
    look: undefined,
    operator: attributes.operator ?? '',
    text: attributes.text ?? '',
    period: attributes.timePeriod ?? '',
    rank: whole(attributes.rank) ?? 10,
    isPercent: isOn(attributes.percent),
    isBottom: isOn(attributes.bottom),
    isAbove: isOn(attributes.aboveAverage, true),
    isEqualToo: isOn(attributes.equalAverage),
    deviations: whole(attributes.stdDev) ?? 0,
    formulas: [],
    points: [],
    colors: [],
    bar: undefined,
    icons: undefined,
  };
}

/** The ranges of a rule, as many as are read. */
export function rangesOf(text: string): CellRange[] {
  const parts = text.split(/\s+/, limits.workbook.ruleRanges);
  return parts.map((part) => parseRange(part)).filter((range) => range !== undefined);
}

/** One section of a number format, and the numbers that it is for. */
export interface Section {
  /** The code without its condition. */
  readonly code: string;
  readonly tokens: readonly string[];
  readonly condition: Condition | undefined;
}

interface Condition {
  readonly operator: string;
  readonly limit: number;
}

/** A section, and whether what it shows of a negative number has a minus before it. */
export interface Chosen {
  readonly section: Section;
  readonly hasSign: boolean;
}

/** A quoted text, an escaped character, the room of one, a fill, a bracket, the half of a day, equal letters, any other. */
const TOKEN = /"[^"]*"?|\\.?|_.?|\*.?|\[[^\]]*\]?|am\/pm|a\/p|general|([a-z])\1*|./gis;
const CONDITION = /^\[\s*(<=|>=|<>|<|>|=)\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*\]$/i;
const MAX_NUMERIC = 3;

/** The pieces of a format code or of one section, in order. */
export function tokensOf(code: string): string[] {
  return code.match(TOKEN) ?? [];
}

/** The sections for numbers, at most three (ECMA-376 part 1, 18.8.31). */
export function numberSections(code: string): Section[] {
  return splitSections(code).slice(0, MAX_NUMERIC).map(sectionOf);
}

/**
 * A code of two or three sections without the last, where that has an `@` and so is for texts. What it leaves stays as it
 * was: one empty section shows nothing, and a number that meets neither of two conditions is General.
 */
export function withoutTextSection(code: string): string {
  const sections = splitSections(code);
  const isLast = sections.length > 1 && sections.length <= MAX_NUMERIC && sections.at(-1)?.includes('@');
  if (!isLast) return code;
  const left = sections.slice(0, -1);
  const isConditional = left.length > 1 && left.every((tokens) => tokens.some((token) => CONDITION.test(token)));
  const bare = left.map((tokens) => tokens.join('')).join(';');
  return isConditional ? `${bare};General` : bare || '""';
}

function splitSections(code: string): string[][] {
  const sections: string[][] = [[]];
  for (const token of tokensOf(code)) {
    if (token === ';') sections.push([]);
    else sections.at(-1)?.push(token);
  }
  return sections;
}

function sectionOf(all: readonly string[]): Section {
  const at = all.findIndex((token) => CONDITION.test(token));
  const tokens = at < 0 ? all : all.toSpliced(at, 1);
  return { code: tokens.join(''), tokens, condition: at < 0 ? undefined : conditionOf(all[at] ?? '') };
}

function conditionOf(token: string): Condition | undefined {
  const [, operator, limit] = CONDITION.exec(token) ?? [];
  return operator === undefined ? undefined : { operator, limit: Number(limit) };
}

/** The section that shows a number; undefined when the number meets no condition. */
export function sectionFor(sections: readonly Section[], value: number): Chosen | undefined {
  const index = sections.findIndex((section, at) => isMet(section.condition ?? usual(at, sections.length), value));
  const section = sections[index];
  return section && { section, hasSign: value < 0 && !isForNegatives(sections, index) };
}

/** What a section without a condition of its own is for. */
function usual(at: number, count: number): Condition | undefined {
  if (count < 2 || at === count - 1) return undefined;
  if (at === 0) return { operator: count === 2 ? '>=' : '>', limit: 0 };
  return { operator: '<', limit: 0 };
}

function isMet(condition: Condition | undefined, value: number): boolean {
  if (!condition) return true;
  const { operator, limit } = condition;
  if (operator === '=') return value === limit;
  if (operator === '<>') return value !== limit;
  if (operator === '<') return value < limit;
  if (operator === '<=') return value <= limit;
  return operator === '>' ? value > limit : value >= limit;
}

/** Whether a section is met by negative numbers alone, so that it says itself how these are marked. */
function isForNegatives(sections: readonly Section[], at: number): boolean {
  const own = sections[at]?.condition;
  if (own) return own.operator.startsWith('<') && own.operator !== '<>' && own.limit === 0;
  const before = sections[0]?.condition;
  return at === 1 && (!before || (before.operator.startsWith('>') && before.limit === 0));
}

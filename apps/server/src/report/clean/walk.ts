import { limits } from '@sheetwire/contract/limits';
import type { Control } from './controls.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { calmText, type LayoutScope, SHAPES, withinScope } from './layout-cost.ts';
import type { Element, Parent } from './parse.ts';
import { CleanRefusal } from './refusal.ts';
import type { AttributeRules } from './rules.ts';

/** What lies open around a place, as far as the parser would close it for what comes. */
export const open = { paragraph: 1, item: 2, entry: 4, link: 8, button: 16 } as const;

/** Where output is written: the element it goes into and what else is open around it. */
export interface Surroundings {
  readonly parent: string;
  readonly flags: number;
  readonly inTable: boolean;
}

/** One cleaning: the text written so far and what was met. */
export interface Walk {
  html: string;
  cellCount: number;
  /** Cells that spans cover, counted against the cap. */
  covered: number;
  hasNestedTables: boolean;
  readonly controls: Control[];
  /** The `data-cell` names met. */
  readonly cellNames: Set<string>;
  /** What is dear to draw where the walk is. */
  scope: LayoutScope;
  /** Columns that the tables of the page name. */
  columns: number;
  /** Tables that are open. */
  tables: number;
  /** Marks at the end of the text so far, which go on upon its letter behind the tags of elements in a line. */
  marks: number;
  readonly maxCells: number;
  /** What the page may grow to. */
  readonly maxLength: number;
  /** Writes what lies in an element at a place; given here since tables and controls hold text that holds tables. */
  readonly content: (walk: Walk, parent: Parent, place: Surroundings) => void;
}

/** Stops a page that becomes much longer than it came: what it repeats would fill the memory. */
export function refuseGrowth({ html, maxLength }: Walk): void {
  if (html.length > maxLength) throw new CleanRefusal('too_large', 'a page becomes too large when cleaned');
}

/** The attributes that the rules let through, as text, in the order they came. */
export function attributeText({ scope }: Walk, element: Element, rules: AttributeRules): string {
  let text = '';
  for (const { name, value, prefix } of element.attrs) {
    const cleaned = prefix ? undefined : kept(scope, { tag: element.tagName, name }, rules.get(name)?.(value));
    if (cleaned !== undefined) text += ` ${name}="${escapeAttribute(cleaned)}"`;
  }
  return text;
}

/** The attributes that the rules let through, by name. */
export function cleanAttributes({ scope }: Walk, element: Element, rules: AttributeRules): Map<string, string> {
  const cleaned = new Map<string, string>();
  for (const { name, value, prefix } of element.attrs) {
    const own = prefix ? undefined : kept(scope, { tag: element.tagName, name }, rules.get(name)?.(value));
    if (own !== undefined) cleaned.set(name, own);
  }
  return cleaned;
}

/** What its scope has room for of a cleaned value. */
function kept(
  scope: LayoutScope,
  { tag, name }: { readonly tag: string; readonly name: string },
  cleaned: string | undefined,
): string | undefined {
  if (cleaned === undefined) return undefined;
  if (name === 'style') return withinScope(cleaned, scope, tag) || undefined;
  if (name !== 'stroke-dasharray') return cleaned;
  return SHAPES.has(tag) && ++scope.dashes <= limits.clean.layout.dashes ? cleaned : undefined;
}

/** Writes text, with no more marks upon one letter than a script needs. */
export function writeText(walk: Walk, value: string): void {
  const { text, marks } = calmText(value, walk.marks);
  walk.html += escapeText(text);
  walk.marks = marks;
}

/** Cleaned attributes as text. */
export function textOfAttributes(attributes: ReadonlyMap<string, string>): string {
  let text = '';
  for (const [name, value] of attributes) text += ` ${name}="${escapeAttribute(value)}"`;
  return text;
}

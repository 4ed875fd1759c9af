import type { Control } from './controls.ts';
import { escapeAttribute } from './escape.ts';
import type { Element, Parent } from './parse.ts';
import { CleanRefusal } from './refusal.ts';
import type { AttributeRules } from './rules.ts';

/** What lies open around a place, as far as the parser would close it for what comes. */
export const open = { paragraph: 1, item: 2, entry: 4, link: 8, button: 16 } as const;

/** Where output is written: the element it goes into and what else is open around it. */
export interface Place {
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
  readonly maxCells: number;
  /** What the page may grow to. */
  readonly maxLength: number;
  /** Writes what lies in an element at a place; given here since tables and controls hold text that holds tables. */
  readonly content: (walk: Walk, parent: Parent, place: Place) => void;
}

/** Stops a page that becomes much longer than it came: what it repeats would fill the memory. */
export function refuseGrowth({ html, maxLength }: Walk): void {
  if (html.length > maxLength) throw new CleanRefusal('too_large', 'a page grows too much when it is cleaned');
}

/** The attributes that the rules let through, as text, in the order they came. */
export function attributeText(element: Element, rules: AttributeRules): string {
  let text = '';
  for (const { name, value, prefix } of element.attrs) {
    const cleaned = prefix ? undefined : rules.get(name)?.(value);
    if (cleaned !== undefined) text += ` ${name}="${escapeAttribute(cleaned)}"`;
  }
  return text;
}

/** The attributes that the rules let through, by name. */
export function cleanAttributes(element: Element, rules: AttributeRules): Map<string, string> {
  const cleaned = new Map<string, string>();
  for (const { name, value, prefix } of element.attrs) {
    const kept = prefix ? undefined : rules.get(name)?.(value);
    if (kept !== undefined) cleaned.set(name, kept);
  }
  return cleaned;
}

/** Cleaned attributes as text. */
export function textOfAttributes(attributes: ReadonlyMap<string, string>): string {
  let text = '';
  for (const [name, value] of attributes) text += ` ${name}="${escapeAttribute(value)}"`;
  return text;
}

import { type AuditFields, auditFieldsOf } from '@sheetwire/contract/audit/kinds';
import type { AuditRow } from './audit-log.ts';
import { labelOf, textOf } from './change-texts.ts';

/** One field of what was changed. */
export type ChangeLine =
  /** One that is there before and after; undefined is none. */
  | {
      readonly kind: 'value';
      readonly label: string;
      readonly was: string | undefined;
      readonly is: string | undefined;
    }
  /** One that only one side has. */
  | { readonly kind: 'told'; readonly label: string; readonly text: string }
  /** Of a list, who or what came and went. */
  | {
      readonly kind: 'names';
      readonly label: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  /** A list that was only told; `count` may be more than were noted. */
  | { readonly kind: 'list'; readonly label: string; readonly entries: readonly string[]; readonly count: number };

export interface Change {
  readonly lines: readonly ChangeLine[];
  /** Fields that are the same before and after. */
  readonly same: readonly string[];
  /** Fields that are not shown: no row fills the page. */
  readonly left: number;
}

/** Fields of one row, and how deep objects within them are read. */
const mostLines = 60;
const deepest = 3;
/** Lists of principals: one that a side has not is empty there. */
const ofPrincipals: ReadonlySet<string> = new Set(['', 'viewers', 'publishers', 'interactors', 'admins']);

type Row = Pick<AuditRow, 'action' | 'before' | 'after'>;
type Fields = ReadonlyMap<string, Field>;

interface Field {
  readonly label: string;
  readonly value: unknown;
  readonly isOfPrincipals: boolean;
}

/** What a row changed, field by field; undefined where it came cut, or is no JSON. */
export function readChange({ action, before, after }: Row): Change | undefined {
  const [was, is] = [kept(before), kept(after)];
  if (was === undefined || is === undefined) return undefined;
  const words = auditFieldsOf(action) ?? {};
  const [old, fresh] = [fieldsOf(was.value, words), fieldsOf(is.value, words)];
  const names = inOrder(words, new Set([...old.keys(), ...fresh.keys()]));
  const lines: ChangeLine[] = [];
  const same: string[] = [];
  for (const name of names.slice(0, mostLines)) {
    const [a, b] = [old.get(name), fresh.get(name)];
    const label = (a ?? b)?.label ?? '';
    const line = lineOf(label, a, b);
    if (line !== undefined) lines.push(line);
    else if (a !== undefined && b !== undefined) same.push(label);
  }
  return { lines, same, left: Math.max(0, names.length - mostLines) };
}

function kept(json: string): { readonly value: unknown } | undefined {
  if (json === '') return { value: null };
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

/** The fields of a value by their way to it; objects within it are read through, but for a counted list. */
function fieldsOf(value: unknown, words: AuditFields): Fields {
  const fields = new Map<string, Field>();
  const add = (of: unknown, way: readonly string[]): void => {
    if (isObject(of) && !isCounted(of) && way.length < deepest) {
      for (const [key, inner] of Object.entries(of)) add(inner, [...way, key]);
      return;
    }
    const label = way.length === 0 ? labelOf(words, '') : way.map((key) => labelOf(words, key)).join(': ');
    fields.set(way.join('\n'), { label, value: of, isOfPrincipals: ofPrincipals.has(way.join('\n')) });
  };
  if (value !== null) add(value, []);
  return fields;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Counted {
  readonly count: number;
  readonly names: readonly unknown[];
}

/** How many, with the first of them. */
function isCounted(value: unknown): value is Counted {
  return isObject(value) && typeof value.count === 'number' && Array.isArray(value.names);
}

/** In the order of the words; what has none comes after. */
function inOrder(words: AuditFields, names: ReadonlySet<string>): string[] {
  const known = Object.keys(words).filter((name) => names.has(name));
  return [...new Set([...known, ...names])];
}

/** Undefined where there is nothing to tell. */
function lineOf(label: string, was: Field | undefined, is: Field | undefined): ChangeLine | undefined {
  const field = is ?? was;
  const told = field?.value;
  const isOneSided = was === undefined || is === undefined;
  if (isOneSided && isCounted(told)) return listOf(label, told.names, told.count);
  if (Array.isArray(told) && (field?.isOfPrincipals || !isOneSided))
    return namesOf(label, asList(was?.value), asList(is?.value));
  if (Array.isArray(told)) return listOf(label, told, told.length);
  const [before, after] = [textOf(was?.value), textOf(is?.value)];
  const text = after ?? before;
  if (isOneSided) return text === undefined ? undefined : { kind: 'told', label, text };
  return before === after ? undefined : { kind: 'value', label, was: before, is: after };
}

function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function listOf(label: string, entries: readonly unknown[], count: number): ChangeLine | undefined {
  return count === 0 ? undefined : { kind: 'list', label, entries: textsOf(entries), count };
}

function namesOf(label: string, before: readonly unknown[], after: readonly unknown[]): ChangeLine | undefined {
  const [old, fresh] = [new Set(textsOf(before)), new Set(textsOf(after))];
  const [added, removed] = [[...fresh.difference(old)], [...old.difference(fresh)]];
  return added.length + removed.length === 0 ? undefined : { kind: 'names', label, added, removed };
}

function textsOf(entries: readonly unknown[]): string[] {
  return entries.map((entry) => textOf(entry) ?? '');
}

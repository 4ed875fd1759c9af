import { type AnySchema, defOf, innermost, shapeOf } from '@sheetwire/contract/described/schema';
import { andList, entryOf, takes } from '@sheetwire/contract/described/takes';
import type * as z from 'zod/mini';

/** Unknown fields that are named, and characters of each: a body may hold a million of any length. */
const mostNames = 3;
const longestName = 40;
/** Characters of what is wrong with a name: it says the name. */
const longestWhy = 200;

type Issue = z.core.$ZodIssue;

/** Says of one fault which field it is about and what that takes, in words of ours and never those of the validator. */
export function faultSentence(schema: AnySchema, value: unknown, issue: Issue): string {
  const { path } = issue;
  const field = fieldName(path);
  const at = schemaAt(schema, path);
  if (issue.code === 'unrecognized_keys') return unknownFields(field, issue.keys, at);
  if (path.length === 0) return `The request must be ${takes(innermost(schema))}`;
  const must = `${at === undefined ? 'another value' : takes(at)}`;
  if (valueAt(value, path) === undefined) return `${field} is missing; it must be ${must}`;
  const why = issue.code === 'custom' ? issue.params?.why : undefined;
  return `${field} must be ${must}${typeof why === 'string' ? `; ${cut(why, longestWhy)}` : ''}`;
}

/** Says of a parameter that a query has twice that it may be there once; undefined of any other fault. */
export function givenTwice(query: unknown, { path }: Issue): string | undefined {
  return path.length === 1 && Array.isArray(valueAt(query, path)) ? `Give ${fieldName(path)} only once` : undefined;
}

/** `pages[2].name`, entries counted from 0 as in the language that callers write. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, key) => {
    if (typeof key === 'number') return `${before}[${key}]`;
    return before === '' ? short(String(key)) : `${before}.${short(String(key))}`;
  }, '');
}

function unknownFields(field: string, keys: readonly string[], at: AnySchema | undefined): string {
  const names = keys.slice(0, mostNames).map((key) => `"${short(key)}"`);
  const more = keys.length > mostNames ? [...names, `${keys.length - mostNames} more`] : names;
  const known = Object.keys((at && shapeOf(at)) ?? {});
  const taken = known.length === 0 ? 'no fields' : andList(known);
  const noun = keys.length === 1 ? 'field' : 'fields';
  return field === ''
    ? `Unknown ${noun} ${andList(more)}; this call takes ${taken}`
    : `Unknown ${noun} ${andList(more)} in ${field}, which takes ${taken}`;
}

function schemaAt(schema: AnySchema, path: readonly PropertyKey[]): AnySchema | undefined {
  return path.reduce<AnySchema | undefined>((at, key) => at && below(at, key), schema);
}

function below(schema: AnySchema, key: PropertyKey): AnySchema | undefined {
  if (typeof key === 'number') return entryOf(schema) ?? placeOf(schema, key);
  return shapeOf(schema)?.[String(key)] ?? valuesOf(schema);
}

/** What stands at a place of a row of values, as in `[address, value, text]`; of a choice of rows, in the first that has it. */
function placeOf(schema: AnySchema, place: number): AnySchema | undefined {
  const def = defOf(innermost(schema));
  if (def.type === 'tuple') return def.items[place] as AnySchema | undefined;
  if (def.type !== 'union') return undefined;
  const options = def.options as readonly AnySchema[];
  return options.map((option) => entryOf(option) ?? placeOf(option, place)).find((found) => found !== undefined);
}

function valuesOf(schema: AnySchema): AnySchema | undefined {
  const { def } = innermost(schema)._zod;
  return 'valueType' in def ? (def.valueType as AnySchema) : undefined;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (isIndexed(at) ? at[String(key)] : undefined), value);
}

function isIndexed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function short(name: string): string {
  return cut(name, longestName);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

import * as z from 'zod/mini';
import { auditCursor } from '../audit.ts';
import { cellError, setCell } from '../publish.ts';
import { settingsDate } from '../recoversettings.ts';
import {
  browserId,
  datedTopic,
  gropic,
  group,
  isoDate,
  isoTime,
  liveTopic,
  members,
  moment,
  optionalGropic,
  principal,
  principals,
  topic,
  user,
} from '../shapes.ts';
import { type AnySchema, bare, defOf, itemOf, shapeOf } from './schema.ts';

const writtenPrincipal = 'written ENTITY/user.name or ENTITY/GROUP NAME';
const writtenGropic = 'written ENTITY/GROUP or ENTITY/GROUP/REPORT';

/** What a pattern or a parser takes, in words that follow "must be". */
const words = new Map<AnySchema, string>([
  [topic, 'a report, written ENTITY/GROUP/REPORT'],
  [liveTopic, 'a report, written ENTITY/GROUP/REPORT'],
  [datedTopic, 'a report, written ENTITY/GROUP/REPORT, with .yyyymmdd at the end for a snapshot'],
  [gropic, `a group or a report, ${writtenGropic}`],
  [optionalGropic, `empty, or a group or a report, ${writtenGropic}`],
  [principal, `a user or a group, ${writtenPrincipal}`],
  [user, 'a user name, written ENTITY/user.name'],
  [group, 'a user group, written ENTITY/GROUP NAME with at least one letter'],
  [isoDate, 'a date such as 2026-11-23'],
  [isoTime, 'a time such as 2026-11-23T14:32:05Z'],
  [moment, 'a version such as 1240, or a time such as 2026-11-23T14:32:05Z'],
  [browserId, 'the letter m or l with a number of up to ten digits, or empty'],
  [settingsDate, 'a date such as 2026-11-23, or a time such as 2026-11-23T14:30:00.000Z'],
  [cellError, 'an error such as #N/A'],
  [setCell, 'a cell such as ["B7", 1240.5] or ["B7", 1240.5, "1,240.50"]'],
  [auditCursor, '`next` of an earlier response, such as 1795444200000-42'],
]);
/** Lists that a parser reads as a whole, by what each entry is. */
const entries = new Map<AnySchema, AnySchema>([
  [principals, principal],
  [members, principal],
]);

/** What a field takes, in words that follow "must be": for refusals, and for who reads the description of the calls. */
export function takes(schema: AnySchema): string {
  const known = words.get(schema);
  if (known !== undefined) return known;
  const inner = bare(schema);
  if (inner !== schema) return isNullable(schema) ? `${takes(inner)} or null` : takes(inner);
  return plain(schema);
}

/** The entries of a list, parsers of whole lists included; undefined for what is no list. */
export function entryOf(schema: AnySchema): AnySchema | undefined {
  return entries.get(schema) ?? itemOf(schema);
}

function isNullable(schema: AnySchema): boolean {
  const { type } = defOf(schema);
  return type === 'nullable';
}

function plain(schema: AnySchema): string {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return text(schema);
    case 'number':
      return number(schema);
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'enum':
      return oneOf(Object.values(def.entries).map((value) => `"${value}"`));
    case 'literal':
      return oneOf(def.values.map((value) => `"${value}"`));
    case 'union':
      return oneOf(def.options.map((option) => takes(option as AnySchema)));
    case 'object':
      return object(schema);
    case 'record':
      return `an object whose values are ${takes(def.valueType as AnySchema)}`;
    default:
      return list(schema) ?? 'any value';
  }
}

function text(schema: AnySchema): string {
  const { minLength, maxLength, format, pattern } = boundsOf(schema);
  if (format === 'date-time') return 'a UTC time such as 2026-11-23T14:30:00Z';
  if (pattern !== undefined) throw new Error(`No words say what ${pattern} takes`);
  if (maxLength === undefined) return 'text';
  return minLength === undefined
    ? `text of up to ${grouped(maxLength)} characters`
    : `text of ${grouped(minLength)} to ${grouped(maxLength)} characters`;
}

function number(schema: AnySchema): string {
  const { minimum, maximum, type } = boundsOf(schema);
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  const from = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const to = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (from === undefined) return to === undefined ? kind : `${kind} of at most ${grouped(to)}`;
  return to === undefined ? `${kind} of at least ${grouped(from)}` : `${kind} from ${grouped(from)} to ${grouped(to)}`;
}

function object(schema: AnySchema): string {
  const names = Object.keys(shapeOf(schema) ?? {});
  return names.length === 0 ? 'an empty object' : `an object with ${andList(names)}`;
}

function list(schema: AnySchema): string | undefined {
  const item = entryOf(schema);
  if (item === undefined) return undefined;
  const { maxItems } = boundsOf(schema);
  const most = maxItems === undefined ? '' : ` of up to ${grouped(maxItems)} entries`;
  return `a list${most}, each ${takes(item)}`;
}

/** The bounds of a text, number or list, read from its form as JSON Schema: the validator keeps them to itself. */
function boundsOf(schema: AnySchema): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

function oneOf(choices: readonly string[]): string {
  return joined(choices, 'or');
}

/** `a, b and c`. */
export function andList(names: readonly string[]): string {
  return joined(names, 'and');
}

function joined(parts: readonly string[], word: 'and' | 'or'): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

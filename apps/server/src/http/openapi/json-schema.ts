import { type AnySchema, defOf, innermost, itemOf, shapeOf } from '@sheetwire/contract/described/schema';
import { takes } from '@sheetwire/contract/described/takes';
import * as z from 'zod/mini';

export type Json = Record<string, unknown>;
type Side = 'input' | 'output';
type Meanings = Readonly<Record<string, string>>;

/** The shape of what is sent or answered as JSON Schema, each field with its meaning and, where it is sent, what it takes. */
export function jsonSchema(schema: z.ZodMiniType, side: Side, meanings: Meanings): Json {
  // A parser inside a schema has no form of its own: its input is described, its result is any.
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: side, unrepresentable: 'any' });
  describeFields(plain, schema, { side, meanings, above: '' });
  return plain;
}

interface FieldPlace {
  readonly side: Side;
  readonly meanings: Meanings;
  readonly above: string;
}

function describeFields(json: Json, schema: AnySchema, place: FieldPlace): void {
  const item = itemOf(schema);
  if (item !== undefined && isJson(json.items)) describeFields(json.items, item, place);
  describeChoices(json, schema, place);
  const shape = shapeOf(schema);
  if (shape === undefined || !isJson(json.properties)) return;
  // Fields may be added to answers; a parser hides which fields must be sent.
  if (place.side === 'output') delete json.additionalProperties;
  const required = Object.keys(shape).filter((name) => !mayBeLeftOut(shape[name]));
  if (required.length === 0) delete json.required;
  else json.required = required;
  for (const [name, field] of Object.entries(json.properties)) {
    const fieldSchema = shape[name];
    if (!isJson(field) || fieldSchema === undefined) continue;
    const meaning = place.meanings[`${place.above}${name}`];
    if (meaning !== undefined) field.description = meaning;
    if (place.side === 'input') field['x-takes'] = takes(fieldSchema);
    describeFields(field, fieldSchema, { ...place, above: `${place.above}${name}.` });
  }
}

/** The fields of each part of a choice. */
function describeChoices({ anyOf }: Json, schema: AnySchema, place: FieldPlace): void {
  const def = defOf(innermost(schema));
  if (def.type !== 'union' || !Array.isArray(anyOf)) return;
  for (const [n, part] of anyOf.entries()) {
    const option = def.options[n];
    if (isJson(part) && option) describeFields(part, option, place);
  }
}

function mayBeLeftOut(schema: AnySchema | undefined): boolean {
  return schema?._zod.def.type === 'optional';
}

/** True for a call that is sent no field. */
export function takesNothing(schema: z.ZodMiniType): boolean {
  return Object.keys(shapeOf(innermost(schema)) ?? {}).length === 0;
}

/** True for an object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

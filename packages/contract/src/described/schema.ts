import type * as z from 'zod/mini';

/** Any shape of the contract. */
export type AnySchema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

/** What a schema is, as a union of its kinds. */
export function defOf(schema: AnySchema): Def {
  return schema._zod.def as Def;
}

/** The shape below what may be left out or null, and below what a parser makes of it: what a caller sends. */
export function bare(schema: AnySchema): AnySchema {
  const def = defOf(schema);
  if (def.type === 'optional' || def.type === 'nullable') return def.innerType as AnySchema;
  if (def.type === 'pipe') return (defOf(def.in as AnySchema).type === 'transform' ? def.out : def.in) as AnySchema;
  return schema;
}

/** As `bare`, down to the last. */
export function innermost(schema: AnySchema): AnySchema {
  const inner = bare(schema);
  return inner === schema ? schema : innermost(inner);
}

/** The fields of an object; undefined for anything else. Of a choice of objects, or a row of values, it is the fields of all. */
export function shapeOf(schema: AnySchema): Readonly<Record<string, AnySchema>> | undefined {
  const def = defOf(innermost(schema));
  if (def.type === 'object') return def.shape as Readonly<Record<string, AnySchema>>;
  const parts = def.type === 'union' ? def.options : def.type === 'tuple' ? def.items : undefined;
  return parts && Object.assign({}, ...parts.map((part) => shapeOf(part as AnySchema) ?? {}));
}

/** The entries of a list, or the values of a record; undefined for anything else. */
export function itemOf(schema: AnySchema): AnySchema | undefined {
  const def = defOf(innermost(schema));
  if (def.type === 'array') return def.element as AnySchema;
  return undefined;
}

/** Every field by its path, entries of lists without their number: `pages`, `pages.name`. */
export function fieldsOf(schema: AnySchema, above = ''): ReadonlyMap<string, AnySchema> {
  const item = itemOf(schema);
  if (item !== undefined) return fieldsOf(item, above);
  const found = new Map<string, AnySchema>();
  for (const [name, field] of Object.entries(shapeOf(schema) ?? {})) {
    found.set(`${above}${name}`, field);
    for (const [path, inner] of fieldsOf(field, `${above}${name}.`)) found.set(path, inner);
  }
  return found;
}

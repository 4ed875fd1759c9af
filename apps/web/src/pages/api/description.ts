/** The description of the calls as the portal gives it, as far as it is shown. */
export interface Description {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly examples: Readonly<Record<string, Example>> };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
  readonly 'x-codeSamples'?: readonly Sample[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly 'x-takes'?: string;
}

export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

type Content = Readonly<Record<string, Media>>;
export interface Media {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Example {
  readonly $ref?: string;
  readonly summary?: string;
  readonly value?: unknown;
}

export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly 'x-takes'?: string;
}

/** A call with its address. */
export interface ShownCall extends Operation {
  readonly method: string;
  readonly path: string;
}

/** The calls in their groups, in the order of the groups; what is served twice is shown once. */
export function groupsOf({ tags, paths }: Description): { name: string; description: string; calls: ShownCall[] }[] {
  const calls = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/remote/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
    );
  return tags.map((tag) => ({ ...tag, calls: calls.filter((call) => call.tags.includes(tag.name)) }));
}

/** A field of a body or an answer; `depth` says how many fields it lies in. */
export interface ShownField {
  readonly name: string;
  readonly depth: number;
  readonly takes: string;
  readonly isRequired: boolean;
  readonly meaning: string;
}

/** Every field of a shape, each before those that lie in it. */
export function fieldsOf(schema: Schema | undefined, above = '', depth = 0): ShownField[] {
  const inner = schema?.items ?? schema;
  return Object.entries(inner?.properties ?? {}).flatMap(([name, field]) => {
    const path = `${above}${name}`;
    const isList = field.items !== undefined;
    const shown = {
      name: path,
      depth,
      takes: field['x-takes'] ?? typeWords(field),
      isRequired: inner?.required?.includes(name) ?? false,
      meaning: field.description ?? '',
    };
    return [shown, ...fieldsOf(field, `${path}${isList ? '[]' : ''}.`, depth + 1)];
  });
}

/** What kind of value it is, in a word or two. */
function typeWords(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `"${value}"`).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(typeWords).join(' or ');
  if (schema.items) return `list of ${pluralOf(typeWords(schema.items))}`;
  return words[schema.type ?? ''] ?? 'any value';
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};

function pluralOf(kind: string): string {
  return { text: 'texts', object: 'objects', number: 'numbers' }[kind] ?? kind;
}

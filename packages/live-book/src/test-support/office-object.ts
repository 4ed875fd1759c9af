/** What was asked for and not yet sent. */
export class OfficeBatch {
  readonly #queue: (() => Promise<void>)[] = [];

  add(work: () => Promise<void>): void {
    this.#queue.push(work);
  }

  async sync(): Promise<void> {
    for (const work of this.#queue.splice(0)) await work();
  }
}

interface ObjectSource {
  /** Its properties now; null where there is no such object. */
  readonly fields?: () => Promise<Readonly<Record<string, unknown>> | null>;
  readonly items?: () => Promise<readonly object[]>;
  /** Objects within it, and its methods: these need not be loaded. */
  readonly parts?: Readonly<Record<string, unknown>>;
  readonly set?: (name: string, value: unknown) => Promise<void>;
}

const loaders = new WeakMap<object, (path: readonly string[]) => Promise<void>>();

/** An object of Office.js: what is read was loaded and synced before, or it throws as Office does. */
export function officeObject(batch: OfficeBatch, source: ObjectSource): object {
  const loaded = new Map<string, unknown>();
  const load = async ([first = '', ...rest]: readonly string[]): Promise<void> => {
    const fields = source.fields ? await source.fields() : {};
    loaded.set('isNullObject', fields === null);
    if (fields === null) return;
    if (first === 'items') loaded.set('items', loaded.get('items') ?? (await source.items?.()));
    else if (rest.length === 0) loaded.set(first, fields[first]);
    if (rest.length > 0) await loadWithin(first === 'items' ? loaded.get('items') : [source.parts?.[first]], rest);
  };
  const made = new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name !== 'string' || name === 'then') return undefined;
        if (name === 'load') return (names: string) => batch.add(() => loadAll(names, load));
        if (source.parts && name in source.parts) return source.parts[name];
        if (loaded.has(name)) return loaded.get(name);
        throw Object.assign(new Error(`The property '${name}' is not available. Load it and call context.sync().`), {
          code: 'PropertyNotLoaded',
        });
      },
      set(_, name, value) {
        batch.add(async () => source.set?.(String(name), value));
        return true;
      },
    },
  );
  loaders.set(made, load);
  return made;
}

async function loadWithin(parts: unknown, path: readonly string[]): Promise<void> {
  for (const part of Array.isArray(parts) ? parts : []) await loaders.get(part)?.(path);
}

async function loadAll(names: string, load: (path: readonly string[]) => Promise<void>): Promise<void> {
  for (const name of names.split(',')) await load(name.split('/'));
}

/** An error of Office. */
export function officeError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

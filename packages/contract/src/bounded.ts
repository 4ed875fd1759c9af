import * as z from 'zod/mini';

type Payload = z.core.ParsePayload;
type Context = z.core.ParseContextInternal;

/**
 * A list that is refused by its length before any entry is looked at, and at its first wrong entry: to tell all faults
 * of a million entries costs seconds, and more than the stack holds.
 */
export function listOf<T extends z.ZodMiniType>(item: T, most: number) {
  const list = z.array(item).check(z.maxLength(most));
  list._zod.parse = (payload, context) => {
    const given: unknown = payload.value;
    if (!Array.isArray(given)) return refused(payload, list);
    // The check of the length, which comes next, refuses it.
    if (given.length > most) return payload;
    const read: z.output<T>[] = [];
    for (const [n, entry] of given.entries()) {
      const one = readEntry(item, entry, context);
      if (one.issues.length > 0) return refusedBelow(payload, n, one);
      read.push(one.value as z.output<T>);
    }
    payload.value = read;
    return payload;
  };
  return list;
}

/** Texts by names that the caller chooses, refused at the first value that is none. */
export function textsByName() {
  const texts = z.record(z.string(), z.string());
  const parse = texts._zod.parse;
  // It has no checks of its own, so to run it is to parse it.
  texts._zod.run = (payload, context) => {
    const given: unknown = payload.value;
    const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
    const wrong = isRecord ? Object.entries(given).find(([, value]) => typeof value !== 'string') : undefined;
    if (wrong === undefined) return parse(payload, context);
    const [name, value] = wrong;
    return refusedBelow(payload, name, readEntry(z.string(), value, context));
  };
  return texts;
}

function readEntry(schema: z.ZodMiniType, value: unknown, context: Context): Payload {
  const read = schema._zod.run({ value, issues: [] }, context);
  if (read instanceof Promise) throw new Error('A shape of the contract waits for nothing');
  return read;
}

function refused<P extends Payload>(payload: P, inst: z.ZodMiniType): P {
  payload.issues.push({ code: 'custom', input: undefined, inst });
  return payload;
}

function refusedBelow<P extends Payload>(payload: P, key: PropertyKey, { issues }: Payload): P {
  payload.issues.push(...z.core.util.prefixIssues(key, issues));
  return payload;
}

import { Refusal } from './refusal.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
/** A key that is spelled out, or hidden behind an escape. */
const suspicious = /__proto__|constructor|\\u/;
const refusedKeys = ['__proto__', 'constructor'];

/** The JSON value of a body; no body is `{}`. Refuses what is not UTF-8 or JSON, and keys of prototypes (safety 3). */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  const text = decode(bytes);
  const value = parse(text);
  if (suspicious.test(text)) refuseKeys(value);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Refusal('malformed', { message: 'The body is not valid UTF-8' });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed', { message: 'The body is not valid JSON' });
  }
}

function refuseKeys(value: unknown): void {
  const open: object[] = [];
  const look = (inner: unknown) => {
    if (typeof inner === 'object' && inner !== null) open.push(inner);
  };
  look(value);
  for (let next = open.pop(); next; next = open.pop()) {
    for (const key of refusedKeys) {
      if (Object.hasOwn(next, key)) throw new Refusal('malformed', { message: `No field may be named ${key}` });
    }
    for (const inner of Object.values(next)) look(inner);
  }
}

import type { LiveEventName, LiveEvents, Op } from '@sheetwire/contract/live';
import type { RawEvent } from './event-parser.ts';

/** One event of the stream with its name (interfaces 7). */
export type LiveEvent = {
  [Name in LiveEventName]: { readonly name: Name; readonly data: LiveEvents[Name] };
}[LiveEventName];

type Fields = Readonly<Record<string, unknown>>;
type Reader = (fields: Fields) => LiveEvent | undefined;

/** One reader for each event name; a Map, since a name comes from the line. */
const readers: ReadonlyMap<string, Reader> = new Map<LiveEventName, Reader>([
  [
    'hello',
    ({ streamId, beat }) =>
      isText(streamId) ? { name: 'hello', data: { streamId, ...(isNumber(beat) && { beat }) } } : undefined,
  ],
  ['delta', readDelta],
  [
    'changed',
    ({ topic, version }) =>
      isText(topic) && isNumber(version) ? { name: 'changed', data: { topic, version } } : undefined,
  ],
  ['rights', ({ topic }) => (isText(topic) ? { name: 'rights', data: { topic } } : undefined)],
  [
    'topics',
    ({ added, removed, more }) =>
      isTexts(added) && isTexts(removed)
        ? { name: 'topics', data: { added, removed, ...(more === true && { more }) } }
        : undefined,
  ],
  [
    'publisher',
    ({ topic, seenUtc, isSilent, isConnected }) =>
      isText(topic) && isText(seenUtc)
        ? {
            name: 'publisher',
            data: {
              topic,
              seenUtc,
              ...(isConnected === true && { isConnected }),
              ...(isSilent === true && { isSilent }),
            },
          }
        : undefined,
  ],
  [
    'waiting',
    ({ topic, sinceUtc, mayRelease }) =>
      isText(topic) && (isText(sinceUtc) || sinceUtc === null)
        ? { name: 'waiting', data: { topic, sinceUtc, mayRelease: mayRelease === true } }
        : undefined,
  ],
  [
    'admin',
    ({ kind, gropic }) =>
      isText(kind) ? { name: 'admin', data: { kind, ...(isText(gropic) ? { gropic } : {}) } } : undefined,
  ],
  [
    'session',
    ({ reason }) =>
      reason === 'ended' || reason === 'license' || reason === 'user'
        ? { name: 'session', data: { reason } }
        : undefined,
  ],
]);

/** Reads an event; undefined for one that this version does not know or that is malformed. */
export function readLiveEvent({ name, data }: RawEvent): LiveEvent | undefined {
  const reader = readers.get(name);
  const fields = reader && parseFields(data);
  return fields && reader(fields);
}

function readDelta({ topic, from, to, time, ops }: Fields): LiveEvent | undefined {
  if (!isText(topic) || !isNumber(from) || !isNumber(to) || !isText(time) || !isOps(ops)) return undefined;
  return { name: 'delta', data: { topic, from, to, time, ops } };
}

function parseFields(data: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

/** Steps of a delta, as far as they can be read without the page. */
export function isOps(value: unknown): value is Op[] {
  return Array.isArray(value) && value.every(isOp);
}

/** Pages, cells, rows and styles that are not there are found by whoever applies the op. */
function isOp(value: unknown): value is Op {
  if (!Array.isArray(value) || !isNumber(value[0])) return false;
  const [, kind, a, b, c] = value;
  switch (kind) {
    case 'c':
      return isNumber(a) && isText(b) && (c === undefined || isNumber(c));
    case 'r':
      return isNumber(a) && isNumber(b) && isText(c);
    case 's':
      return isNumber(a) && isText(b);
    case 'p':
      return isText(a);
    default:
      return false;
  }
}

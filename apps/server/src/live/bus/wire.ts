import type { BusMessage } from '#ports/bus.ts';
import { areSteps } from './told-shape.ts';

/** What travels between nodes: the sender's name, its messages, and whether some were lost before they were sent. */
export interface Payload {
  readonly node: string;
  readonly messages: readonly BusMessage[];
  readonly isGap: boolean;
  /** Which of the sender's payloads to all it is; undefined for one to some, and of a server that does not count. */
  readonly count?: number;
  /** The sender stops. */
  readonly isLast?: boolean;
  /** When it was sent, by the sender's clock, epoch ms; undefined on a line where nobody could send it again later. */
  readonly sentAt?: number;
  /** How many messages were left out because nothing proves that a server of this portal sent them. */
  readonly unproved: number;
}

/** A payload before it is a text; its messages are texts already: each is written once, however they are put together. */
export interface Written extends Pick<Payload, 'node' | 'count' | 'isLast' | 'sentAt'> {
  readonly messages: readonly string[];
  readonly isGap?: boolean;
}

export function encodePayload({ node, messages, isGap, count, isLast, sentAt }: Written): string {
  const numbers = [count !== undefined && `,"c":${count}`, sentAt !== undefined && `,"t":${sentAt}`];
  const facts = [isGap && ',"g":1', ...numbers, isLast && ',"b":1'].filter(Boolean);
  return `{"n":${JSON.stringify(node)},"m":[${messages.join()}]${facts.join('')}}`;
}

/**
 * A payload of ours; undefined for anything else that arrives on the line. From a line that does not prove to be of this
 * portal only that is taken which has the store read again: a version is a hint, and nobody's session ends by it.
 */
export function decodePayload(text: string, isOurs = false): Payload | undefined {
  const value = parseJson(text);
  if (!isRecord(value) || typeof value.n !== 'string' || !Array.isArray(value.m)) return undefined;
  const known = value.m.filter(isMessage);
  if (isOurs) {
    const counted = { ...(typeof value.c === 'number' && { count: value.c }), ...(value.b === 1 && { isLast: true }) };
    const facts = { ...counted, ...(typeof value.t === 'number' && { sentAt: value.t }) };
    return { node: value.n, messages: known.map(wellTold), isGap: value.g === 1, unproved: 0, ...facts };
  }
  const hints = hintsOf(known);
  return { node: value.n, messages: hints, isGap: false, unproved: known.length - hints.length };
}

/** What of messages has the store read again, and does nothing else. */
export function hintsOf(messages: readonly BusMessage[]): BusMessage[] {
  return messages.filter(({ kind }) => HINTS.has(kind)).map(asHint);
}

/** What each of these says is read from the store before anything follows from it. */
const HINTS: ReadonlySet<BusMessage['kind']> = new Set(['version', 'rights', 'directory', 'user', 'control']);

/** Steps that are none, as another release may send them, are left out: the version is a hint then. */
function wellTold(message: BusMessage): BusMessage {
  return message.kind !== 'version' || areSteps(message.steps) ? message : asHint(message);
}

function asHint(message: BusMessage): BusMessage {
  if (message.kind !== 'version') return message;
  const { steps: _, trace: __, ...hint } = message;
  return hint;
}

/** Two messages of one key say the same thing, or the later says more: only the later is sent. */
export function keyOf(message: BusMessage): string {
  switch (message.kind) {
    case 'version':
    case 'publisher':
    case 'snapshot':
    case 'control':
      return `${message.kind} ${message.topic}`;
    case 'refused':
      return `${message.kind} ${message.topic} ${message.user} ${message.code} ${message.message}`;
    case 'midedit':
      return `${message.kind} ${message.topic} ${message.who}`;
    case 'publisher-over':
      return `${message.kind} ${message.session}`;
    case 'rights':
      return `${message.kind} ${message.gropic ?? ''} ${message.group ?? ''} ${message.isNoted === true}`;
    case 'directory':
      return message.kind;
    case 'session':
      return `${message.kind} ${message.idHash}`;
    case 'ended':
      return `${message.kind} ${message.what} ${message.user}`;
    case 'user':
    case 'seat':
      return `${message.kind} ${message.user}`;
    case 'admin':
      return `${message.kind} ${message.list} ${message.gropic ?? ''}`;
  }
}

type Shape = Readonly<Record<string, 'string' | 'number' | 'boolean'>>;

const KINDS: Readonly<Record<BusMessage['kind'], Shape>> = {
  version: { topic: 'string', version: 'number' },
  rights: {},
  session: { idHash: 'string' },
  user: { user: 'string' },
  ended: { user: 'string', what: 'string' },
  seat: { user: 'string' },
  directory: {},
  publisher: { topic: 'string', seenAt: 'number' },
  refused: { topic: 'string', at: 'number', user: 'string', code: 'string', message: 'string', count: 'number' },
  control: { topic: 'string' },
  midedit: { topic: 'string', who: 'string', isTyping: 'boolean' },
  'publisher-over': { session: 'string' },
  snapshot: { topic: 'string' },
  admin: { list: 'string' },
};

/** The fields of each kind: every message of every server is looked at. */
const SHAPES = new Map(Object.entries(KINDS).map(([kind, shape]) => [kind, Object.entries(shape)] as const));

function isMessage(value: unknown): value is BusMessage {
  const shape = isRecord(value) && typeof value.kind === 'string' ? SHAPES.get(value.kind) : undefined;
  if (!isRecord(value) || !shape || !isName(value.gropic) || !isName(value.group)) return false;
  return shape.every(([field, type]) => typeof value[field] === type);
}

function isName(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

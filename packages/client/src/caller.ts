import type { Call, Input, Output } from '@sheetwire/contract/call';
import { parseOutput } from '@sheetwire/contract/parse-output';
import { CallError, NetworkFailure } from './failures.ts';
import { readRefusal } from './refusal.ts';

export interface CallerOptions {
  /** `https://host`, with or without a last slash; left out in a page, which calls its own origin. */
  readonly baseUrl?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Sent with every call; a function is asked before each, so that a renewed credential counts at once. */
  readonly headers?: HeaderSource;
}

export type HeaderSource = Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);

/** What a call needs to know of its answer. */
export interface Answer extends Pick<Response, 'ok' | 'status' | 'text'> {
  readonly headers: Pick<Headers, 'get'>;
}

/** Sends a request; rejects when no answer came. */
export type Send = (url: string, init: RequestInit) => Promise<Answer>;

export interface CallOptions {
  /** Sends this call in place of the page itself. */
  readonly send?: Send;
  readonly signal?: AbortSignal;
  /** How long its answer may take, ms, where calls have a limit; left out it is the limit of all. */
  readonly within?: number;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent with this call only, such as a secret of the topic. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A small call that is made to its end when the page is left meanwhile. */
  readonly outlivesPage?: boolean;
  /** Told what time it is on the server, in whole seconds, as soon as it answers. */
  readonly onServerTime?: (at: number) => void;
}

/** Makes one call of the contract, once: nothing is tried again, since a publish may have counted already. */
export type Caller = <C extends Call>(call: C, input: Input<C>, options?: CallOptions) => Promise<Output<C>>;

/**
 * A typed caller over the contract. It throws CallError for a refusal, NetworkFailure when no answer came,
 * and the signal's own reason when the caller gave up.
 */
export function createCaller(options: CallerOptions = {}): Caller {
  const send: Send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  return async (call, input, each = {}) => {
    const request = requestOf(call, input, options, each);
    const answer = await answered(() => (each.send ?? send)(request.url, request.init), each.signal);
    if (answer.ok) tellServerTime(answer, each.onServerTime);
    const body = await answered(() => answer.text(), each.signal);
    if (!answer.ok) throw new CallError(readRefusal(answer, body));
    return readOutput(call, answer, body);
  };
}

/** The address of a path of the contract. */
export function addressOf(path: string, baseUrl = '', query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl}${path}${search === '' ? '' : `?${search}`}`;
}

/** The present headers of a source. */
export function headersOf(source: HeaderSource = {}): Readonly<Record<string, string>> {
  return typeof source === 'function' ? source() : source;
}

function requestOf(call: Call, input: unknown, options: CallerOptions, each: CallOptions) {
  const isGet = call.method === 'GET';
  const query = { ...(isGet ? textFields(input) : {}), ...each.query };
  const init: RequestInit = {
    method: call.method,
    headers: {
      accept: 'application/json',
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      ...headersOf(options.headers),
      ...each.headers,
    },
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
  };
  if (!isGet) init.body = JSON.stringify(input);
  if (each.signal) init.signal = each.signal;
  if (each.outlivesPage) init.keepalive = true;
  return { url: addressOf(call.path, options.baseUrl, query), init };
}

/** The input of a GET travels as its query. */
function textFields(input: unknown): Record<string, string> {
  const fields = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
}

async function answered<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw signal?.aborted ? signal.reason : new NetworkFailure(error);
  }
}

function tellServerTime(answer: Answer, tell: CallOptions['onServerTime']): void {
  const at = Date.parse(answer.headers.get('date') ?? '');
  if (!Number.isNaN(at)) tell?.(at);
}

function readOutput<C extends Call>(call: C, answer: Answer, body: string): Output<C> {
  const output = parseOutput(call, parseJson(body));
  if (output !== undefined) return output;
  throw new CallError({
    status: answer.status,
    code: 'unreadable',
    message: `The response to ${call.path} does not match this version`,
  });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

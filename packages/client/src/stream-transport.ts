import { stream, takesGzipStream } from '@sheetwire/contract/live';
import { addressOf, type CallerOptions, headersOf } from './caller.ts';
import { EventParser, type RawEvent } from './event-parser.ts';

/** Why a line ended: the server refused it, or it broke. */
export type StreamEnd =
  | { readonly kind: 'cut' }
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfter?: number };

/** Who reads a line. */
export interface LineReader {
  onEvent(event: RawEvent): void;
  /** Bytes came, comments included. */
  onAlive(): void;
  /** Called once; nothing follows. */
  onEnd(end: StreamEnd): void;
}

/** A way to open the stream once; the answer closes it, after which the reader hears nothing more. */
export interface StreamTransport {
  /** False when comments are not seen, so that silence proves nothing. */
  readonly seesComments: boolean;
  open(reader: LineReader): () => void;
}

export interface TransportOptions extends CallerOptions {
  readonly browserId?: string;
}

const second = 1000;

/** The stream over fetch: with a cookie or a bearer, and with comments seen, so that a dead line is noticed. */
export function fetchTransport(options: TransportOptions = {}): StreamTransport {
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  return {
    seesComments: true,
    open(reader) {
      const closed = new AbortController();
      void readLine(() => send(streamAddress(options), requestOf(options, closed.signal)), reader, closed.signal);
      return () => closed.abort();
    },
  };
}

/** The part of EventSource that is used. */
export interface EventSourceLike {
  addEventListener(name: string, listener: (event: { readonly data?: unknown }) => void): void;
  close(): void;
}

const eventNames = ['hello', 'delta', 'changed', 'rights', 'topics', 'publisher', 'admin', 'session'];

/** The stream over EventSource, where fetch does not hand over an answer piece by piece. */
export function eventSourceTransport(
  make: (address: string) => EventSourceLike,
  options: TransportOptions = {},
): StreamTransport {
  return {
    seesComments: false,
    open(reader) {
      const source = make(streamAddress(options));
      let isOpen = true;
      const close = () => {
        isOpen = false;
        source.close();
      };
      for (const name of eventNames) {
        source.addEventListener(name, ({ data }) => {
          if (!isOpen) return;
          reader.onAlive();
          reader.onEvent({ name, data: typeof data === 'string' ? data : '' });
        });
      }
      source.addEventListener('error', () => {
        if (!isOpen) return;
        close();
        reader.onEnd({ kind: 'cut' });
      });
      return close;
    },
  };
}

function streamAddress({ baseUrl, browserId }: TransportOptions): string {
  return addressOf(stream.path, baseUrl, browserId === undefined ? {} : { browserId });
}

function requestOf(options: TransportOptions, signal: AbortSignal): RequestInit {
  return {
    headers: { accept: 'text/event-stream', ...takesGzipStream, ...headersOf(options.headers) },
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal,
  };
}

async function readLine(ask: () => Promise<Response>, reader: LineReader, closed: AbortSignal): Promise<void> {
  const end = await readAll(ask, reader, closed).catch((): StreamEnd => ({ kind: 'cut' }));
  if (!closed.aborted) reader.onEnd(end);
}

async function readAll(ask: () => Promise<Response>, reader: LineReader, closed: AbortSignal): Promise<StreamEnd> {
  const answer = await ask();
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!answer.ok || !isStream || !answer.body) {
    await answer.body?.cancel();
    return refusalOf(answer);
  }
  const parser = new EventParser();
  const text = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await text.read(); !next.done; next = await text.read()) {
    if (closed.aborted) break;
    reader.onAlive();
    for (const event of parser.push(next.value)) if (!closed.aborted) reader.onEvent(event);
  }
  return { kind: 'cut' };
}

function refusalOf({ status, headers }: Response): StreamEnd {
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  return { kind: 'refused', status, ...(wait >= 0 ? { retryAfter: wait * second } : {}) };
}

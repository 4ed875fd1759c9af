import { addressOf, type Caller, createCaller, type HeaderSource, headersOf } from '@sheetwire/client/caller';
import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { readRefusal } from '@sheetwire/client/refusal';
import type { Call, Output } from '@sheetwire/contract/call';
import { sessionHeader } from '@sheetwire/contract/headers';
import { parseOutput } from '@sheetwire/contract/parse-output';
import { publishValues, publishWorkbook, type SheetValues } from '@sheetwire/contract/publish';
import { publishingReport } from '@sheetwire/contract/publishing/calls';

export type Published = Output<typeof publishValues>;

/** One publish: the session that holds the lease, and what ends the wait for an answer. */
export interface Sending {
  readonly session: string;
  readonly signal: AbortSignal;
}

/** A publish of values: the version that they are worked out for, so that they are set on no other workbook. */
export interface SendingValues extends Sending {
  readonly baseVersion: number | undefined;
}

/** The calls of a live workbook's publisher. They throw CallError and NetworkFailure. */
export interface BookPortal {
  /** For the line of the connected publisher. */
  readonly call: Caller;
  readonly workbook: (bytes: Uint8Array<ArrayBuffer>, sending: Sending) => Promise<Published>;
  readonly values: (sheets: SheetValues[], sending: SendingValues) => Promise<Published>;
  /** Whether publishing is on hold after a rollback: a small question in place of a whole workbook. */
  readonly isOnHold: (sending: Sending) => Promise<boolean>;
}

interface PortalOptions {
  readonly baseUrl: string;
  readonly topic: string;
  readonly fetch: typeof globalThis.fetch;
  /** The key of the publisher, and a publish secret. */
  readonly headers: HeaderSource;
  /** Cells with a list or a checkbox become controls, or those of these names. */
  readonly takesEntries: boolean | readonly string[];
  /** What becomes a page: `Summary,Prices!A1:F20`; left out or empty it is every visible sheet. */
  readonly pages?: string;
}

/** The calls to a portal. */
export function bookPortal(options: PortalOptions): BookPortal {
  const { baseUrl, topic, fetch, headers } = options;
  const call = createCaller({ baseUrl, fetch, headers });
  return {
    call,
    values: (sheets, { session, signal, baseVersion }) => {
      const based = baseVersion === undefined ? {} : { baseVersion };
      return call(publishValues, { topic, ...based, sheets }, { signal, headers: { [sessionHeader]: session } });
    },
    isOnHold: async ({ signal }) => (await call(publishingReport, { topic, most: 1 }, { signal })).held !== undefined,
    workbook: (bytes, { session, signal }) =>
      sendBook(publishWorkbook, bytes, { ...options, signal, own: { [sessionHeader]: session } }),
  };
}

interface BookSending extends PortalOptions {
  readonly signal: AbortSignal;
  /** Headers of this call alone. */
  readonly own?: Readonly<Record<string, string>>;
}

/** A call whose body is the workbook itself: a publish, or a look at what it would be. */
export async function sendBook<C extends Call>(
  call: C,
  bytes: Uint8Array<ArrayBuffer>,
  sending: BookSending,
): Promise<Output<C>> {
  const { baseUrl, fetch, headers, signal, own } = sending;
  const request = {
    method: call.method,
    headers: { 'content-type': 'application/octet-stream', ...headersOf(headers), ...own },
    body: bytes,
    signal,
    // The secrets go to the portal that was named, and nowhere else.
    redirect: 'error',
  } as const;
  const address = addressOf(pathOf(call, sending.topic), baseUrl) + queryOf(sending);
  const answer = await answered(() => fetch(address, request), signal);
  const body = await answered(() => answer.text(), signal);
  if (!answer.ok) throw new CallError(readRefusal(answer, body));
  const output = parseOutput(call, parsed(body));
  if (output !== undefined) return output;
  const message = `The response to ${call.path} does not match this version`;
  throw new CallError({ status: answer.status, code: 'unreadable', message });
}

function pathOf({ path }: Call, topic: string): string {
  const [entity = '', group = '', report = ''] = topic.split('/').map(encodeURIComponent);
  return path
    .replace(':entity', () => entity)
    .replace(':group', () => group)
    .replace(':report', () => report);
}

function queryOf({ takesEntries, pages = '' }: PortalOptions): string {
  const entries = typeof takesEntries === 'boolean' ? 'yes' : takesEntries.join(',');
  const query = new URLSearchParams({ ...(takesEntries !== false && { entries }), ...(pages !== '' && { pages }) });
  return query.size === 0 ? '' : `?${query.toString()}`;
}

async function answered<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw signal.aborted ? signal.reason : new NetworkFailure(error);
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

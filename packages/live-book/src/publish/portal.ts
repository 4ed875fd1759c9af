import { type Caller, createCaller, type HeaderSource, headersOf } from '@sheetwire/client/caller';
import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { readRefusal } from '@sheetwire/client/refusal';
import type { Output } from '@sheetwire/contract/call';
import { sessionHeader } from '@sheetwire/contract/headers';
import { parseOutput } from '@sheetwire/contract/parse-output';
import { publishValues, publishWorkbook, type SheetValues } from '@sheetwire/contract/publish';

export type Published = Output<typeof publishValues>;

/** One publish: the session that holds the lease, and what ends the wait for an answer. */
export interface Sending {
  readonly session: string;
  readonly signal: AbortSignal;
}

/** The calls of a live workbook's publisher. They throw CallError and NetworkFailure. */
export interface BookPortal {
  /** For the line of the connected publisher. */
  readonly call: Caller;
  readonly workbook: (bytes: Uint8Array<ArrayBuffer>, sending: Sending) => Promise<Published>;
  readonly values: (sheets: SheetValues[], sending: Sending) => Promise<Published>;
}

interface PortalOptions {
  readonly baseUrl: string;
  readonly topic: string;
  readonly fetch: typeof globalThis.fetch;
  /** The key of the publisher, and a publish secret. */
  readonly headers: HeaderSource;
  /** Cells with a list or a checkbox become controls. */
  readonly takesEntries: boolean;
}

/** The calls to a portal. */
export function bookPortal({ baseUrl, topic, fetch, headers, takesEntries }: PortalOptions): BookPortal {
  const call = createCaller({ baseUrl, fetch, headers });
  const query = takesEntries ? '?entries=yes' : '';
  const address = new URL(workbookPath(topic) + query, baseUrl);
  return {
    call,
    values: (sheets, { session, signal }) =>
      call(publishValues, { topic, sheets }, { signal, headers: { [sessionHeader]: session } }),
    async workbook(bytes, { session, signal }) {
      const request = {
        method: publishWorkbook.method,
        headers: { 'content-type': 'application/octet-stream', ...headersOf(headers), [sessionHeader]: session },
        body: bytes,
        signal,
      };
      const answer = await answered(() => fetch(address, request), signal);
      const body = await answered(() => answer.text(), signal);
      if (!answer.ok) throw new CallError(readRefusal(answer, body));
      return publishedIn(body, answer.status);
    },
  };
}

function workbookPath(topic: string): string {
  const [entity = '', group = '', report = ''] = topic.split('/').map(encodeURIComponent);
  return publishWorkbook.path
    .replace(':entity', () => entity)
    .replace(':group', () => group)
    .replace(':report', () => report);
}

async function answered<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw signal.aborted ? signal.reason : new NetworkFailure(error);
  }
}

function publishedIn(body: string, status: number): Published {
  const output = parseOutput(publishWorkbook, parsed(body));
  if (output !== undefined) return output;
  const message = `The response to ${publishWorkbook.path} does not match this version`;
  throw new CallError({ status, code: 'unreadable', message });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

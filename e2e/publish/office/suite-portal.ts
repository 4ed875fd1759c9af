import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Clock } from '@sheetwire/client/clock';
import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import { sessionHeader } from '@sheetwire/contract/headers';
import { publishAck, publishControls, publishOpen, publishValues } from '@sheetwire/contract/publish';
import { TestPortal } from '@sheetwire/live-book/test-support/test-portal';

/** The time of this machine. What waits for it holds no test. */
const clock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** The portal of the suite, spoken to over HTTP as any other is. */
export interface SuitePortal {
  readonly url: string;
  /** A portal without memory, which answers from now on. */
  fresh(): TestPortal;
  close(): Promise<void>;
}

/** Starts it on a port of this machine. */
export async function servePortal(): Promise<SuitePortal> {
  let portal = new TestPortal(clock);
  const server = createServer((request, response) => void answer(portal, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    fresh() {
      portal = new TestPortal(clock);
      return portal;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(portal: TestPortal, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const packed = await buffer(request);
  const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(packed) : packed;
  try {
    const output = await answerOf(portal, request, body);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(output));
  } catch (fault) {
    if (fault instanceof NetworkFailure) request.socket.destroy();
    else refused(response, fault);
  }
}

/** What the portal answers; a call that it does not know is a fault of the test. */
async function answerOf(portal: TestPortal, request: IncomingMessage, body: Buffer): Promise<unknown> {
  const { pathname } = new URL(request.url ?? '', 'http://portal');
  const session = String(request.headers[sessionHeader.toLowerCase()] ?? '');
  const sending = { session, signal: new AbortController().signal };
  if (request.method === 'PUT') return { ...(await portal.workbook(new Uint8Array(body), sending)), notShown: [] };
  const input = JSON.parse(body.toString());
  switch (pathname) {
    case publishOpen.path:
      return portal.call(publishOpen, input);
    case publishControls.path:
      return portal.call(publishControls, input);
    case publishAck.path:
      return portal.call(publishAck, input);
    case publishValues.path:
      return portal.values(input.sheets, { ...sending, baseVersion: input.baseVersion });
    case '/api/v1/publishing/report/':
      return (await portal.isOnHold()) ? { held: {} } : {};
    default:
      throw new Error(`The suite has no answer to ${pathname}`);
  }
}

function refused(response: ServerResponse, fault: unknown): void {
  const { status, code, message, retryAfter } =
    fault instanceof CallError
      ? fault
      : { status: 500, code: 'internal', message: String(fault), retryAfter: undefined };
  if (retryAfter !== undefined) response.setHeader('retry-after', String(Math.ceil(retryAfter / 1000)));
  response.statusCode = status;
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ error: { code, message } }));
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type ReceivedSpan, readSpans } from './otlp-spans.ts';

/** A collector of traces as a test needs it, on loopback. */
export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Every body as it came. */
  readonly bodies: readonly Buffer[];
  readonly requests: readonly IncomingMessage[];
  /** How it answers from now on; left out it takes what comes. */
  answer(how?: (response: ServerResponse) => void): void;
  /** Resolves once a span fits. */
  span(fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  stop(): Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const [bodies, requests, spans]: [Buffer[], IncomingMessage[], ReceivedSpan[]] = [[], [], []];
  const waiting = new Set<() => void>();
  let respond: (response: ServerResponse) => void = take;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    requests.push(request);
    bodies.push(body);
    spans.push(...readSpans(body));
    respond(response);
    for (const look of waiting) look();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const until = <T>(look: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const again = () => {
        const found = look();
        if (found === undefined) return;
        waiting.delete(again);
        resolve(found);
      };
      waiting.add(again);
      again();
    });
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    requests,
    answer: (how = take) => {
      respond = how;
    },
    span: (fits) => until(() => spans.find(fits)),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function take(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
}

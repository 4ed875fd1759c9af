import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTraceParent, type TraceParent } from '#lib/trace-parent.ts';
import type { Tracing } from '#ports/tracing.ts';
import { probes } from './figures/health.ts';
import { firstHeader } from './handler-request.ts';

/** What a log line says of the trace that its request belongs to; nothing of one that is malformed or says none. */
export function traceOf(header: string | string[] | undefined): Pick<TraceParent, 'traceId' | 'spanId'> | undefined {
  const parent = parseTraceParent(header);
  return parent && { traceId: parent.traceId, spanId: parent.spanId };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the span of a request whose response is no longer this server's to end: a stream would last for days. */
    leaveTrace: ((status: number) => void) | undefined;
  }
}

/** Makes a span of each request but those of probes; to be called before any other hook is added (decision 89). */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('leaveTrace', undefined);
  app.addHook('onRequest', (request, _, done) => {
    if (probes.has(request.routeOptions.url ?? '')) done();
    else request.leaveTrace = tracing.request(askedBy(request), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.leaveTrace?.(reply.statusCode);
    done();
  });
}

function askedBy(request: FastifyRequest): Parameters<Tracing['request']>[0] {
  const { method, protocol, headers } = request;
  const route = request.is404 ? undefined : request.routeOptions.url;
  return { method, route, scheme: protocol, parent: firstHeader(headers.traceparent) };
}
